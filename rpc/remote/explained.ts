// What a refusal of a tool server means, and what to do about it, in one sentence: a credential that is
// missing or not taken, and the transport that MCP had in 2024. Called by wire.ts.

import { chooseConnect } from '../../domain/tools/connection.ts'
import { lackedScopes } from '../credentials/authorized-send.ts'
import type { BodyReader, OutboundResponse } from '../outbound/outbound.ts'
import { excerpt } from './excerpt.ts'
import { type Fault, fault, type Reply } from './reply.ts'

/** What a request carried. */
export type Carried = 'nothing' | 'credential' | 'connection'

export function explained(
  reply: Reply,
  { status, headers }: Pick<OutboundResponse, 'status' | 'headers'>,
  carried: Carried,
): Reply {
  if (reply.type === 'result' || (status !== 401 && status !== 403)) return reply
  const said = reply.type === 'rpc-error' && reply.message !== '' ? ` (${reply.message})` : ''
  const lacked = carried === 'connection' ? lackedScopes({ status, headers }) : null
  if (lacked !== null) {
    const message = `answered 403${said}: its connection needs more rights (${excerpt(lacked)}); ${chooseConnect} again`
    return fault('connection-needs-rights', message, { status })
  }
  const why = reasonOf(status, headers['www-authenticate'] ?? '', carried)
  return fault('bad-answer', `answered ${status}${said}: ${why}`, { status })
}

function reasonOf(status: 401 | 403, challenge: string, carried: Carried): string {
  const scope = /\bscope="([^"]{1,200})"/i.exec(challenge)?.[1]
  const wanted = scope === undefined ? '' : ` with the scope ${excerpt(scope)}`
  if (carried === 'connection')
    return status === 403
      ? 'whoever connected it may not do this there'
      : `it does not take the token of its connection; ${chooseConnect} again`
  const hasCredential = carried === 'credential'
  if (status === 403)
    return hasCredential
      ? `its credential may not do this; set one${wanted} that may`
      : `it lets nobody in without a credential${wanted}, or not this service`
  if (hasCredential) return `it does not take the credential of its registration; set a valid one${wanted}`
  const scheme = /^\s*([A-Za-z][\w-]{0,30})\b/.exec(challenge)?.[1]
  // Who names its metadata has an authorization server; who wants a Bearer token may have one.
  if (/\bresource_metadata=/i.test(challenge))
    return `it lets in by consent (OAuth)${wanted}: ${chooseConnect}, which opens its page for that`
  if (scheme?.toLowerCase() === 'bearer')
    return `it wants a token (Bearer)${wanted}: ${chooseConnect}, or store one as a credential and name it in the server's registration`
  const kind = scheme === undefined ? '' : ` (${scheme})`
  return `it wants a credential${kind}${wanted}: store one and name it in the server's registration`
}

export function oldTransport(): Fault {
  return fault(
    'old-transport',
    'speaks the transport of MCP 2024-11-05 (HTTP with server-sent events), which has no successor at this address: register its address for Streamable HTTP, often /mcp in place of /sse',
  )
}

/** Enough for the first event of a stream. */
const beginningBytes = 1_024

/** Reads the beginning of a stream, which tells the old transport: its first event names another address. */
export class StreamBeginning implements BodyReader {
  #text = ''

  get heldBytes(): number {
    return this.#text.length
  }

  get isOldTransport(): boolean {
    return /^event: ?endpoint\r?$/m.test(this.#text)
  }

  read(chunk: Buffer): boolean {
    this.#text += chunk.toString('latin1', 0, beginningBytes)
    return this.isOldTransport || this.#text.length >= beginningBytes || /\n\r?\n/.test(this.#text)
  }
}
