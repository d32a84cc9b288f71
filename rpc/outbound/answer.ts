// Types of an answer from outside: its head, a reader for its body, and the complete answer. Used by
// outbound.ts and call.ts.
import type { IncomingHttpHeaders } from 'node:http'

export interface OutboundHead {
  readonly status: number
  /** Names in lower case; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
}

/** The answer before redirects and encodings are handled. */
export interface RawAnswer extends OutboundHead {
  /** Empty when a reader took it. */
  readonly body: Buffer
}

/** Takes a body chunk by chunk. */
export interface BodyReader {
  /** @returns true: it needs no more, the call ends */
  read(chunk: Buffer): boolean
  /** Bytes of the body that it holds now. */
  readonly heldBytes: number
}

/** Joins repeated headers, which RFC 9110 5.3 allows for every header that our callers read. */
export function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  for (const name in headers) {
    const value = headers[name]
    if (Array.isArray(value)) headers[name] = value.join(', ')
  }
  return headers as Record<string, string>
}
