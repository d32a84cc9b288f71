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

/**
 * @param challenge parameters of `WWW-Authenticate: Bearer`, see RouteOptions
 * @param isPresented there was a credential, and it was refused
 */
export function answerTo(failure: Failure, challenge?: string, isPresented = false): ErrorAnswer {
  const body: Record<string, unknown> = { error: failure.message }
  if (failure.code === 'quota-exceeded') {
    const facts = factsOf(failure)
    for (const name of quotaFacts) body[name] = facts[name]
  }
  // A plan that cannot be read: everything that is wrong with it, each with its step.
  if (failure.facts['diagnostics'] !== undefined) body['diagnostics'] = failure.facts['diagnostics']
  return {
    status: statusOf[failure.code],
    headers: headersOf(failure, challenge, isPresented),
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

function headersOf({ code, facts }: Failure, challenge: string | undefined, isPresented: boolean): string[] {
  const headers = ['X-Error-Code', code]
  const { allow, retryAfterMs, scope } = facts
  if (code === 'unauthenticated') {
    headers.push('WWW-Authenticate', bearer(challenge, isPresented ? 'error="invalid_token"' : null))
  }
  if (code === 'forbidden' && typeof scope === 'string') {
    headers.push('WWW-Authenticate', bearer(challenge, `error="insufficient_scope", scope="${scope}"`))
  }
  if (Array.isArray(allow)) headers.push('Allow', allow.join(', '))
  if (typeof retryAfterMs === 'number') headers.push('Retry-After', seconds(retryAfterMs))
  else if (statusOf[code] === 503) headers.push('Retry-After', '1')
  return headers
}

/** RFC 6750, 3. @param error its parameters; null: nothing was wrong yet */
function bearer(challenge: string | undefined, error: string | null): string {
  if (challenge === undefined) return 'Bearer'
  return error === null ? `Bearer ${challenge}` : `Bearer ${error}, ${challenge}`
}

/** Whole seconds, at least 1, rounded up: a client that waits this long is let in. */
function seconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)))
}
