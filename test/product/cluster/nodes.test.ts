// Three nodes on one database: any request at any node, and nothing lost when one dies, sleeps or leaves.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'tap'
import { ProductNodes } from '../../support/cluster/product-nodes.ts'
import { EntriesRun } from '../../support/entries-run.ts'
import { type Client, eventsOf } from '../../support/people/client.ts'
import { freshDatabase } from '../../support/postgres.ts'
import type { Product } from '../../support/product.ts'
import { until, untilStatus, untilWhy } from '../../support/runs.ts'

const databaseUrl = await freshDatabase()
const cluster = await ProductNodes.prepare({ count: 3, databaseUrl })
await cluster.start()
const [a, b, c] = cluster.nodes as readonly [Product, Product, Product]
const limit = { timeout: 120_000 }

interface Message {
  readonly id?: number
  readonly method?: string
}

/** Somebody who has signed up at the first node, and the clients of the same key at all nodes. */
async function someone() {
  const { client, organizationId } = await a.signUp()
  const asked = { name: 'Key', scopes: ['read', 'write', 'execute', 'admin'] }
  const { id, key } = (await client.post('/api/v1/apikeys', asked)).body
  return { client, organizationId, keyId: id, clients: cluster.nodes.map(node => node.client(key)) }
}

test('any request is answered at any node', limit, async t => {
  const { clients } = await someone()
  const asked = { name: 'Greeting', prompt: 'Return "Hello {{inputs.name}}"' }
  const { body: workflow } = await clients[1]!.post('/api/v1/workflows', asked)
  for (const start of clients) {
    const path = `/api/v1/workflows/${workflow.id}/execute`
    const { body } = await start.post(path, { inputs: { name: 'Ada' } }, { Prefer: 'wait=30' })
    t.match(body, { status: 'completed', output: 'Hello Ada' })
    for (const client of clients) {
      t.match((await client.get(`/api/v1/executions/${body.id}`)).body, { status: 'completed' })
      const names: string[] = []
      for await (const { event } of client.stream(`/api/v1/executions/${body.id}/logs`)) names.push(event)
      t.equal(names.at(-1), 'end', 'its log streams from every node')
    }
  }
})

test('troupe nodes lists them', limit, async t => {
  const program = join(import.meta.dirname, '../../../cli/main.js')
  const env = { ...process.env, TROUPE_URL: b.url, NODE_OPTIONS: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'nodes'], { env })
  t.match(stdout, /NODE +ADDRESS +STATUS +SHARDS +VERSION/)
  t.equal(stdout.match(/127\.0\.0\.1:\d+ +active/g)?.length, 3)
})

test('an approval that one node asked for is decided at another, and followed at a third', limit, async t => {
  const { clients } = await someone()
  const plan = {
    steps: [
      { id: 'ask', kind: 'approval', message: 'May I?' },
      { id: 'answer', kind: 'return', value: 'done' },
    ],
  }
  const { body: workflow } = await clients[0]!.post('/api/v1/workflows', { name: 'Ask', prompt: 'Ask', plan })
  for (let n = 0; n < 6; n++) {
    const { body } = await clients[n % 3]!.post(`/api/v1/workflows/${workflow.id}/execute`, {})
    const followed = (async () => {
      const names: string[] = []
      for await (const { event } of clients[(n + 2) % 3]!.stream(`/api/v1/executions/${body.id}/logs`))
        names.push(event)
      return names
    })()
    const { reason } = await untilWhy(clients[(n + 1) % 3]!, body.id, 'approval')
    const decide = (client: (typeof clients)[0]) =>
      client.post(`/api/v1/approvals/${reason.approvalId}`, { decision: 'approve' })
    const answers = await Promise.all(clients.map(decide))
    t.equal(
      answers.filter(({ status }) => status === 200).length,
      1,
      JSON.stringify(answers.map(({ body }) => body)),
    )
    await untilStatus(clients[n % 3]!, body.id, 'completed')
    t.equal((await followed).at(-1), 'end')
  }
})

test('a live stream at one node tells what happens at all', limit, async t => {
  const { clients } = await someone()
  const plan = { steps: [{ id: 'answer', kind: 'return', value: 'done' }] }
  const { body: workflow } = await clients[0]!.post('/api/v1/workflows', {
    name: 'Tell',
    prompt: 'Tell',
    plan,
  })
  const stream = clients[2]!.stream('/api/v1/events')
  t.match((await stream.next()).value, { event: 'hello' })
  const started = new Set<string>()
  // Of as many runs some live on each node.
  for (let n = 0; n < 9; n++) {
    const { body } = await clients[n % 2]!.post(`/api/v1/workflows/${workflow.id}/execute`, {})
    started.add(body.id)
  }
  while (started.size > 0) {
    const { event, data } = (await stream.next()).value!
    if (event !== 'changes') continue
    for (const { id, status } of data.executions) if (status === 'completed') started.delete(id)
  }
  await stream.return(undefined)
  t.pass('each was told')
})

