// Checks the headers that a caller sets on an outbound request. Refuses headers of the connection, and
// characters that would end a header and begin another. Called by outbound.ts.
import { OutboundError } from './outbound-error.ts'

/** The client sets these itself, or they concern the connection only. */
const reserved: ReadonlySet<string> = new Set(
  (
    'host connection content-length transfer-encoding keep-alive upgrade te trailer expect accept-encoding ' +
    'proxy-authorization proxy-connection http2-settings'
  ).split(' '),
)
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/

/** Some public APIs refuse a request without a user agent. */
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
