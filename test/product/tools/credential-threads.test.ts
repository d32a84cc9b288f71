// Credentials with two host threads and the main thread, each with memory of its own: what is stored, changed
// and deleted holds in all of them at once.
import { test } from 'tap'
import { GuardedApi } from '../../support/guarded-api.ts'
import type { Client } from '../../support/people/client.ts'
import { query } from '../../support/people/colleagues.ts'
import { Product } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await Product.start({ environment: { HOSTS: '2', LOG_LEVEL: 'trace' } })
const example = await startExampleServer()
const api = await GuardedApi.start()
const path = '/api/v1/credentials'
/** Executions live in either host by their id: that so many all live in one happens once in 30,000 times. */
const many = Array.from({ length: 16 }, (_, i) => i)

function getting(client: Client, args: object): Promise<string> {
  const call = {
    id: 'call',
    title: 'Call',
    kind: 'tool',
    tool: 'http_get',
    args: { url: `${api.url}/`, ...args },
  }
  return createWorkflow(client, {
    steps: [call, { id: 'end', title: 'End', kind: 'return', value: { $: 'steps.call.body' } }],
  })
}

function runMany(client: Client, workflow: string) {
  return Promise.all(many.map(() => runToEnd(client, workflow)))
}

async function storeBearer(client: Client, token: string): Promise<string> {
  return (await client.post(path, { name: 'api', kind: 'bearer', secret: { token } })).body.id
}

test('a secret is found in what any thread is told, also in one that never sent it', async t => {
  const { client } = await product.signUp()
  const token = 'told-everywhere-1f9a'
  await storeBearer(client, token)
  api.reply = (_received, response) => response.end(`somebody sent ${token}`)
  const bodies = (await runMany(client, await getting(client, {}))).map(({ output }) => output)
  t.strictSame(new Set(bodies), new Set(['somebody sent [secret]']))
  await registerServer(client, 'Example', example.url)
  const params = { name: 'example__echo', arguments: { text: `typed ${token}` } }
  const { body } = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  t.match(JSON.stringify(body.result), /typed \[secret\]/)
  t.notMatch(JSON.stringify(body), token)
})

test('a changed secret is the one that every thread sends from then on, and both are found', async t => {
  const { client } = await product.signUp()
  const tokens = ['first-token-77aa', 'other-token-88bb']
  const id = await storeBearer(client, tokens[0]!)
  api.reply = ({ headers }, response) =>
    response.end(`you sent ${headers.authorization}, before ${tokens[0]}`)
  const workflow = await getting(client, { credential: 'api' })
  await runMany(client, workflow)
  const during = runMany(client, workflow)
  const secret = { token: tokens[1] }
  t.match((await client.put(`${path}/${id}`, { secret })).body, { version: 2 })
  const before = api.received.length
  const after = await runMany(client, workflow)
  for (const { status, output } of [...(await during), ...after])
    t.strictSame(
      { status, output },
      { status: 'completed', output: 'you sent Bearer [secret], before [secret]' },
    )
  const sent = api.received.slice(before).map(({ headers }) => headers['authorization'])
  t.ok(sent.filter(one => one === `Bearer ${tokens[1]}`).length >= many.length)
})

test('a deleted credential is used by no thread any more', async t => {
  const { client } = await product.signUp()
  const id = await storeBearer(client, 'deleted-token-99cc')
  api.reply = (_received, response) => response.end('{}')
  const workflow = await getting(client, { credential: 'api' })
  for (const { status } of await runMany(client, workflow)) t.equal(status, 'completed')
  const before = api.received.length
  t.equal((await client.delete(`${path}/${id}`)).status, 200)
  for (const execution of await runMany(client, workflow))
    t.match(execution, { status: 'failed', error: { code: 'unknown-credential' } })
  t.equal(api.received.length, before)
})

test('what is kept of a request with an Idempotency-Key is no hash that could be guessed', async t => {
  const { client } = await product.signUp()
  const body = { name: 'weak', kind: 'basic', secret: { username: 'me', password: 'password1' } }
  const key = { 'idempotency-key': 'once' }
  t.equal((await client.post(path, body, key)).status, 201)
  await product.stop()
  await product.start()
  const again = await client.post(path, body, key)
  t.match(again, { status: 201, body: { name: 'weak' } }, 'it holds after a restart')
  t.equal((await client.post(path, { ...body, name: 'other' }, key)).status, 409)
  const said = `POST ${path}?\n${JSON.stringify(body)}`
  const guess = "encode(sha256(convert_to($1, 'UTF8')), 'base64')"
  const rows = await query<{ hash: string; guess: string }>(
    product,
    `select request_hash as hash, translate(${guess.replace('$1', `'${said}'`)}, '+/=', '-_') as guess from idempotency_keys`,
  )
  t.equal(rows.length, 1)
  t.not(rows[0]!.hash, rows[0]!.guess)
})
