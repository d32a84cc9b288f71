// Values of the body that are mirrored in headers (SEP-2243): plain where they are visible ASCII, else
// `=?base64?...?=`. The base64 is judged strictly: Node's decoder takes anything.

const sentinel = /^=\?base64\?(.*)\?=$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const plain = /^[\t\x20-\x7e]*$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @param header as received. @returns the value that it stands for; null when it stands for none */
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
