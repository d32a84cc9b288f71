// Incoming webhooks of chat services (Slack, Discord, Teams). The address of such a webhook is itself the secret: it is
// kept as a credential, is used at the moment of sending, and stands in no argument, output or error.
import type { JsonObject } from '../../domain/json.ts'
import type { OutboundRequest, OutboundResponse } from '../outbound/outbound.ts'
import { urlOf } from '../tools/http-content.ts'
import { text } from '../tools/schema.ts'
import { invalidArguments, ToolFailure } from '../tools/tool.ts'
import type { CatalogContext, CatalogCredential } from './catalog-server.ts'
import { restFailure } from './rest-failure.ts'

export interface ChatService {
  /** As a person knows it: `Slack`. */
  readonly name: string
  /** Where its webhooks are, unless the settings say otherwise; null when each customer has a host of its own. */
  readonly baseUrl: string | null
}

export interface WebhookCall {
  readonly method: OutboundRequest['method']
  /** Behind the path of the webhook. */
  readonly path?: string
  readonly query?: JsonObject
  readonly body?: JsonObject
}

export const webhookCredential = (hint: string): CatalogCredential => ({
  kinds: ['bearer'],
  isRequired: true,
  hint: `${hint} Keep its whole address as the token of the credential: whoever knows it can post.`,
})

export const webhookBase = (description: string) =>
  text('Base address', description, { format: 'uri', maxLength: 2_000 })

/** @throws {ToolFailure} for every status of 300 and more. @throws {OutboundError} */
export async function callWebhook(
  service: ChatService,
  call: WebhookCall,
  context: CatalogContext,
): Promise<OutboundResponse> {
  const url = await webhookUrl(service, context)
  const { timeoutMs: totalMs, signal } = context
  const { method, path = '', query = {}, body } = call
  url.pathname += path
  const response = await context.outbound.request({
    method,
    url: urlOf({ url: url.href, query }),
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    timeouts: { totalMs, firstByteMs: totalMs },
    signal,
  })
  if (response.status >= 300) throw webhookFailure(service, response)
  return response
}

/** @param status when it stands elsewhere than in the status line */
export function webhookFailure(
  { name }: ChatService,
  response: OutboundResponse,
  status = response.status,
): ToolFailure {
  const reason = response.body.toString('utf8', 0, 300)
  return restFailure(name, 'the message', { status, headers: response.headers }, reason)
}

async function webhookUrl({ name, baseUrl }: ChatService, context: CatalogContext): Promise<URL> {
  const base = URL.parse(String(context.settings['baseUrl'] ?? baseUrl))
  if (base === null) throw invalidArguments(`${name} is installed without a base address`)
  const secret = await context.reveal(base.href)
  const address = secret?.['token']
  if (address === undefined)
    throw new ToolFailure('unknown-credential', `${name} is installed without a webhook`)
  const url = URL.parse(address.trim(), base.href)
  if (url !== null && url.origin === base.origin && url.pathname.length > 1) return url
  throw new ToolFailure('bad-credential', `the credential is not the address of a webhook at ${base.host}`)
}
