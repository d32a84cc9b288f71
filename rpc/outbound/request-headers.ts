// Headers that a caller may set on an outbound request. What belongs to the connection is refused, and so is any
// character that would end a header and begin another.
import { OutboundError } from './outbound-error.ts'

/** Set by the client itself, or meaningful to the connection only. */
const reserved: ReadonlySet<string> = new Set(
  (
    'host connection content-length transfer-encoding keep-alive upgrade te trailer expect accept-encoding ' +
    'proxy-authorization proxy-connection http2-settings'
  ).split(' '),
)
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/

/** Some public interfaces refuse a request that does not say who asks. */
const userAgent = 'Troupe'

/**
 * @returns names and values in turn, as undici takes them
 * @throws {OutboundError} `bad-header`; the message names the header, never its value
 */
export function checkHeaders(headers: Readonly<Record<string, string>>, host: string): string[] {
  const flat: string[] = []
  let saysWho = false
  for (const name in headers) {
    const value = headers[name]!
    const lower = name.toLowerCase()
    if (!token.test(name) || invalidValue.test(value))
      throw badHeader(host, name, 'holds characters that no header may')
    if (reserved.has(lower)) throw badHeader(host, name, 'is set by the connection')
    if (lower === 'user-agent') saysWho = true
    flat.push(lower, value)
  }
  if (!saysWho) flat.push('user-agent', userAgent)
  return flat
}

function badHeader(host: string, name: string, why: string): OutboundError {
  const shown = JSON.stringify(name.slice(0, 100))
  return new OutboundError('bad-header', host, `${host} was not called: the header ${shown} ${why}`)
}
