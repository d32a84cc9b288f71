// Failure: what a caller did wrong, or asked of a service that cannot do it now. Thrown in every layer;
// http/pipeline/failures.ts alone turns it into a status. The message names the value and the limit, never
// a secret.
import type { JsonObject } from './json.ts'

/** Every failure code (it leaves as `X-Error-Code`) and what it means to the caller. */
export const failureCodes = {
  'invalid-json':
    'The body is not JSON, is nested deeper than 64 levels, or holds a character that is refused: NUL, or half of a surrogate pair',
  'validation-failed':
    'A field of the body or the query is wrong; the message names it and says what was expected',
  'bad-request': 'The request itself is wrong: a header, a path, a combination of fields',
  unauthenticated: 'The request has no credential, or one that is unknown, expired or revoked',
  'quota-exceeded': 'The executions of this month are used up; the body has `limit`, `current` and `upgrade`',
  'budget-exceeded':
    'The compute units of this month are used up that the API key may use; the message has the limit and what is used',
  forbidden: 'The caller lacks the permission, or the API key may not be used from this address or origin',
  'sign-up-closed': 'Nobody makes an account here without an invitation, or at all (`SIGN_UP`)',
  'not-found': 'It does not exist, or belongs to another organization: the answer is the same for both',
  'method-not-allowed': 'The path does not have this method; `Allow` lists those that it has',
  conflict: 'The state of the resource does not allow this now; the message says what it is',
  'workflow-needs-review': 'The workflow version has diagnostics of severity `error`, so it cannot run',
  'execution-ended': 'The execution has ended, so this can no longer be done to it',
  'precondition-failed':
    'The resource has changed since the state that `If-Match` names; read it again and decide anew',
  'length-required':
    'The body is neither of a Content-Length nor in plain chunks (Transfer-Encoding: chunked alone)',
  'body-too-large': 'The body is over 1 MiB',
  'unsupported-media-type': 'The body is not `application/json` in UTF-8',
  'rate-limited':
    'The client has made too many requests in this minute; `Retry-After` says when it may try again',
  'header-too-large': 'The request has too many headers, or headers that are too large',
  overloaded: 'A queue of the service is full and nothing was done; try again after `Retry-After`',
  unavailable:
    'The service is starting or stopping, is a restored copy that is not activated, or cannot reach its database',
  'start-failed': 'Starting this execution crashed its worker thread again and again, so it was given up',
} as const

export type FailureCode = keyof typeof failureCodes

/**
 * Facts that go with a failure: `limit`, `current` of a reached quota, `retryAfterMs`, `allow`, `diagnostics`
 * of a plan.
 */
export type FailureFacts = JsonObject

export class Failure extends Error {
  readonly code: FailureCode
  readonly facts: FailureFacts

  constructor(code: FailureCode, message: string, facts: FailureFacts = {}) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.facts = facts
  }

  /** For the way between threads; `Failure.from` reads it back. */
  toJSON(): { code: FailureCode; message: string; facts: FailureFacts } {
    return { code: this.code, message: this.message, facts: this.facts }
  }

  static from(json: { code: FailureCode; message: string; facts?: FailureFacts }): Failure {
    return new Failure(json.code, json.message, json.facts)
  }
}

/** The answer for an id of somebody else, and the same for an id that never existed. */
export function notFound(what: string): Failure {
  return new Failure('not-found', `${what} not found`)
}