test('a key that is revoked at one node is refused at all', limit, async t => {
  const { client, clients, keyId } = await someone()
  for (const each of clients) t.equal((await each.get('/api/v1/workflows')).status, 200)
  await client.delete(`/api/v1/apikeys/${keyId}`)
  const began = performance.now()
  for (const each of clients)
    await until(
      () => each.get('/api/v1/workflows'),
      ({ status }) => status === 401,
    )
  t.comment(`refused at all after ${Math.round(performance.now() - began)} ms`)
})

test('a session of an agent is answered at any node, and outlives its own', limit, async t => {
  const { clients } = await someone()
  const [atA, atB, atC] = clients as unknown as readonly [Client, Client, Client]
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: { elicitation: {} }, clientInfo }
  const begun = await atB.post('/rpc', { jsonrpc: '2.0', id: 0, method: 'initialize', params })
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! }
  const events = { ...session, accept: 'application/json, text/event-stream' }
  let id = 0
  const tools = async (client: Client) => {
    const { status, body } = await client.post(
      '/rpc',
      { jsonrpc: '2.0', id: ++id, method: 'tools/list' },
      session,
    )
    return status === 200 ? body.result.tools.length > 0 : status
  }
  for (const client of clients) t.equal(await tools(client), true)

  const plan = {
    steps: [
      { id: 'ask', kind: 'approval', message: 'May I?' },
      { id: 'answer', kind: 'return', value: 'done' },
    ],
  }
  const asked = { name: 'Ask', prompt: 'Ask', plan, tool: true }
  t.equal((await atA.post('/api/v1/workflows', asked)).status, 201)
  const call = { name: 'run_ask', arguments: {} }
  const posted = { jsonrpc: '2.0', id: ++id, method: 'tools/call', params: call }
  const messages = eventsOf(await atA.open('POST', '/rpc', posted, events))
  const next = async (wanted: (message: Message) => boolean) => {
    for (;;) {
      const { value, done } = await messages.next()
      if (done) throw new Error('the stream has ended')
      if (wanted(value.data)) return value.data
    }
  }
  const question = await next(({ method }) => method === 'elicitation/create')
  const result = { action: 'accept', content: { decision: 'approve' } }
  t.equal((await atC.post('/rpc', { jsonrpc: '2.0', id: question.id, result }, session)).status, 202)
  t.match(await next(message => message.id === id), { result: { content: [{ text: 'done' }] } })

  await b.kill()
  for (const client of [atA, atC, atA]) t.equal(await tools(client), true)
  await b.start()
  await cluster.settled()
  t.equal(await tools(atB), true)
  t.equal((await atB.send('DELETE', '/rpc', undefined, session)).status, 200)
  for (const client of clients) t.equal(await tools(client), 404)
})

test('executions outlive a node that is killed', limit, async t => {
  const run = await begin()
  await run.ledger.holdFrom(run.calls * 0.3)
  await b.kill()
  run.ledger.release()
  t.comment(`its shards have owners after ${Math.round(await cluster.settled([a, c]))} ms`)
  await run.ended()
  await run.happenedOnce(t)
  await b.start()
  await cluster.settled()
})

test('executions outlive a node that sleeps and wakes', limit, async t => {
  const run = await begin()
  await run.ledger.holdFrom(run.calls * 0.3)
  process.kill(c.pid, 'SIGSTOP')
  run.ledger.release()
  // They have buried it, and have all shards.
  await cluster.settled([a, b])
  process.kill(c.pid, 'SIGCONT')
  await run.ended()
  await run.happenedOnce(t)
  await cluster.settled()
})

test('executions go on while one node after another leaves and comes back', limit, async t => {
  const run = await begin()
  const held = run.ledger.holdFrom(run.calls * 0.2)
  await held
  for (const node of [a, b]) {
    run.ledger.release()
    const ending = await node.stop()
    t.match(ending, { code: 0 })
    await node.start()
    await cluster.settled()
  }
  await run.ended()
  await run.happenedOnce(t)
})

async function begin(): Promise<EntriesRun> {
  const { organizationId, clients } = await someone()
  return EntriesRun.begin({ count: 60, organizationId, clients, databaseUrl })
}
