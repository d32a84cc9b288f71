// Idempotency-Key (docs/internals/contract.md, 2) against the product: one request, however often it is sent,
// also across kill -9.
import { Client as Database } from 'pg'
import { test } from 'tap'
import type { Answer, Client } from '../../support/people/client.ts'
import { restartableProduct } from '../../support/product.ts'
import { until, untilWhy } from '../../support/runs.ts'
import { FlakyServer } from '../../support/servers/flaky-server.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import { createWorkflow, registerServer, returning } from '../../support/workflows.ts'

const product = await restartableProduct()
const key = (value: string) => ({ 'idempotency-key': value })

test('20 equal starts at once are one execution, whose answer all of them get', async t => {
  const { client } = await product.signUp()
  const path = `/api/v1/workflows/${await createWorkflow(client, returning(1))}/execute`
  const answers = await all(20, () => client.post(path, { inputs: {} }, key('start')))
  t.ok(answers.every(({ status }) => status === 201))
  t.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  t.equal(answers.filter(isReplayed).length, 19)
  t.equal(await executionsOf(client), 1)
  const later = await client.post(path, { inputs: {} }, key('start'))
  t.strictSame(later.body, answers[0]!.body, 'the first answer, not the execution as it is now')
  t.match(await client.post(path, { inputs: { a: 1 } }, key('start')), { status: 409 })
  t.equal((await client.post('/api/v1/workflows', { name: 'x', prompt: 'x' }, key('start'))).status, 409)
  t.equal(await executionsOf(client), 1)
})

test('a key belongs to one client: another user or API key has its own', async t => {
  const [one, two] = [await product.signUp(), await product.signUp()]
  const create = (client: Client) =>
    client.post('/api/v1/workflows', { name: 'Test', prompt: 'x', plan: returning(1) }, key('same'))
  const ids = [(await create(one.client)).body.id, (await create(two.client)).body.id]
  const apiKey = product.client((await one.client.post('/api/v1/apikeys', { name: 'CI' })).body.key)
  ids.push((await create(apiKey)).body.id)
  t.equal(new Set(ids).size, 3)
  t.equal((await create(apiKey)).body.id, ids[2])
})

test('whatever creates is created once', async t => {
  const { client } = await product.signUp()
  const ledger = await Ledger.start()
  const workflow = await createWorkflow(client, returning(1))
  const bodies: [path: string, list: string, body: object][] = [
    ['/api/v1/workflows', '/api/v1/workflows', { name: 'Once', prompt: 'x', plan: returning(1) }],
    ['/api/v1/mcp-servers', '/api/v1/mcp-servers', { name: 'Once', url: ledger.url }],
    [
      `/api/v1/workflows/${workflow}/versions`,
      `/api/v1/workflows/${workflow}/versions`,
      { plan: returning(2) },
    ],
  ]
  for (const [path, list, body] of bodies) {
    const before = (await client.get(list)).body.length
    const [first, ...others] = await all(5, () => client.post(path, body, key(path)))
    t.equal(first!.status, 201, path)
    for (const other of others) t.strictSame(other.body, first!.body)
    await forgetAnswers()
    const again = await client.post(path, body, key(path))
    t.match(again, { status: 201, body: { id: first!.body.id } }, `${path}, after it died unanswered`)
    t.equal((await client.get(list)).body.length, before + 1)
  }
})

test('the secret of an API key is not kept, and the key not made twice', async t => {
  const { client } = await product.signUp()
  const create = () => client.post('/api/v1/apikeys', { name: 'CI' }, key('secret'))
  const first = await create()
  t.equal(first.status, 201)
  for (let n = 0; n < 2; n++) t.match(await create(), { status: 409, body: { error: /shown only once/ } })
  await forgetAnswers()
  t.equal((await create()).status, 409)
  t.equal((await client.get('/api/v1/apikeys')).body.length, 1)
  const rows = await query('select * from idempotency_keys')
  t.notOk(JSON.stringify(rows).includes(first.body.key.slice(11)))
})

test('a refusal leaves the key free', async t => {
  const { client } = await product.signUp()
  const create = (name: string) =>
    client.post('/api/v1/executions', { workflowId: name, inputs: {} }, key('refused'))
  t.equal((await create('wf_unknown')).status, 404)
  t.equal((await create(await createWorkflow(client, returning(1)))).status, 201)
})

