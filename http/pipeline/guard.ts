// The guard: the pipeline calls it first, with the head of every request. It refuses what two parsers could
// read differently (the cause of request smuggling), because uWebSockets.js parses HTTP/1.1 loosely. The
// pipeline answers a refusal with `Exchange.refuse`: the connection closes, and nothing that follows on it is
// read.
import { Failure } from '../../domain/failure.ts'

/** 1 MiB exactly: the limit on a request body (docs/internals/contract.md, 2). */
export const bodyLimitBytes = 1_048_576
/** Limit of a head without its white space: a long token or a browser's cookies fit, abuse does not. */
export const headLimitBytes = 8_192
/**
 * uWebSockets.js takes 98. With a lower limit, a few headers too many are answered here, alike on both
 * engines.
 */
export const headerCountLimit = 90
/** The engines accept more than the guard does, so that the guard answers. */
export const engineHeadLimitBytes = 16_384

export interface RequestHead {
  readonly method: string
  readonly path: string
  /** Without its `?`. */
  readonly query: string
  /** Flat and as received: name in lower case, value, name, value. A repeated name appears repeatedly. */
  readonly fields: readonly string[]
}

/** @returns why the request must not be read any further, or null */
export function guard({ method, path, query, fields }: RequestHead): Failure | null {
  if (fields.length > 2 * headerCountLimit) {
    return new Failure('header-too-large', `more than ${headerCountLimit} headers`)
  }
  let hosts = 0
  let lengths = 0
  let authorizations = 0
  let contentTypes = 0
  let encodings = 0
  let length = ''
  let encoding = ''
  let size = method.length + path.length + query.length + requestLineRest
  for (let i = 0; i < fields.length; i += 2) {
    size += fields[i]!.length + fields[i + 1]!.length + headerLineRest
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
        encoding = fields[i + 1]!
        encodings++
        break
    }
  }
  if (size > headLimitBytes) {
    return new Failure('header-too-large', `the head of the request is over ${headLimitBytes} bytes`)
  }
  if (hosts !== 1) return refuse(`expected one Host header, received ${hosts}`)
  if (authorizations > 1) return refuse('more than one Authorization header')
  if (contentTypes > 1) return refuse('more than one Content-Type header')
  if (encodings > 0) {
    if (encodings > 1 || !/^chunked$/i.test(encoding))
      return new Failure('length-required', 'Transfer-Encoding: expected chunked alone, or Content-Length')
    // One parser would believe the one, another the other (RFC 9112, 6.3).
    if (lengths > 0) return refuse('Content-Length and Transfer-Encoding at once')
  }
  if (lengths > 0) {
    const failure = lengths > 1 ? refuse('more than one Content-Length header') : judgeLength(length)
    if (failure !== null) return failure
  }
  return isPlainPath(path) ? null : refuse('the path must begin with / and be plain ASCII')
}

/** Two spaces, the version, the line's end, and the empty line that ends the head. */
const requestLineRest = ' ?'.length + ' HTTP/1.1\r\n'.length + '\r\n'.length
const headerLineRest = ': \r\n'.length

/** May a body follow, by a head that passed the guard? One in chunks says its length as it goes. */
export function announcesBody(header: (name: string) => string): boolean {
  return isChunked(header) || Number(header('content-length')) > 0
}

export function isChunked(header: (name: string) => string): boolean {
  return header('transfer-encoding') !== ''
}

export function bodyTooLarge(): Failure {
  return new Failure('body-too-large', `the body is over ${bodyLimitBytes} bytes`)
}

function judgeLength(text: string): Failure | null {
  if (!/^\d+$/.test(text)) return refuse('Content-Length is not a decimal number')
  if (Number(text) <= bodyLimitBytes) return null
  return bodyTooLarge()
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
