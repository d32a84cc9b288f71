import pino from 'pino'
import { test } from 'tap'
import type { Secret } from '../../../domain/tools/credential.ts'
import { sendAuthorized } from '../../../rpc/credentials/authorized-send.ts'
import type { Credentials } from '../../../rpc/credentials/credentials.ts'
import { OutboundError, type OutboundRequest } from '../../../rpc/outbound/outbound.ts'
import { redactedPaths } from '../../../runtime/log.ts'
import { GuardedApi } from '../../support/guarded-api.ts'
import { givenCredentials, organizationId } from '../../support/people/credentials.ts'
import { testVault } from '../../support/vault.ts'
import { serve } from '../loopback.ts'

const token = 'tok_5f2c9a77d1'
const bearer: Secret = { kind: 'bearer', token }
const url = 'http://127.0.0.1:1/'
const use = { organizationId, credential: 'api', url, idempotencyKey: 'exec_1/3.each[2].1' }

test('learning reads the stored credentials once for each change, and an organization without any has nothing to do', async t => {
  const { credentials, store, reads } = givenCredentials(t, { id: 'api', secret: bearer })
  const said = `it said ${token}, ${Buffer.from(token).toString('base64')}`
  t.equal(credentials.scrub(organizationId, said), said, 'not before it has learnt')
  t.equal(credentials.learn(organizationId), undefined, 'at once: it is in memory')
  t.equal(credentials.scrub(organizationId, said), 'it said [secret], [secret]')
  t.equal(credentials.scrub('org_2', said), said)
  await credentials.learn('org_2')
  t.equal(credentials.scrub('org_2', said), said)
  store({ id: 'api', secret: { kind: 'bearer', token: 'another-token' }, version: 2 })
  await credentials.learn(organizationId)
  t.equal(
    credentials.scrub(organizationId, `${token} another-token`),
    '[secret] [secret]',
    'the one before may still be under way',
  )
  t.equal(reads(), 3)
})

test('a credential that does not open is no reason not to look for the others', async t => {
  const broken = { id: 'broken', secret: bearer, sealedSecret: 'v1.0.0.0' }
  const { credentials } = givenCredentials(t, broken, { id: 'api', secret: bearer })
  await credentials.learn(organizationId)
  t.equal(credentials.scrub(organizationId, token), '[secret]')
  await t.rejects(credentials.authorize({ ...use, credential: 'broken' }), { code: 'credential-failed' })
})

test('a credential whose key is not here yet may be tried again, and one that is broken may not', async t => {
  const elsewhere = testVault().seal('{"token":"x"}', 'credential/org_1/elsewhere')
  const { credentials } = givenCredentials(
    t,
    { id: 'elsewhere', secret: bearer, sealedSecret: elsewhere },
    { id: 'broken', secret: bearer, sealedSecret: 'v1.0.0.0' },
  )
  for (const [credential, retryable] of [
    ['elsewhere', true],
    ['broken', false],
  ] as const)
    await t.rejects(credentials.authorize({ ...use, credential }), { code: 'credential-failed', retryable })
})

test('user name and password are found together, as they are sent', async t => {
  const secret: Secret = { kind: 'basic', username: 'me', password: 'p4ss word' }
  const { credentials } = givenCredentials(t, { id: 'api', secret })
  const { headers } = await credentials.authorize(use)
  t.equal(headers['authorization'], `Basic ${btoa('me:p4ss word')}`)
  t.equal(credentials.scrub(organizationId, headers['authorization']!), 'Basic [secret]')
})

test('a use names execution and step, and one without a step names neither', async t => {
  const { credentials, uses } = givenCredentials(t, { id: 'api', secret: bearer })
  credentials.used(use, 200)
  for (const idempotencyKey of [null, 'call/x', 'exec_1']) credentials.used({ ...use, idempotencyKey }, null)
  credentials.used({ ...use, credential: 'gone' }, 200)
  credentials.used({ ...use, url: 'no url' }, 200)
  await new Promise(resolve => setImmediate(resolve))
  const nobody = { executionId: null, stepId: null, status: null }
  t.match(uses, [
    { credentialId: 'api', executionId: 'exec_1', stepId: '3.each[2].1', host: '127.0.0.1:1', status: 200 },
    nobody,
    nobody,
    nobody,
  ])
  t.equal(uses.length, 4)
})

