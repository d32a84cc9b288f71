import { test } from 'tap'
import { Failure } from '../../../domain/failure.ts'
import { answerTo, internalError } from '../../../http/pipeline/failures.ts'

test('an error answer is {error} and its code', async t => {
  const answer = answerTo(new Failure('not-found', 'workflow not found'))
  t.strictSame(answer, {
    status: 404,
    headers: ['X-Error-Code', 'not-found'],
    body: '{"error":"workflow not found"}',
  })
})

test('a 402 adds limit, current and upgrade, and nothing else', async t => {
  const facts = { limit: 500, current: 500, other: 'x' }
  const { status, body } = answerTo(new Failure('quota-exceeded', 'limit reached', facts))
  t.equal(status, 402)
  t.strictSame(JSON.parse(body), {
    error: 'limit reached',
    limit: 500,
    current: 500,
    upgrade: '/api/v1/billing/checkout',
  })
})

test('Retry-After is whole seconds, at least 1, and never too short', async t => {
  for (const [ms, seconds] of [
    [0, '1'],
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
    [59_999, '60'],
  ] as const) {
    const { headers } = answerTo(new Failure('rate-limited', 'too many', { retryAfterMs: ms }))
    t.equal(headers[headers.indexOf('Retry-After') + 1], seconds)
  }
  t.match(answerTo(new Failure('overloaded', 'full')).headers, [
    'X-Error-Code',
    'overloaded',
    'Retry-After',
    '1',
  ])
})

test('a 401 names its scheme, a 405 the methods', async t => {
  t.match(answerTo(new Failure('unauthenticated', 'no')).headers, [
    'X-Error-Code',
    'unauthenticated',
    'WWW-Authenticate',
    'Bearer',
  ])
  t.match(answerTo(new Failure('method-not-allowed', 'no', { allow: ['GET', 'HEAD'] })).headers, [
    'X-Error-Code',
    'method-not-allowed',
    'Allow',
    'GET, HEAD',
  ])
})

test('a challenge has each parameter once, and what is wrong says it more exactly than the route', async t => {
  const challenge = { resource_metadata: 'https://a.example/meta', scope: 'read write execute' }
  const said = (failure: Failure, isPresented = false) => {
    const { headers } = answerTo(failure, { challenge, isPresented })
    return headers[headers.indexOf('WWW-Authenticate') + 1]
  }
  const usual = 'resource_metadata="https://a.example/meta", scope="read write execute"'
  t.equal(said(new Failure('unauthenticated', 'no')), `Bearer ${usual}`)
  t.equal(said(new Failure('unauthenticated', 'no'), true), `Bearer error="invalid_token", ${usual}`)
  t.equal(
    said(new Failure('forbidden', 'no', { scope: 'read write' })),
    'Bearer error="insufficient_scope", scope="read write", resource_metadata="https://a.example/meta"',
  )
})

test('programs of OAuth read refusals in the form of OAuth, and can tell which to repeat', async t => {
  const said = (failure: Failure) => JSON.parse(answerTo(failure, { form: 'oauth' }).body)
  const later = { error: 'temporarily_unavailable', error_description: 'more than 60 requests a minute' }
  t.strictSame(said(new Failure('rate-limited', 'more than 60 requests a minute')), later)
  t.match(said(new Failure('unavailable', 'stopping')), { error: 'temporarily_unavailable' })
  t.match(said(new Failure('unsupported-media-type', 'no')), { error: 'invalid_request' })
})

test('a 500 names the request and nothing else', async t => {
  t.strictSame(internalError('id-1'), {
    status: 500,
    headers: ['X-Error-Code', 'internal-error'],
    body: '{"error":"internal error, request id-1"}',
  })
})
