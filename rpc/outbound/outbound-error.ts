// What can go wrong between us and a server outside, in words that a person can act on. Every message names
// the host, but for an inner one that the policy refuses. None holds a header, a body or the query of a URL,
// because those may carry secrets.

export type OutboundErrorCode =
  | 'bad-url' // not an http(s) URL, credentials in it, or a port that is no web server's
  | 'bad-header' // a header that would break the request apart, or that is ours to set
  | 'refused-address' // the network policy forbids the address that the host has
  | 'unreachable' // no such name, connection refused, no route
  | 'bad-tls' // the certificate or the handshake
  | 'timeout' // one of the three deadlines
  | 'reset' // the connection broke before the answer was complete
  | 'bad-answer' // not HTTP, or an encoding that does not decode
  | 'too-large' // the answer is over its byte limit
  | 'redirect' // it points elsewhere and may not be followed
  | 'aborted' // the caller's signal
  | 'closed' // the outbound client has been closed

const retryable: ReadonlySet<OutboundErrorCode> = new Set(['unreachable', 'timeout', 'reset', 'closed'])

export class OutboundError extends Error {
  readonly code: OutboundErrorCode
  /** Host and port as written in the URL; empty when the URL could not be parsed. */
  readonly host: string
  /** The same request may succeed later. */
  readonly retryable: boolean
  /** The connection failed before an answer began. */
  readonly isUnanswered: boolean

  constructor(code: OutboundErrorCode, host: string, message: string, options: OutboundErrorOptions = {}) {
    super(message, options)
    this.name = 'OutboundError'
    this.code = code
    this.host = host
    this.retryable = retryable.has(code)
    this.isUnanswered = options.isUnanswered ?? true
  }
}

interface OutboundErrorOptions extends ErrorOptions {
  /** Default true. */
  readonly isUnanswered?: boolean
}

/** Turns an error of undici, a socket or the lookup into one of ours; ours pass unchanged. */
export function toOutboundError(error: unknown, host: string, isUnanswered = true): OutboundError {
  const ours = findOurs(error)
  if (ours !== null) return ours
  const { code, name } = error as NodeJS.ErrnoException
  const detail = code ?? name
  const kind = codeOf(detail)
  return new OutboundError(kind, host, `${host} ${sentence(kind, detail)}`, { cause: error, isUnanswered })
}

/** The lookup's refusal may arrive wrapped: as a cause, or in an AggregateError. */
function findOurs(error: unknown): OutboundError | null {
  if (error instanceof OutboundError) return error
  if (error instanceof AggregateError) return findOurs(error.errors[0])
  return error instanceof Error && error.cause !== undefined ? findOurs(error.cause) : null
}

function codeOf(code: string): OutboundErrorCode {
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') return 'reset'
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || code === 'HTTPParserError' || code.startsWith('HPE_'))
    return 'bad-answer'
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'too-large'
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') return 'bad-header'
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed'
  if (isTlsCode(code)) return 'bad-tls'
  return 'unreachable'
}

/** OpenSSL's verification results are plain words: DEPTH_ZERO_SELF_SIGNED_CERT, CERT_HAS_EXPIRED, ... */
function isTlsCode(code: string): boolean {
  return code === 'EPROTO' || /^ERR_(TLS|SSL)|CERT|SIGNATURE/.test(code)
}

function sentence(kind: OutboundErrorCode, detail: string): string {
  switch (kind) {
    case 'unreachable':
      return detail === 'ENOTFOUND' ? 'is not a known host name' : `could not be reached (${detail})`
    case 'bad-tls':
      return `could not be reached over TLS (${detail})`
    case 'timeout':
      return 'did not accept a connection in time'
    case 'reset':
      return 'closed the connection before its answer was complete'
    case 'bad-answer':
      return 'did not answer in valid HTTP'
    case 'too-large':
      return 'sent headers over 16 KiB'
    case 'closed':
      return 'was not called: this service is shutting down'
    default:
      return `was not called: the request is not valid (${detail})`
  }
}
