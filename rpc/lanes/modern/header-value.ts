// Decodes header values that mirror values of the body (SEP-2243): plain when visible ASCII, else
// `=?base64?...?=`. It checks base64 strictly, since Node's decoder accepts anything.

const sentinel = /^=\?base64\?(.*)\?=$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const plain = /^[\t\x20-\x7e]*$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * @param header as received
 * @returns the value that it encodes; null when it is malformed
 */
export function decodeHeaderValue(header: string): string | null {
  const value = header.replace(/^[ \t]+|[ \t]+$/g, '')
  if (!plain.test(value)) return null
  const encoded = sentinel.exec(value)?.[1]
  if (encoded === undefined) return value
  if (!base64.test(encoded)) return null
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'))
  } catch {
    return null
  }
}
