// What a caller did wrong, or asked of a service that cannot do it now. Thrown anywhere, turned into a status in
// http/failures.ts and nowhere else. The message names the value and the limit, never a secret.

export type FailureCode =
  | 'invalid-json'
  | 'validation-failed'
  | 'unauthenticated'
  | 'quota-exceeded'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'workflow-needs-review'
  | 'execution-ended'
  | 'length-required'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'header-too-large'
  | 'bad-request'
  | 'overloaded'
  | 'unavailable'
  /** Its code ends the host that begins it, so it was given up. */
  | 'start-failed'

/** Facts that go with a failure: `limit`, `current`, `upgrade` of a 402, `retryAfterMs`, `allow`. */
export type FailureFacts = Readonly<Record<string, string | number | readonly string[]>>

export class Failure extends Error {
  readonly code: FailureCode
  readonly facts: FailureFacts

  constructor(code: FailureCode, message: string, facts: FailureFacts = {}) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.facts = facts
  }

  /** As it travels between threads; `Failure.from` is the way back. */
  toJSON(): { code: FailureCode; message: string; facts: FailureFacts } {
    return { code: this.code, message: this.message, facts: this.facts }
  }

  static from(json: { code: FailureCode; message: string; facts?: FailureFacts }): Failure {
    return new Failure(json.code, json.message, json.facts)
  }
}

/** The answer to every id that is not the caller's to see: the same for one that never existed. */
export function notFound(what: string): Failure {
  return new Failure('not-found', `${what} not found`)
}
