// The pages of the payment sandbox in a browser. Their address is a secret that only the checkout or the
// portal has told; a server without a sandbox has no such page.
import { z } from 'zod'
import { Failure, notFound } from '../../../domain/failure.ts'
import { portalActions, type Sandbox } from '../../billing/sandbox.ts'
import { pageHeaders, sandboxPage } from '../../billing/sandbox-page.ts'
import { type Reply, text } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import type { Services } from '../../services.ts'

const html = 'text/html; charset=utf-8'
const description =
  'For trying payments without a provider: nothing is charged. Not there in production, and not when Stripe is configured.'

export const sandboxRoutes = [
  route('GET /billing/sandbox/:token', {
    summary: 'Show a page of the payment sandbox',
    description,
    tag: 'billing',
    public: true,
    returns: z.string(),
    produces: html,
  }).handle(async ({ params }, services) => shown(services, params.token, null)),

  route('POST /billing/sandbox/:token', {
    summary: 'Press a button of the payment sandbox',
    description,
    tag: 'billing',
    public: true,
    rawBody: 'bytes',
    returns: z.string(),
    produces: html,
    failures: [409],
  }).handle(async ({ params, body }, services) => {
    const { token } = params
    const sandbox = sandboxOf(services)
    const action = new URLSearchParams(body.toString('latin1')).get('action')
    const { page } = await sandbox.open(token)
    if (page.kind === 'checkout' && action === 'decline')
      return shown(services, token, 'The payment did not go through. Nothing has changed.')
    if (page.kind === 'checkout' && action === 'pay') {
      await sandbox.pay(token)
      return shown(services, token, 'The payment went through.')
    }
    const known = portalActions.find(one => one === action)
    if (page.kind !== 'portal' || known === undefined)
      throw new Failure('validation-failed', 'action: expected one of the buttons of the page')
    await sandbox.manage(token, known)
    return shown(services, token, 'Done.')
  }),
]

async function shown(services: Services, token: string, notice: string | null): Promise<Reply<never>> {
  const opened = await sandboxOf(services).open(token)
  return text(sandboxPage(opened, services.tiers, notice), html, { headers: pageHeaders })
}

/** @throws {Failure} not-found: there is no sandbox */
function sandboxOf({ sandbox }: Services): Sandbox {
  if (sandbox === null) throw notFound('path')
  return sandbox
}