test('no error on the way to a server, nor what the log makes of it, holds a secret', async t => {
  const { credentials, outbound } = givenCredentials(
    t,
    { id: 'api', secret: bearer, allowedHosts: ['*'] },
    { id: 'key', secret: { kind: 'query', name: 'key', value: token }, allowedHosts: ['*'] },
  )
  const broken = await serve(t, (_request, response) => void response.destroy())
  const plain = await serve(t, (_request, response) => void response.end())
  const urls = [
    `${broken.origin}/`,
    plain.origin.replace('http:', 'https:'),
    'http://127.0.0.1:1/',
    'http://no-such-host.invalid/',
    'ftp://127.0.0.1/',
    'http://user:pass@127.0.0.1/',
  ]
  for (const credential of ['api', 'key'])
    for (const at of urls) {
      const error = await failureOf(
        credentials,
        { ...use, credential, url: at },
        async ({ headers, query }) => {
          const request: OutboundRequest = { method: 'POST', url: at, headers, body: token }
          return outbound.request({
            ...request,
            url: Object.keys(query).length > 0 ? `${at}?key=${query['key']}` : at,
          })
        },
      )
      t.ok(error instanceof OutboundError, `${at} ${error}`)
      t.notMatch(everythingOf(error), token, at)
    }
  const invalid = { method: 'GET', url: plain.origin, headers: { 'x-key': `${token}\r\nx: y` } } as const
  t.notMatch(everythingOf(await outbound.request(invalid).catch(error => error)), token, 'an invalid header')
})

test('no error of a token endpoint holds the secret that it was sent, whatever it answers', async t => {
  const api = await GuardedApi.start()
  const clientSecret = 'client-secret-1b2c'
  const { credentials } = givenCredentials(t, {
    id: 'api',
    secret: { kind: 'oauth2', tokenUrl: api.tokenUrl, clientId: 'client', clientSecret },
  })
  const said = JSON.stringify(`you sent ${clientSecret} ${btoa(`client:${clientSecret}`)}`)
  for (const refuse of [
    { status: 400, body: `{"error":"invalid_scope","error_description":${said}}` },
    { status: 400, body: `{"error":${said}}` },
    { status: 500, body: said },
    { status: 200, body: `{"access_token":${said}` },
    { status: 200, body: `{"token":${said}}` },
  ]) {
    api.refuse = refuse
    const error = await credentials.authorize(use).catch(caught => caught)
    t.equal(error.code, 'credential-failed')
    t.notMatch(everythingOf(error), clientSecret, refuse.body)
    t.notMatch(everythingOf(error), btoa(`client:${clientSecret}`), refuse.body)
  }
})

test('the log leaves out what authorises a request, wherever a line holds it', async t => {
  const lines: string[] = []
  const log = pino({ redact: redactedPaths }, { write: line => lines.push(line) })
  const headers = { authorization: `Bearer ${token}`, cookie: token, 'x-api-key': token, host: 'kept' }
  log.info({ headers, ...headers }, 'top')
  log.info({ request: { headers } }, 'request')
  log.error({ err: Object.assign(new Error('failed'), { headers, config: { headers } }) }, 'error')
  t.notMatch(lines.join(''), token)
  t.match(lines.join(''), /kept/)
})

async function failureOf(
  credentials: Credentials,
  at: Parameters<typeof sendAuthorized>[1],
  send: Parameters<typeof sendAuthorized>[2],
): Promise<unknown> {
  return sendAuthorized(credentials, at, send).then(
    () => 'it was sent',
    error => error,
  )
}

/** As a log would write it, without any redaction, and each of its causes. */
function everythingOf(error: unknown): string {
  const lines: string[] = []
  pino({}, { write: line => lines.push(line) }).error({ err: error }, 'x')
  for (let at = error; at instanceof Error; at = at.cause)
    lines.push(at.message, at.stack ?? '', JSON.stringify(at, Object.getOwnPropertyNames(at)))
  return lines.join('\n')
}
