// Turns bytes of the outside into text, as browsers do, and says which bytes are a text at all. Called
// wherever a body or a file of unknown origin becomes text.

/**
 * By its byte order mark; else by the charset that came with it; else as UTF-8; else, when it is not UTF-8,
 * in the encoding of western Windows. What does not decode becomes U+FFFD.
 * @param charset label of the encoding; one that nobody knows counts as none
 */
export function decodedText(bytes: Uint8Array, charset: string | null = null): string {
  const known = decodedBy(markOf(bytes), bytes) ?? decodedBy(charset, bytes)
  if (known !== null) return known
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const read = new TextDecoder('utf-8').decode(bytes)
    return isMostlyWhole(read) ? read : new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Whether bytes that nobody calls a text are one: they hold no byte that no text holds.
 * @param charset that came with them all the same
 * @see https://mimesniff.spec.whatwg.org/#binary-data-byte
 */
export function isText(bytes: Uint8Array, charset: string | null = null): boolean {
  const mark = markOf(bytes)
  if (mark !== null && mark !== 'utf-8') return !binaryCharacter.test(new TextDecoder(mark).decode(bytes))
  // A PDF without compression holds letters only, and is a file all the same.
  if (startsWith(bytes, '%PDF-')) return false
  if (binaryCharacter.test(Buffer.from(bytes).toString('latin1'))) return false
  return charset !== null || isUtf8(bytes) || hasFewAccents(bytes)
}

/** A text in any encoding but UTF-16 holds no zero, a ZIP archive or a picture holds many. */
export function hasZero(bytes: Uint8Array): boolean {
  const mark = markOf(bytes)
  return (mark === null || mark === 'utf-8') && bytes.includes(0)
}

const binaryCharacter = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\ufffd]/

/** The encoding that a byte order mark tells, or a zero beside each of the first letters. */
function markOf(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && fourth === 0 && isLetter(first) && isLetter(third)) return 'utf-16le'
  if (first === 0 && third === 0 && isLetter(second) && isLetter(fourth)) return 'utf-16be'
  return null
}

/** Of ASCII. */
function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x20 && byte < 0x7f
}

function decodedBy(label: string | null, bytes: Uint8Array): string | null {
  if (label === null) return null
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return null
  }
}

/** UTF-8 with a broken character, as where a text was cut, and not another encoding. */
function isMostlyWhole(read: string): boolean {
  const broken = read.match(/\ufffd/g)?.length ?? 0
  const whole = read.match(/[^\u0000-\u007f\ufffd]/g)?.length ?? 0
  return whole > broken
}

/** In western languages; of random bytes half are letters with accents. */
function hasFewAccents(bytes: Uint8Array): boolean {
  const accents = bytes.reduce((count, byte) => (byte < 0x80 ? count : count + 1), 0)
  return accents < bytes.length / 4
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function startsWith(bytes: Uint8Array, letters: string): boolean {
  return [...letters].every((letter, index) => bytes[index] === letter.charCodeAt(0))
}
