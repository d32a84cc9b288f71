// Gives openid-client the guarded outbound client as its fetch, and translates its errors.
import { AuthorizationResponseError, type CustomFetch, ResponseBodyError } from 'openid-client'
import { type Outbound, OutboundError, type OutboundRequest } from '../outbound/outbound.ts'
import { ProviderError } from './sign-in-provider.ts'

const answerMs = 10_000
const answerBytes = 256 * 1024

export function guardedFetch(outbound: Outbound): CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body === undefined || body === null ? {} : { body: String(body) }
    const answer = await outbound.request({
      ...{ method: method as OutboundRequest['method'], url, headers, ...sent },
      ...{ maxBytes: answerBytes, timeouts: { totalMs: answerMs } },
    })
    // A Response with such a status takes no body.
    const content = answer.body.length === 0 ? null : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: answer.headers })
  }
}

/** @param title of the provider, for messages */
export function providerError(title: string, error: unknown): ProviderError {
  const unreached = [error, (error as Error).cause].find(each => each instanceof OutboundError)
  if (unreached !== undefined) return new ProviderError('unreachable', unreached.message, error)
  if (error instanceof AuthorizationResponseError) {
    return new ProviderError('refused', `${title} said ${inOneLine(error.error)}`, error)
  }
  const said = error instanceof ResponseBodyError ? `: ${inOneLine(error.error)}` : ''
  return new ProviderError('failed', `${title} gave no usable answer${said}`, error)
}

function inOneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)
}
