// The log of an execution as a stream of server-sent events (docs/internals/contract.md, 6), over real HTTP
// and over a restart.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Client, StreamedEvent } from '../../support/people/client.ts'
import { type Account, restartableProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, execute, pausing, registerServer } from '../../support/workflows.ts'

const product = await restartableProduct()
const example = await startExampleServer()

const plan = {
  steps: [
    { id: 'a', title: 'Take the name', kind: 'set', value: { $: 'inputs.name' } },
    {
      id: 'b',
      title: 'Greet',
      kind: 'tool',
      tool: 'text_template',
      args: { template: 'Hello {{name}}', values: { name: { $: 'steps.a' } } },
    },
    { id: 'c', title: 'Answer', kind: 'return', value: { $: 'steps.b' } },
  ],
}

test('a log tells status, steps and end under ids from 1 on, and closes', async t => {
  const { client } = await product.signUp()
  const id = await greet(client, 'Ada')
  const events = await client.readLog(id)
  t.strictSame(
    events.map(event => event.id),
    events.map((_, index) => index + 1),
  )
  t.strictSame(events.map(toldBy), [
    'status queued',
    'status running',
    'step a completed',
    'step b completed',
    'step c completed',
    'status completed',
    'end completed',
  ])
  t.match(events[3]!.data, {
    ts: Number,
    step: { id: 'b', title: 'Greet', tool: 'text_template', output: 'Hello Ada' },
  })
  t.match(events.at(-1)!.data, { ts: Number, status: 'completed', output: 'Hello Ada', error: null })
})

test('a log that ends in failure says why', async t => {
  const { client } = await product.signUp()
  const failing = { steps: [{ id: 'stop', title: 'Stop', kind: 'fail', message: 'not today' }] }
  const id = await begin(client, failing)
  const end = (await client.readLog(id)).at(-1)!
  t.match(end, { event: 'end', data: { status: 'failed', error: { message: 'not today', step: 'stop' } } })
})

test('a reader resumes after any event, by header or by query, without gap or repeat', async t => {
  const { client } = await product.signUp()
  const id = await greet(client, 'Ada')
  const all = await client.readLog(id)
  const path = `/api/v1/executions/${id}/logs`
  for (let after = 0; after < all.length; after++) {
    t.strictSame(await client.readLog(id, after), all.slice(after))
    t.strictSame(await Array.fromAsync(client.stream(`${path}?after=${after}`)), all.slice(after))
  }
  t.match(await client.get(path, { 'last-event-id': String(all.length) }), { status: 204, body: '' })
  t.match(await client.get(path, { 'last-event-id': String(all.length + 1) }), { status: 400 })
})

test('a live stream shows a step before it has ended', async t => {
  const { client } = await withExample()
  const id = await begin(client, pausing(400))
  const seen: string[] = []
  for await (const event of client.stream(`/api/v1/executions/${id}/logs`)) {
    seen.push(toldBy(event))
    if (toldBy(event) !== 'step pause running') continue
    const { body } = await client.get(`/api/v1/executions/${id}`)
    t.equal(body.status, 'running')
  }
  t.strictSame(seen.slice(-4), [
    'step pause running',
    'step pause completed',
    'status completed',
    'end completed',
  ])
})

test('a cancelled execution ends the streams of its log', async t => {
  const { client } = await withExample()
  const id = await begin(client, pausing(60_000))
  const seen: string[] = []
  let ended: unknown
  for await (const event of client.stream(`/api/v1/executions/${id}/logs`)) {
    seen.push(toldBy(event))
    if (toldBy(event) === 'step pause running') await client.post(`/api/v1/executions/${id}/cancel`)
    if (event.event === 'status') ended = event.data.ended
  }
  t.strictSame(seen.slice(-2), ['status cancelled', 'end cancelled'])
  t.strictSame(ended, [{ id: 'pause', status: 'cancelled' }], 'the log says what became of each step')
})

test('a reader resumes where it was after a restart of the server', async t => {
  const { client } = await withExample()
  const finished = await greet(client, 'Ada')
  const all = await client.readLog(finished)
  const running = await begin(client, pausing(1_500))
  const before: StreamedEvent[] = []
  for await (const event of client.stream(`/api/v1/executions/${running}/logs`)) {
    if (event.id !== null) before.push(event)
    if (toldBy(event) === 'step pause running') void product.stop()
  }
  await product.stop()
  await product.start()
  const after = await client.readLog(running, before.at(-1)!.id!)
  t.strictSame(await client.readLog(running), [...before, ...after])
  t.equal(toldBy(after.at(-1)!), 'end completed')
  t.strictSame(await client.readLog(finished), all)
  t.strictSame(await client.readLog(finished, 3), all.slice(3))
})

test('a log is hidden from other organizations, and a bad Last-Event-ID is refused', async t => {
  const { client } = await product.signUp()
  const id = await greet(client, 'Ada')
  const path = `/api/v1/executions/${id}/logs`
  const { client: stranger } = await product.signUp()
  const unknown = await stranger.get(`/api/v1/executions/${newId('execution')}/logs`)
  t.match(await stranger.get(path), { status: 404, body: unknown.body })
  t.match(await product.client().get(path), { status: 401 })
  for (const bad of ['x', '-1', '1.5', '99999999999999999']) {
    t.match(await client.get(path, { 'last-event-id': bad }), {
      status: 400,
      body: { error: /Last-Event-ID/ },
    })
  }
})

async function withExample(): Promise<Account> {
  const account = await product.signUp()
  await registerServer(account.client, 'Example', example.url)
  return account
}

function greet(client: Client, name: string): Promise<string> {
  return begin(client, plan, { name })
}

/** @returns the id of a new execution */
async function begin(client: Client, plan: object, inputs: object = {}): Promise<string> {
  return (await execute(client, await createWorkflow(client, plan), inputs)).body.id
}

function toldBy({ event, data }: StreamedEvent): string {
  return event === 'step' ? `step ${data.step.id} ${data.step.status}` : `${event} ${data.status}`
}
