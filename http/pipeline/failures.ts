// The only table from failure codes to statuses, and the form of every error answer: `{"error": "..."}`, with
// the code in `X-Error-Code`. An error that is not a Failure is our defect: 500, whose text holds only the
// request id.
import type { Failure, FailureCode, FailureFacts } from '../../domain/failure.ts'

export const statusOf = {
  'invalid-json': 400,
  'validation-failed': 400,
  'bad-request': 400,
  unauthenticated: 401,
  'quota-exceeded': 402,
  'budget-exceeded': 402,
  forbidden: 403,
  'sign-up-closed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'workflow-needs-review': 409,
  'execution-ended': 409,
  'length-required': 411,
  'precondition-failed': 412,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'header-too-large': 431,
  overloaded: 503,
  unavailable: 503,
  'start-failed': 503,
} as const satisfies Record<FailureCode, number>

export interface ErrorAnswer {
  readonly status: number
  /** Flat: name, value, name, value. */
  readonly headers: readonly string[]
  readonly body: string
}

/** Path at which an organization buys more executions a month. */
export const upgradePath = '/api/v1/billing/checkout'

/** Facts in the body of a 402 beside `error`, see docs/internals/contract.md, 2. */
const quotaFacts = ['limit', 'current', 'upgrade'] as const

/**
 * The facts of a failure as a caller sees them. The upgrade path is added here, because the journal does not
 * know it.
 */
export function factsOf({ code, facts }: Failure): FailureFacts {
  return code === 'quota-exceeded' ? { ...facts, upgrade: upgradePath } : facts
}

export interface ErrorOptions {
  /** Parameters of `WWW-Authenticate: Bearer`, see RouteOptions. */
  readonly challenge?: Challenge | undefined
  /** There was a credential, and it was refused. */
  readonly isPresented?: boolean
  /** The form in which the programs that call a route read errors; default: `{"error": "..."}`. */
  readonly form?: ErrorForm | undefined
}

/** Parameters of a header by name. Values hold neither quotes nor backslashes. */
export type Challenge = Readonly<Record<string, string>>

/** `oauth`: that of RFC 6749, 5.2. */
export type ErrorForm = 'oauth'

export function answerTo(failure: Failure, options: ErrorOptions = {}): ErrorAnswer {
  const body = options.form === 'oauth' ? oauthBody(failure) : plainBody(failure)
  return {
    status: statusOf[failure.code],
    headers: headersOf(failure, options),
    body: JSON.stringify(body),
  }
}

/** The answer to a defect of ours. The log has the cause under the same id. */
export function internalError(requestId: string): ErrorAnswer {
  return {
    status: 500,
    headers: ['X-Error-Code', 'internal-error'],
    body: JSON.stringify({ error: `internal error, request ${requestId}` }),
  }
}

function plainBody(failure: Failure): Record<string, unknown> {
  const body: Record<string, unknown> = { error: failure.message }
  // A plan that cannot be read: everything that is wrong with it, each with its step.
  if (failure.facts['diagnostics'] !== undefined) body['diagnostics'] = failure.facts['diagnostics']
  if (failure.code !== 'quota-exceeded') return body
  const facts = factsOf(failure)
  for (const name of quotaFacts) body[name] = facts[name]
  return body
}

/** A client that has to wait, or to come again, must not take its request for a wrong one. */
function oauthBody({ code, message }: Failure) {
  const isLater = statusOf[code] === 429 || statusOf[code] === 503
  return { error: isLater ? 'temporarily_unavailable' : 'invalid_request', error_description: message }
}

function headersOf({ code, facts }: Failure, { challenge, isPresented }: ErrorOptions): string[] {
  const headers = ['X-Error-Code', code]
  const { allow, retryAfterMs, scope, acceptEncoding } = facts
  if (code === 'unauthenticated') {
    headers.push('WWW-Authenticate', bearer(isPresented ? { error: 'invalid_token' } : {}, challenge))
  }
  if (code === 'forbidden' && typeof scope === 'string') {
    headers.push('WWW-Authenticate', bearer({ error: 'insufficient_scope', scope }, challenge))
  }
  // RFC 9110, 15.5.16.
  if (typeof acceptEncoding === 'string') headers.push('Accept-Encoding', acceptEncoding)
  if (Array.isArray(allow)) headers.push('Allow', allow.join(', '))
  if (typeof retryAfterMs === 'number') headers.push('Retry-After', seconds(retryAfterMs))
  else if (statusOf[code] === 503) headers.push('Retry-After', '1')
  return headers
}

/**
 * RFC 6750, 3: each parameter once; what is wrong says it more exactly than the route.
 * @param error empty: nothing was wrong yet
 */
function bearer(error: Challenge, challenge: Challenge | undefined): string {
  if (challenge === undefined) return 'Bearer'
  const parameters = Object.entries({ ...error, ...challenge, ...error })
  return `Bearer ${parameters.map(([name, value]) => `${name}="${value}"`).join(', ')}`
}

/** Whole seconds, at least 1, rounded up: a client that waits this long is let in. */
function seconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)))
}
