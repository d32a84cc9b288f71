// The guarded client as a `fetch`, for the SDK of Stripe (stripe-client.ts). It does what that SDK needs: a
// text as body, a bounded JSON answer.
import type { Outbound } from '../outbound/outbound.ts'

/** The connection sets these itself. */
const own = new Set(['host', 'connection', 'content-length', 'accept-encoding'])

export function outboundFetch(outbound: Outbound): typeof fetch {
  return async (input, init = {}) => {
    const { method = 'GET', headers, body, signal } = init
    const fields = [...new Headers(headers)].filter(([name]) => !own.has(name))
    const answer = await outbound.request({
      ...{
        method: method as 'GET' | 'POST' | 'DELETE',
        url: String(input),
        headers: Object.fromEntries(fields),
      },
      body: typeof body === 'string' && body !== '' ? body : undefined,
      timeouts: { connectMs: 5_000, firstByteMs: 10_000, totalMs: 15_000 },
      ...(signal && { signal }),
    })
    const answered = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const hasBody = answer.status !== 204 && answer.status !== 304
    return new Response(hasBody ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: answered,
    })
  }
}
