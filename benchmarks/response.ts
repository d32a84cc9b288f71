// Reads one HTTP/1.1 response out of received bytes, as little as a load generator needs: status and body
// length. The servers under load answer with Content-Length; anything else is refused loudly rather than
// measured wrongly.

/** What `readResponse` found. One object for each connection, written again for every response. */
export interface Response {
  status: number
  /** Offsets of the body in the bytes, [start, end). */
  bodyStart: number
  bodyEnd: number
}

const headEnd = Buffer.from('\r\n\r\n')
const usualLength = Buffer.from('Content-Length: ')
const zero = 48
const nine = 57

/**
 * @param bytes of which [start, end) were received and not yet read
 * @param into  is overwritten
 * @returns whether a whole response is there
 * @throws {Error} it is no HTTP/1.1 response, or one without Content-Length
 */
export function readResponse(bytes: Buffer, start: number, end: number, into: Response): boolean {
  const head = bytes.indexOf(headEnd, start)
  if (head === -1 || head + 4 > end) return false
  into.status = number(bytes, start + 9)
  into.bodyStart = head + 4
  into.bodyEnd = into.bodyStart + contentLength(bytes, start, head)
  return into.bodyEnd <= end
}

function contentLength(bytes: Buffer, start: number, head: number): number {
  const usual = bytes.indexOf(usualLength, start)
  if (usual !== -1 && usual < head) return number(bytes, usual + usualLength.length)
  const text = bytes.toString('latin1', start, head).toLowerCase()
  if (!text.startsWith('http/1.1 ')) throw new Error(`not an HTTP/1.1 response: ${text.slice(0, 80)}`)
  const found = /\r\ncontent-length: *(\d+)/.exec(text)
  if (found) return Number(found[1])
  throw new Error(`a response without Content-Length cannot be measured: ${text.slice(0, 200)}`)
}

/** The decimal number that starts at the offset. */
function number(bytes: Buffer, offset: number): number {
  let value = 0
  for (let at = offset; bytes[at]! >= zero && bytes[at]! <= nine; at++) value = value * 10 + bytes[at]! - zero
  return value
}
