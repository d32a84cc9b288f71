// An answer from outside: its head, its body as it comes, and what is left of both in the end.
import type { IncomingHttpHeaders } from 'node:http'

export interface OutboundHead {
  readonly status: number
  /** Names in lower case; repeated ones joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
}

/** What came back, before redirects and encodings are looked at. */
export interface RawAnswer extends OutboundHead {
  /** Empty when it was handed on. */
  readonly body: Buffer
}

/** Takes a body as it comes. */
export interface BodyReader {
  /** @returns true: it has what it wanted, the call is over */
  read(chunk: Buffer): boolean
  /** Bytes of the body that it keeps for now. */
  readonly heldBytes: number
}

/** Repeated headers come as lists; joined, as RFC 9110 5.3 allows for all that a caller here reads. */
export function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  for (const name in headers) {
    const value = headers[name]
    if (Array.isArray(value)) headers[name] = value.join(', ')
  }
  return headers as Record<string, string>
}
