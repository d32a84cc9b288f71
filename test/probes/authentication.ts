// Credentials: whatever is not one is told nothing, and whatever ended has ended by the next request.
import { createHmac, createPublicKey } from 'node:crypto'
import { test } from 'tap'
import { newApiKey } from '../../domain/people/api-key.ts'
import { probes } from '../support/probes.ts'
import { rawRequest } from '../support/servers/raw-http.ts'
import { createWorkflow, execute } from '../support/workflows.ts'
import { newKey, newOwner } from './people.ts'
import { logged, type Probed } from './probed.ts'

const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }

export function authenticationProbes({ engine, product, owner }: Probed): void {
  const statusOf = async (credential: string) =>
    (await product.client(credential).get('/api/v1/workflows')).status

  test(`${engine}: what is not Bearer and one credential is 401 (P41, P102)`, async t => {
    probes(t, 41, 102)
    const key = await newKey(owner)
    for (const authorization of [
      'Bearer',
      'Bearer ',
      `Bearer  ${key}`,
      `Basic ${btoa(`:${key}`)}`,
      key,
      `Bearer ${key} x`,
    ]) {
      const { status } = await product.client().get('/api/v1/workflows', { authorization })
      t.equal(status, 401, `P41 ${authorization.slice(0, 12)}`)
    }
    const twice = `GET /api/v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nAuthorization: Bearer ${key}\r\n\r\n`
    t.equal((await rawRequest(product.port, twice))?.status, 400, 'P41 two')
    for (const cookie of [`token=${owner.token}`, `session=${owner.token}; refresh=${owner.token}`]) {
      const form = {
        cookie,
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
      }
      t.equal((await product.client().get('/api/v1/workflows', { cookie })).status, 401, 'P102 a cookie')
      const posted = await product.client().post('/api/v1/workflows', 'name=a&prompt=b', form)
      t.equal(posted.status, 401, 'P102 a form')
    }
  })

  test(`${engine}: a token that was tampered with is 401 (P42, P43, P45, P46)`, async t => {
    probes(t, 42, 43, 45, 46)
    const [head, payload, signature] = owner.token.split('.') as [string, string, string]
    const claims = decode(payload)
    const [jwk] = (await product.client().get('/.well-known/jwks.json')).body.keys
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const hmac = (secret: string) => {
      const input = `${encode({ ...decode(head), alg: 'HS256' })}.${payload}`
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    }
    const forged = [
      ...['none', 'None', 'nOnE'].map(alg => ['P42', `${encode({ ...decode(head), alg })}.${payload}.`]),
      ...[String(pem), JSON.stringify(jwk), jwk.x].map(secret => ['P43', hmac(secret)]),
      ...[
        { exp: 1 },
        { nbf: 9e9 },
        { iss: 'x' },
        { aud: 'x' },
        { exp: undefined },
        { exp: '9e9' },
        { role: 'admin' },
      ].map(change => ['P45', `${head}.${encode({ ...claims, ...change })}.${signature}`]),
      ['P42', `${head}.${payload}.`],
      ['P46', `${owner.token}x`],
      ['P46', `${owner.token}.`],
      ['P46', `${head}.${payload}`],
      ['P46', `${head}..${payload}.${signature}.${signature}`],
      ['P46', encode({ payload, protected: head, signature })],
    ] as [probe: string, token: string][]
    for (const [probe, token] of forged) t.equal(await statusOf(token), 401, `${probe} ${token.slice(0, 40)}`)
    const head64 = `GET /api/v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'e'.repeat(65_536)}\r\n\r\n`
    // No answer: the connection was closed while it was still being sent.
    t.ok([401, 431, undefined].includes((await rawRequest(product.port, head64))?.status), 'P46 64 KB')
    t.equal(await statusOf(owner.token), 200, 'the token itself holds')
  })

  test(`${engine}: every key that is none gets the same answer (P52)`, async t => {
    probes(t, 52)
    const key = await newKey(owner)
    const digits = key.slice(3)
    const unknown = await product.client(newApiKey()).get('/api/v1/workflows')
    t.equal(unknown.status, 401)
    for (const other of [
      `sk_${digits.slice(1)}`,
      `${key}0`,
      `sk_${digits.toUpperCase()}`,
      `${key}%0a`,
      `SK_${digits}`,
      `sk_${'0'.repeat(64)}`,
    ]) {
      if (other === key) continue
      const { status, body } = await product.client(other).get('/api/v1/workflows')
      t.strictSame({ status, body }, { status: 401, body: unknown.body }, `P52 ${other.slice(0, 12)}`)
    }
    const wide = Buffer.from(
      `GET /api/v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk_${'\uff11'.repeat(64)}\r\n\r\n`,
    )
    t.ok([400, 401].includes((await rawRequest(product.port, wide))!.status), 'full-width digits')
  })

  test(`${engine}: a key is shown once, and is in no list, error or line of the log (P51)`, async t => {
    probes(t, 51)
    const person = await newOwner(product)
    const key = await newKey(person)
    const secret = key.slice(11)
    const client = product.client(key)
    const seen = [
      (await client.get('/api/v1/apikeys')).body,
      (await client.get('/api/v1/auth/me')).body,
      (await client.get(`/api/v1/workflows/${key}`)).body,
      (await client.post('/api/v1/workflows', { name: 7 })).body,
      (await client.get(`/${key}`)).body,
    ]
    await logged(product, await client.get('/api/v1/workflows'))
    t.notOk(JSON.stringify(seen.slice(0, 2)).includes(secret), 'P51 lists')
    t.notOk(JSON.stringify(seen).includes(secret), 'P51 errors')
    t.notOk(product.stdout.includes(secret), 'P51 the log')
  })

  test(`${engine}: a revoked key ends with the answer to its revocation, its streams with it (P50)`, async t => {
    probes(t, 50)
    const person = await newOwner(product)
    const key = await newKey(person)
    const client = product.client(key)
    const execution = (await execute(client, await createWorkflow(client, asking))).body.id
    const stream = client.stream(`/api/v1/executions/${execution}/logs`)
    await stream.next()
    const [{ id }] = (await client.get('/api/v1/apikeys')).body
    t.equal((await person.client.delete(`/api/v1/apikeys/${id}`)).status, 200)
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const own: number[] = []
        for (let n = 0; n < 5; n++) own.push((await client.get('/api/v1/workflows')).status)
        return own
      }),
    )
    t.strictSame(new Set(statuses.flat()), new Set([401]), 'P50')
    // Ends by itself, or the test does by its time.
    for (let next = await stream.next(); !next.done; next = await stream.next());
    t.pass('P50 the stream has ended')
  })

  test(`${engine}: after logging out a token is 401 (P47)`, async t => {
    probes(t, 47)
    const person = await newOwner(product)
    t.equal((await person.client.post('/api/v1/auth/logout')).status, 200)
    t.equal(await statusOf(person.token), 401, 'P47')
  })
}
