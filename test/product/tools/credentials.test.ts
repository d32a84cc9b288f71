// Credentials of an organization: stored, sent with the requests of steps to the hosts that they are for, and
// seen by nobody again.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { GuardedApi } from '../../support/guarded-api.ts'
import type { Client } from '../../support/people/client.ts'
import { addColleague } from '../../support/people/colleagues.ts'
import { Product } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { createWorkflow, runToEnd } from '../../support/workflows.ts'

// One host: each thread fetches tokens of its own.
const product = await Product.start({ environment: { HOSTS: '1' } })
const api = await GuardedApi.start()
const path = '/api/v1/credentials'

const kinds = {
  bearer: { token: 'bearer-token-1' },
  basic: { username: 'user', password: 'pass word' },
  header: { name: 'X-Api-Key', value: 'header value' },
  query: { name: 'key', value: 'query/value&more' },
  oauth2: { tokenUrl: api.tokenUrl, clientId: 'client', clientSecret: 'client-secret', scope: 'read write' },
} as const

function store(client: Client, kind: keyof typeof kinds, more: object = {}) {
  return client.post(path, { name: kind, kind, secret: kinds[kind], ...more })
}

function getting(url: string, args: object = {}) {
  const call = { id: 'call', title: 'Call', kind: 'tool', tool: 'http_get', args: { url, ...args } }
  return { steps: [call, { id: 'end', title: 'End', kind: 'return', value: { $: 'steps.call' } }] }
}

test('a credential is stored, listed, changed and deleted, and its secret never comes back', async t => {
  const { client } = await product.signUp()
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const { status, body } = await store(client, kind, { allowedHosts: ['API.example.com', '*.example.org'] })
    t.equal(status, 201, JSON.stringify(body))
    t.strictSame(body, {
      ...{ id: body.id, name: kind, kind, allowedHosts: ['api.example.com', '*.example.org'] },
      ...{ createdAt: body.createdAt, lastUsedAt: null, version: 1, warning: null },
    })
    t.match(body.id, /^cred_\w{26}$/)
    t.match((await client.get(`${path}/${body.id}`)).body, {
      ...body,
      usedBy: { toolServers: [], workflows: [] },
    })
  }
  const listed = (await client.get(path)).body
  t.strictSame(
    listed.map(({ kind }: { kind: string }) => kind),
    Object.keys(kinds).toReversed(),
  )
  const { id } = listed.find(({ kind }: { kind: string }) => kind === 'bearer')
  t.match((await client.put(`${path}/${id}`, { name: 'renamed', secret: { token: 'other' } })).body, {
    name: 'renamed',
    version: 2,
  })
  t.equal((await client.put(`${path}/${id}`, { secret: { username: 'x', password: 'y' } })).status, 400)
  t.match((await client.delete(`${path}/${id}`)).body, { id, deleted: true, usedBy: { workflows: [] } })
  t.equal((await client.get(`${path}/${id}`)).status, 404)
})

test('without allowed hosts a credential is for every host that is named, and says so', async t => {
  const { client } = await product.signUp()
  const { body } = await store(client, 'bearer')
  t.match(body, { allowedHosts: ['*'], warning: /any host.*set allowedHosts/ })
  t.match((await client.get(path)).body, [{ warning: body.warning }])
  t.match((await client.get(`${path}/${body.id}`)).body, { warning: body.warning })
  const limited = await client.put(`${path}/${body.id}`, { allowedHosts: ['api.example.com'] })
  t.match(limited.body, { allowedHosts: ['api.example.com'], warning: null })
  t.match((await store(client, 'query', { allowedHosts: [] })).body, { allowedHosts: [], warning: null })
})

