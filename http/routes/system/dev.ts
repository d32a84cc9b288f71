// For developers on this machine: the mails that were not sent. Never served in production.
import { z } from 'zod'
import { notFound } from '../../../domain/failure.ts'
import { OutboxMail } from '../../../domain/news/mail.ts'
import { isLocal, namesThisMachine } from '../../pipeline/local-request.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const devRoutes = [
  route('GET /api/v1/dev/outbox', {
    summary: 'List the mails that have not been sent',
    description:
      'Newest first. Only for processes on this machine, and never in production, because it shows the links of password resets.',
    public: true,
    query: z.object(listQuery),
    returns: z.array(OutboxMail),
  }).handle(async ({ request, query }, { mail, isProduction }) => {
    if (isProduction || !isLocal(request) || !namesThisMachine(request)) throw notFound('path')
    return page(await mail.outbox(query))
  }),
]
