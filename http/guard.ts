// The guard: looks at the head of every request before anything else does, and refuses what two parsers could read
// differently (the ground of request smuggling), because uWebSockets.js parses HTTP/1.1 loosely. Called by the pipeline,
// which answers a refusal in a later turn of the event loop and closes the connection.
import { Failure } from '../domain/failure.ts'

/** 1 MiB exactly: the limit of service.md on a request body. */
export const bodyLimitBytes = 1_048_576
/** Both engines parse at most so many bytes of head: a long token or a browser's cookies fit, abuse does not. */
export const headLimitBytes = 8_192
export const headerCountLimit = 100

export interface RequestHead {
  readonly path: string
  /** Flat and as received: name in lower case, value, name, value. Repeated names stand repeatedly. */
  readonly fields: readonly string[]
}

/** @returns why the request must not be read any further, or null */
export function guard({ path, fields }: RequestHead): Failure | null {
  if (fields.length > 2 * headerCountLimit) {
    return new Failure('header-too-large', `more than ${headerCountLimit} headers`)
  }
  let hosts = 0
  let lengths = 0
  let authorizations = 0
  let contentTypes = 0
  let length = ''
  for (let i = 0; i < fields.length; i += 2) {
    switch (fields[i]) {
      case 'host':
        if (fields[i + 1] === '') return refuse('Host is empty')
        hosts++
        break
      case 'content-length':
        length = fields[i + 1]!
        lengths++
        break
      case 'authorization':
        authorizations++
        break
      case 'content-type':
        contentTypes++
        break
      case 'transfer-encoding':
        return new Failure('length-required', 'Transfer-Encoding is not taken: send Content-Length')
    }
  }
  if (hosts !== 1) return refuse(`expected one Host header, received ${hosts}`)
  if (authorizations > 1) return refuse('more than one Authorization header')
  if (contentTypes > 1) return refuse('more than one Content-Type header')
  if (lengths > 0) {
    const failure = lengths > 1 ? refuse('more than one Content-Length header') : judgeLength(length)
    if (failure !== null) return failure
  }
  return isPlainPath(path) ? null : refuse('the path must begin with / and be plain ASCII')
}

/** Length of the body that a head which passed the guard announces, in bytes. */
export function announcedLength(contentLength: string): number {
  return contentLength === '' ? 0 : Number(contentLength)
}

function judgeLength(text: string): Failure | null {
  if (!/^\d+$/.test(text)) return refuse('Content-Length is not a decimal number')
  if (Number(text) <= bodyLimitBytes) return null
  return new Failure('body-too-large', `the body is over ${bodyLimitBytes} bytes`)
}

function isPlainPath(path: string): boolean {
  if (path.charCodeAt(0) !== 47) return false
  for (let i = 1; i < path.length; i++) {
    const code = path.charCodeAt(i)
    if (code <= 32 || code >= 127) return false
  }
  return true
}

function refuse(message: string): Failure {
  return new Failure('bad-request', message)
}
