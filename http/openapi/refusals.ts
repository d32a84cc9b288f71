// The texts of the error statuses in the API reference, each with a code and a message as an example.

export interface Refusal {
  /** Name of the component. */
  readonly name: string
  readonly description: string
  /** An example of `X-Error-Code` and of `error`. */
  readonly code: string
  readonly error: string
  /** Headers beyond those of every refusal. */
  readonly headers?: readonly (
    | 'WWW-Authenticate'
    | 'Retry-After'
    | `RateLimit-${'Limit' | 'Remaining' | 'Reset'}`
  )[]
}

/** Each error status as the document shows it. */
export const refusals: Readonly<Record<string, Refusal>> = {
  400: {
    ...{ name: 'BadRequest', description: 'Invalid JSON, missing fields, or values that do not fit' },
    ...{ code: 'validation-failed', error: 'inputs.amount: expected number, received string' },
  },
  401: {
    ...{ name: 'Unauthorized', description: 'Missing or invalid credential', headers: ['WWW-Authenticate'] },
    ...{ code: 'unauthenticated', error: 'missing or invalid credential' },
  },
  402: {
    ...{ name: 'PaymentRequired', description: 'The free-tier monthly execution limit is reached' },
    ...{ code: 'quota-exceeded', error: 'monthly limit of 500 executions reached' },
  },
  403: {
    ...{ name: 'Forbidden', description: 'The caller lacks the permission' },
    ...{ code: 'forbidden', error: 'this needs the permission workflow:write' },
  },
  404: {
    ...{ name: 'NotFound', description: 'The resource does not exist, or belongs to somebody else' },
    ...{ code: 'not-found', error: 'workflow not found' },
  },
  409: {
    ...{ name: 'Conflict', description: 'The state of the resource does not allow this' },
    ...{ code: 'conflict', error: 'the execution has ended' },
  },
  410: {
    ...{ name: 'Gone', description: 'The resource no longer exists' },
    ...{ code: 'gone', error: 'this has expired' },
  },
  412: {
    ...{ name: 'PreconditionFailed', description: 'The resource is not in the state that `If-Match` names' },
    ...{ code: 'precondition-failed', error: 'the workflow has changed since it was read' },
  },
  413: {
    ...{ name: 'ContentTooLarge', description: 'The body is over 1 MiB' },
    ...{ code: 'body-too-large', error: 'the body is over 1048576 bytes' },
  },
  415: {
    ...{ name: 'UnsupportedMediaType', description: 'The body is not application/json' },
    ...{ code: 'unsupported-media-type', error: 'expected Content-Type: application/json' },
  },
  429: {
    ...{ name: 'TooManyRequests', description: 'Rate limit exceeded' },
    ...{ code: 'rate-limited', error: 'more than 60 requests a minute' },
    headers: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  },
  500: {
    ...{ name: 'InternalServerError', description: 'Unexpected failure; the error names the request id' },
    ...{ code: 'internal-error', error: 'internal error, request 0f3cbe1a' },
  },
  503: {
    ...{
      name: 'ServiceUnavailable',
      description: 'The service is starting, stopping, or overloaded: try again after `Retry-After` seconds',
    },
    ...{ code: 'unavailable', error: 'the server is shutting down', headers: ['Retry-After'] },
  },
  default: {
    ...{ name: 'OtherError', description: 'Every other refusal (405, 411, 431) has the same form' },
    ...{ code: 'method-not-allowed', error: 'expected GET or POST' },
  },
}