test('a credential that could not be sent is refused, with the field and without the secret', async t => {
  const { client } = await product.signUp()
  const bearer = { name: 'x', kind: 'bearer', secret: { token: 'good' } }
  const cases: [string, object][] = [
    ['name', { ...bearer, name: '' }],
    ['name', { ...bearer, name: 'cred_mine' }],
    ['name', { ...bearer, name: 'two\nlines' }],
    ['kind', { ...bearer, kind: 'password' }],
    ['secret', { name: 'x', kind: 'bearer' }],
    ['secret.token', { ...bearer, secret: { token: 'line\r\nX: leaked' } }],
    ['secret.token', { ...bearer, secret: { token: 'leaked token' } }],
    ['secret.token', { ...bearer, secret: { token: 'x'.repeat(8_193) } }],
    ['secret.username', { name: 'x', kind: 'basic', secret: { username: 'a:b', password: 'leaked' } }],
    ['secret.name', { name: 'x', kind: 'header', secret: { name: 'bad name', value: 'leaked' } }],
    ['secret.name', { name: 'x', kind: 'header', secret: { name: 'Host', value: 'leaked' } }],
    ['secret.value', { name: 'x', kind: 'header', secret: { name: 'X', value: 'leaked\n' } }],
    ['secret.tokenUrl', { name: 'x', kind: 'oauth2', secret: { ...kinds.oauth2, tokenUrl: 'ftp://leaked' } }],
    [
      'secret.tokenUrl',
      { name: 'x', kind: 'oauth2', secret: { ...kinds.oauth2, tokenUrl: 'http://a.b:22/' } },
    ],
    ['allowedHosts.0', { ...bearer, allowedHosts: ['*.com'] }],
    ['allowedHosts.1', { ...bearer, allowedHosts: ['good', 'https://leaked'] }],
    ['allowedHosts', { ...bearer, allowedHosts: 'leaked' }],
  ]
  for (const [field, body] of cases) {
    const answer = await client.post(path, body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.ok(answer.body.error.startsWith(`${field}:`), answer.body.error)
    t.notMatch(answer.body.error, /X: leaked|leaked token|: leaked/)
  }
  t.strictSame((await client.get(path)).body, [])
  t.equal((await client.post(path, bearer)).status, 201)
  t.equal((await client.post(path, bearer)).status, 409)
})

test('a request that is sent again stores one credential', async t => {
  const { client } = await product.signUp()
  const body = { name: 'x', kind: 'bearer', secret: { token: 'idempotent-secret' } }
  const [first, second] = await Promise.all(
    [1, 2].map(() => client.post(path, body, { 'idempotency-key': 'k' })),
  )
  t.strictSame(first!.body, second!.body)
  t.equal((await client.get(path)).body.length, 1)
})

test('members use credentials and see their names, admins manage them', async t => {
  const owner = await product.signUp()
  const { id } = (await store(owner.client, 'bearer')).body
  for (const role of ['viewer', 'member'] as const) {
    const { client } = await addColleague(product, owner, role)
    t.equal((await client.get(path)).status, 200)
    t.equal((await store(client, 'basic')).status, 403)
    t.equal((await client.put(`${path}/${id}`, { name: 'mine' })).status, 403)
    t.equal((await client.delete(`${path}/${id}`)).status, 403)
  }
})

test('each kind authorises a request in its own way', async t => {
  const { client } = await product.signUp()
  const expected = {
    bearer: { headers: { authorization: 'Bearer bearer-token-1' } },
    basic: { headers: { authorization: `Basic ${btoa('user:pass word')}` } },
    header: { headers: { 'x-api-key': 'header value' } },
    query: { query: { key: 'query/value&more', page: '2' } },
    oauth2: { headers: { authorization: /^Bearer access-token-\d+$/ } },
  }
  for (const [kind, sent] of Object.entries(expected)) {
    await store(client, kind as keyof typeof kinds, { allowedHosts: ['127.0.0.1'] })
    const workflow = await createWorkflow(client, getting(`${api.url}/${kind}?page=2`, { credential: kind }))
    t.match(await runToEnd(client, workflow), { status: 'completed', output: { status: 200 } }, kind)
    t.match(api.last, { path: `/${kind}`, ...sent })
  }
})

test('a prompt names a credential, by its name or in quotes', async t => {
  const { client } = await product.signUp()
  await store(client, 'bearer', { name: 'github' })
  for (const named of ['github', '"github"']) {
    const prompt = `1. Get ${api.url}/user with the credential ${named}\n2. Return its body`
    const { body } = await client.post('/api/v1/workflows', { name: 'Prompt', prompt })
    t.equal(body.status, 'ready', JSON.stringify(body.diagnostics))
    t.match(await runToEnd(client, body.id), { status: 'completed', output: { authorized: true } })
  }
  const unknown = `1. Get ${api.url}/user with the credential gitlab\n2. Return its body`
  const { body } = await client.post('/api/v1/workflows/plan', { prompt: unknown })
  t.match(body, {
    status: 'needs_review',
    diagnostics: [{ code: 'UNKNOWN_CREDENTIAL', candidates: ['github'] }],
  })
})

test('a secret in an argument is resolved where its author put it, and stays a name everywhere else', async t => {
  const { client } = await product.signUp()
  const { id } = (await store(client, 'bearer')).body
  await store(client, 'basic')
  const workflow = await createWorkflow(client, {
    steps: [
      {
        ...{ id: 'call', title: 'Call', kind: 'tool', tool: 'http_request' },
        args: {
          url: `${api.url}/secret`,
          headers: { 'x-token': { $secret: id } },
          body: {
            user: { $secret: 'basic#username' },
            list: [1, { password: { $secret: 'basic' } }],
            // Comes from outside: it is data, whatever it looks like.
            given: { $: 'inputs.given' },
          },
        },
      },
      { id: 'end', title: 'End', kind: 'return', value: { $: 'steps.call.status' } },
    ],
  })
  const execution = await runToEnd(client, workflow, { given: { $secret: id } })
  t.match(execution, { status: 'completed', output: 200 })
  t.match(api.last.headers, { 'x-token': 'bearer-token-1' })
  t.strictSame(JSON.parse(api.last.body), {
    user: 'user',
    list: [1, { password: 'pass word' }],
    given: { $secret: id },
  })
  const steps = (await client.get(`/api/v1/executions/${execution.id}/steps`)).body
  t.match(steps[0].input.headers, { 'x-token': { $secret: id } })
})

test('a credential is not sent to a host that it is not for', async t => {
  const { client } = await product.signUp()
  await store(client, 'bearer', { allowedHosts: ['api.example.com', '127.0.0.1:1'] })
  const known = await client.post('/api/v1/workflows/plan', {
    prompt: 'x',
    plan: getting(`${api.url}/no`, { credential: 'bearer' }),
  })
  t.match(known.body, { status: 'needs_review', diagnostics: [{ code: 'CREDENTIAL_NOT_ALLOWED' }] })
  const before = api.received.length
  for (const args of [{ credential: 'bearer' }, { headers: { 'x-token': { $secret: 'bearer' } } }]) {
    const plan = getting('x', { ...args, url: { $: 'inputs.url' } })
    const workflow = await createWorkflow(client, plan)
    t.match(await runToEnd(client, workflow, { url: `${api.url}/no` }), {
      status: 'failed',
      error: {
        code: 'credential-not-allowed',
        message: `the credential bearer is for api.example.com, 127.0.0.1:1, not for ${api.host}`,
      },
    })
  }
  t.equal(api.received.length, before)
})

test('what takes no secret says so before anything runs', async t => {
  const { client } = await product.signUp()
  await store(client, 'bearer')
  const tool = (name: string, args: object) => ({ id: 'a', title: 'A', kind: 'tool', tool: name, args })
  const cases: [string, object][] = [
    ['BAD_SECRET', { id: 'a', title: 'A', kind: 'set', value: { $secret: 'bearer' } }],
    ['BAD_SECRET', { id: 'a', title: 'A', kind: 'return', value: [{ x: { $secret: 'bearer' } }] }],
    ['BAD_SECRET', { id: 'a', title: 'A', kind: 'approval', message: { $secret: 'bearer' } }],
    ['BAD_SECRET', tool('text_case', { text: { $secret: 'bearer' }, case: 'upper' })],
    ['BAD_SECRET', tool('http_get', { url: 'https://example.com', credential: { $: 'inputs.which' } })],
    [
      'UNKNOWN_CREDENTIAL',
      tool('http_get', { url: 'https://example.com', headers: { x: { $secret: 'no' } } }),
    ],
  ]
  for (const [code, step] of cases) {
    const { body } = await client.post('/api/v1/workflows/plan', { prompt: 'x', plan: { steps: [step] } })
    t.match(body, { status: 'needs_review' }, JSON.stringify(step))
    t.ok(
      body.diagnostics.some((each: { code: string }) => each.code === code),
      JSON.stringify(body.diagnostics),
    )
  }
})

test('a token is fetched once, used until it is refused, and then fetched anew', async t => {
  const { client } = await product.signUp()
  await store(client, 'oauth2')
  const workflow = await createWorkflow(client, getting(`${api.url}/token/x`, { credential: 'oauth2' }))
  const before = api.grants.length
  const runs = await Promise.all(Array.from({ length: 5 }, () => runToEnd(client, workflow)))
  t.ok(runs.every(({ status }) => status === 'completed'))
  t.equal(api.grants.length, before + 1)
  t.match(api.grants.at(-1), /^Basic \S+ (?=.*grant_type=client_credentials)(?=.*scope=read)/)
  api.valid.clear()
  t.match(await runToEnd(client, workflow), { status: 'completed', output: { status: 200 } })
  t.equal(api.grants.length, before + 2)
})

test('a credential of another organization is as one that never was, by id and by name', async t => {
  const owner = await product.signUp()
  const { client: stranger } = await product.signUp()
  const { id } = (await store(owner.client, 'bearer', { name: 'theirs' })).body
  const unknown = newId('credential')
  for (const [method, suffix, body] of [
    ['GET', ''],
    ['PUT', '', { name: 'mine' }],
    ['DELETE', ''],
    ['GET', '/uses'],
  ] as const) {
    for (const named of [id, 'theirs']) {
      const answer = await stranger.send(method, `${path}/${named}${suffix}`, body)
      t.equal(answer.status, 404, `${method} ${suffix}`)
      t.strictSame(answer.body, (await stranger.send(method, `${path}/${unknown}${suffix}`, body)).body)
    }
  }
  t.strictSame((await stranger.get(path)).body, [])
  for (const named of [id, 'theirs']) {
    for (const args of [{ credential: named }, { headers: { x: { $secret: named } } }]) {
      const plan = getting(`${api.url}/x`, args)
      const { body } = await stranger.post('/api/v1/workflows/plan', { prompt: 'x', plan })
      t.match(body, { status: 'needs_review', diagnostics: [{ code: 'UNKNOWN_CREDENTIAL', candidates: [] }] })
    }
  }
  for (const credentialId of [id, 'theirs', unknown]) {
    const server = { name: 'Theirs', url: `${api.url}/rpc`, credentialId }
    t.equal(
      (await stranger.post('/api/v1/mcp-servers', server)).status,
      404,
      'at the registration of a server',
    )
    const tools = (await stranger.get('/api/v1/marketplace/tools?limit=100')).body
    const { id: tool } = tools.find(({ requires }: { requires: string[] }) => requires.includes('bearer'))
    const install = await stranger.post(`/api/v1/marketplace/tools/${tool}/install`, { credentialId })
    t.equal(install.status, 404, JSON.stringify(install.body))
  }
  t.equal((await owner.client.get(`${path}/${id}`)).status, 200)
})

test('the requests that carried a credential are listed, and what would miss it', async t => {
  const { client } = await product.signUp()
  const { id } = (await store(client, 'bearer')).body
  const workflow = await createWorkflow(client, getting(`${api.url}/used`, { credential: 'bearer' }))
  const execution = await runToEnd(client, workflow)
  const [use] = await until(
    async () => (await client.get(`${path}/${id}/uses`)).body,
    uses => uses.length > 0,
  )
  t.strictSame(use, {
    ...{ id: use.id, executionId: execution.id, stepId: 'call', host: api.host, status: 200, at: use.at },
  })
  const { body } = await client.get(`${path}/${id}`)
  t.equal(body.lastUsedAt, use.at)
  const users = { toolServers: [], workflows: [{ id: workflow, name: 'Test', version: 1 }], models: [] }
  t.strictSame(body.usedBy, users)
  t.strictSame((await client.delete(`${path}/${id}`)).body, { id, deleted: true, usedBy: users })
  t.match(await runToEnd(client, workflow), { status: 'failed', error: { code: 'unknown-credential' } })
})

test('a secret that is changed is the one that is sent from then on', async t => {
  const { client } = await product.signUp()
  const { id } = (await store(client, 'bearer')).body
  const workflow = await createWorkflow(client, getting(`${api.url}/changing`, { credential: 'bearer' }))
  for (let i = 0; i < 5; i++) {
    await client.put(`${path}/${id}`, { secret: { token: `token-number-${i}` } })
    await runToEnd(client, workflow)
    t.equal(api.last.headers['authorization'], `Bearer token-number-${i}`)
  }
})