test('cancel, an event and continuing what is parked happen once', async t => {
  const { client } = await product.signUp()
  const flaky = await FlakyServer.start()
  await registerServer(client, 'Flaky', flaky.url)
  const retry = { maxAttempts: 1, park: true }
  const workflow = await createWorkflow(client, {
    steps: [
      { id: 'paid', kind: 'wait', event: 'paid' },
      { id: 'again', kind: 'wait', event: 'paid' },
      { id: 'call', kind: 'tool', server: 'flaky', tool: 'fetch', args: { name: 'a' }, retry },
      { id: 'hold', kind: 'wait', event: 'never' },
    ],
  })
  const { id } = (await client.post(`/api/v1/workflows/${workflow}/execute`, {})).body
  const path = `/api/v1/executions/${id}`
  const pay = (name: string) => client.post(`${path}/events/paid`, { amount: 1 }, key(name))
  const paid = await all(5, () => pay('first'))
  t.ok(paid.every(({ status }) => status === 200))
  await forgetAnswers()
  t.equal((await pay('first')).status, 200)
  t.match(await stepsOf(client, id), [
    { id: 'paid', status: 'completed' },
    { id: 'again', status: 'waiting' },
  ])

  flaky.failures = 2
  await pay('second')
  await untilWhy(client, id, 'parked')
  const goOn = () => client.post(`${path}/retry`, {}, key('go-on'))
  t.match(await goOn(), { status: 200, body: { id } })
  await untilWhy(client, id, 'parked')
  await forgetAnswers()
  t.match(await goOn(), { status: 200, body: { id } })
  t.equal(flaky.keys.length, 2, 'it was not tried once more')
  t.match(await client.post(`${path}/retry`, {}, key('once-more')), { status: 200 })
  await until(
    async () => (await client.get(`${path}/why`)).body.waitsFor[0]?.event,
    event => event === 'never',
  )

  const cancel = () => client.post(`${path}/cancel`, undefined, key('cancel'))
  t.match(await cancel(), { status: 200, body: { status: 'cancelled' } })
  await forgetAnswers()
  t.match(await cancel(), { status: 200, body: { status: 'cancelled' } })
  await forgetAnswers()
  t.match(await goOn(), { status: 200, body: { id } }, 'it was continued then, and is not started anew now')
  t.equal(await executionsOf(client), 1)
})

test('starts that a kill -9 cut off are answered afterwards, and none of them ran twice', {
  timeout: 180_000,
}, async t => {
  const { client } = await product.signUp()
  const ledger = await Ledger.start()
  await registerServer(client, 'Ledger', ledger.url)
  const args = { line: { $: 'inputs.line' } }
  const steps = [{ id: 'enter', kind: 'tool', server: 'ledger', tool: 'enter', args }]
  const workflow = await createWorkflow(client, { steps })
  const start = (n: number) =>
    client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: { line: `${n}` } }, key(`line-${n}`))
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  const held = ledger.holdFrom(20)
  const cut = Promise.allSettled(numbers.map(start))
  await held
  await product.kill()
  ledger.release()
  await product.start()
  const before = (await cut).map(each => (each.status === 'fulfilled' ? each.value : null))
  const after = await Promise.all(numbers.map(start))
  t.ok(after.every(({ status }) => status === 201))
  t.ok(
    before.every((answer, n) => answer === null || answer.body.id === after[n]!.body.id),
    'whoever had an answer gets the same one',
  )
  t.equal(new Set(after.map(({ body }) => body.id)).size, 100)
  await forgetAnswers()
  const again = await Promise.all(numbers.map(start))
  t.strictSame(
    again.map(({ body }) => body.id),
    after.map(({ body }) => body.id),
  )
  for (const { body } of after) await client.readLog(body.id)
  t.equal(ledger.entries.size, 100)
  const [rows] = await query('select count(*)::int as n from executions where workflow_id = $1', [workflow])
  t.strictSame(rows, { n: 100 })
})

/** As if the process had died between what it did and noting the answer. */
async function forgetAnswers(): Promise<void> {
  await query('update idempotency_keys set status = null, body = null')
}

async function executionsOf(client: Client): Promise<number> {
  return (await client.get('/api/v1/executions')).body.length
}

async function stepsOf(client: Client, id: string) {
  return (await client.get(`/api/v1/executions/${id}/steps`)).body
}

function all(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, send))
}

function isReplayed({ headers }: Answer): boolean {
  return headers.get('idempotency-replayed') === 'true'
}

async function query(sql: string, values: readonly string[] = []): Promise<object[]> {
  const database = new Database({ connectionString: product.databaseUrl })
  await database.connect()
  try {
    return (await database.query(sql, [...values])).rows
  } finally {
    await database.end()
  }
}
