// One request with a credential: authorised at the last moment, noted with what came of it, and sent once more when a
// token was refused and another one could be had.

import type { Outbound } from '../outbound/outbound.ts'
import type { Authorization, Credentials, CredentialUse } from './credentials.ts'

/**
 * @param send makes the request with what it is given; called once or twice
 * @throws {ToolFailure} as Credentials.authorize, and whatever `send` throws
 */
export async function sendAuthorized<Response extends { readonly status: number }>(
  credentials: Credentials,
  use: CredentialUse,
  send: (authorization: Authorization) => Promise<Response>,
): Promise<Response> {
  const first = await credentials.authorize(use)
  const response = await noted(credentials, [use], () => send(first))
  if (response.status !== 401) return response
  credentials.refused(use)
  const second = await credentials.authorize(use)
  const isSame = JSON.stringify(second) === JSON.stringify(first)
  return isSame ? response : noted(credentials, [use], () => send(second))
}

/** Sends, and tells the credentials that were used for it which status came back; null when none did. */
export async function noted<Response extends { readonly status: number }>(
  credentials: Credentials,
  uses: readonly CredentialUse[],
  send: () => Promise<Response>,
): Promise<Response> {
  let status: number | null = null
  try {
    const response = await send()
    status = response.status
    return response
  } finally {
    for (const use of uses) credentials.used(use, status)
  }
}

/** The client for one call that carries credentials in its content: each request is noted as a use of them. */
export function notingOutbound(
  outbound: Outbound,
  credentials: Credentials,
  uses: readonly CredentialUse[],
): Outbound {
  if (uses.length === 0) return outbound
  return {
    request: request => noted(credentials, uses, () => outbound.request(request)),
    // The client belongs to the host, not to the call.
    close: async () => {},
  }
}
