// Calls incoming webhooks of chat services (Slack, Discord, Teams). The URL of such a webhook is itself the
// secret: it is stored as a credential, opened when the request is sent, and appears in no argument, output
// or error.
import type { JsonObject } from '../../domain/json.ts'
import { text } from '../builtin/schema.ts'
import { invalidArguments, ToolFailure } from '../builtin/tool.ts'
import { urlOf } from '../builtin/web/http-content.ts'
import type { OutboundRequest, OutboundResponse } from '../outbound/outbound.ts'
import type { FirstPartyContext, FirstPartyCredential } from './first-party-server.ts'
import { restFailure } from './rest-failure.ts'

export interface ChatService {
  /** The name that people know: `Slack`. */
  readonly name: string
  /**
   * Where the service's webhooks are, unless the settings name another place; null when each customer has its
   * own host.
   */
  readonly baseUrl: string | null
}

export interface WebhookCall {
  readonly method: OutboundRequest['method']
  /** Appended to the path of the webhook. */
  readonly path?: string
  readonly query?: JsonObject
  readonly body?: JsonObject
}

export const webhookCredential = (hint: string): FirstPartyCredential => ({
  kinds: ['bearer'],
  isRequired: true,
  hint: `${hint} Keep its whole address as the token of the credential: whoever knows it can post.`,
})

export const webhookBase = (description: string) =>
  text('Base address', description, { format: 'uri', maxLength: 2_000 })

/**
 * @throws {ToolFailure} for every status of 300 or more
 * @throws {OutboundError}
 */
export async function callWebhook(
  service: ChatService,
  call: WebhookCall,
  context: FirstPartyContext,
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

/** @param status when the answer's text reports another one than its status line */
export function webhookFailure(
  { name }: ChatService,
  response: OutboundResponse,
  status = response.status,
): ToolFailure {
  const reason = response.body.toString('utf8', 0, 300)
  return restFailure(name, 'the message', { status, headers: response.headers }, reason)
}

async function webhookUrl({ name, baseUrl }: ChatService, context: FirstPartyContext): Promise<URL> {
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
