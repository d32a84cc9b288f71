// Fetches a page or a feed and decodes it: by its byte order mark, by the server's character set, by the one
// that the text declares at its beginning, or as UTF-8.
import { declaredCharset } from '../../builtin/web/declared-charset.ts'
import { decodedText } from '../../builtin/web/decoded-text.ts'
import type { OutboundResponse } from '../../outbound/outbound.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { restFailure } from '../rest-failure.ts'
import { resolveAddress } from './address.ts'

export interface Markup {
  readonly text: string
  /** The URL after redirects. */
  readonly url: string
  /** Without parameters, in lower case; empty when the server gives none. */
  readonly mediaType: string
}

/** Large pages contain their scripts. */
const maxBytes = 4 * 1024 * 1024

/** @throws {ToolFailure} @throws {OutboundError} */
export async function fetchMarkup(
  address: string,
  accept: string,
  context: FirstPartyContext,
): Promise<Markup> {
  const { url, headers, shown } = await resolveAddress(address, context)
  const { timeoutMs: totalMs, signal } = context
  const response = await context.outbound.request({
    method: 'GET',
    url,
    headers: { accept, ...headers },
    signal,
    timeouts: { totalMs, firstByteMs: totalMs },
    maxBytes,
    maxRedirects: 5,
  })
  if (response.status >= 300) {
    const { host, pathname } = new URL(response.url)
    throw restFailure(host, `GET ${pathname}`, response, '')
  }
  return { text: decode(response), url: shown(response.url), mediaType: typeOf(response) }
}

function typeOf({ headers }: OutboundResponse): string {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
}

function decode({ headers, body }: OutboundResponse): string {
  const named = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
  return decodedText(body, named ?? declaredCharset(body))
}
