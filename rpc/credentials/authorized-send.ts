// Sends one request with a credential: authorizes it at the last moment, and notes the outcome as a use of
// the credential. When the server refuses the token and another can be had, it sends once more. Called by the
// hub, the connector and first-party tools.

import type { ConnectionUse } from '../connections/connection-tokens.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Authorization, Credentials, CredentialUse } from './credentials.ts'

/**
 * @param send makes the request with the given authorization; called once or twice
 * @throws {ToolFailure} as Credentials.authorize, and whatever `send` throws
 */
export async function sendAuthorized<Response extends { readonly status: number }>(
  credentials: Credentials,
  use: CredentialUse,
  send: (authorization: Authorization) => Promise<Response>,
): Promise<Response> {
  const first = await credentials.authorize(use)
  const response = await sendAndNote(credentials, [use], () => send(first))
  if (response.status !== 401) return response
  credentials.refused(use)
  const second = await credentials.authorize(use)
  const isSame = JSON.stringify(second) === JSON.stringify(first)
  return isSame ? response : sendAndNote(credentials, [use], () => send(second))
}

/** The same with the token of a connection. @throws {ToolFailure} as Credentials.authorizeConnection */
export async function sendConnected<Response extends Answer>(
  credentials: Credentials,
  use: ConnectionUse,
  send: (authorization: Authorization) => Promise<Response>,
): Promise<Response> {
  const response = await sendRenewing(credentials, use, send)
  const scopes = lackedScopes(response)
  if (scopes !== null) await credentials.connectionLacks(use, scopes)
  return response
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** The scopes of a 403 for want of them (RFC 6750); null for every other answer, and for what is no scope. */
export function lackedScopes({ status, headers }: Answer): string | null {
  const challenge = headers['www-authenticate'] ?? ''
  if (status !== 403 || !/\berror="?insufficient_scope\b/i.test(challenge)) return null
  const scopes = /\bscope="([^"]{1,1000})"/i.exec(challenge)?.[1]?.trim().split(/ +/) ?? []
  const isEach = scopes.length > 0 && scopes.every(scope => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope))
  return isEach ? scopes.join(' ') : null
}

async function sendRenewing<Response extends Answer>(
  credentials: Credentials,
  use: ConnectionUse,
  send: (authorization: Authorization) => Promise<Response>,
): Promise<Response> {
  const first = await credentials.authorizeConnection(use)
  const response = await send(first)
  if (response.status !== 401) return response
  credentials.refusedConnection(use)
  const second = await credentials.authorizeConnection(use)
  return JSON.stringify(second) === JSON.stringify(first) ? response : send(second)
}

/** Sends, and notes the answer's status as a use of the credentials; null without an answer. */
export async function sendAndNote<Response extends { readonly status: number }>(
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

/** A client for one call with secrets in its content: each request counts as a use of these credentials. */
export function notingOutbound(
  outbound: Outbound,
  credentials: Credentials,
  uses: readonly CredentialUse[],
): Outbound {
  if (uses.length === 0) return outbound
  return {
    request: request => sendAndNote(credentials, uses, () => outbound.request(request)),
    // The client belongs to the host, not to the call.
    close: async () => {},
  }
}
