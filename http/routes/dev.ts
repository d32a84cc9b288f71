// For whoever develops on this machine: the mails that nobody has sent. Never in production.
import { z } from 'zod'
import { notFound } from '../../domain/failure.ts'
import { OutboxMail } from '../../domain/mail.ts'
import type { IncomingRequest } from '../exchange.ts'
import { isLocal } from '../local-request.ts'
import { route } from '../route.ts'

export const devRoutes = [
  route('GET /api/v1/dev/outbox', {
    summary: 'List the mails that have not been sent',
    description:
      'The newest first. For processes of this machine, and never in production: it shows the links of password resets.',
    public: true,
    returns: z.array(OutboxMail),
  }).handle(({ request }, { mail, isProduction }) => {
    if (isProduction || !isLocal(request) || !namesThisMachine(request)) throw notFound('path')
    return mail.outbox()
  }),
]

/** A web page whose name was made to lead here (DNS rebinding) still asks for its own name. */
function namesThisMachine(request: IncomingRequest): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.header('host'))
}
