// Executions, as a client of the API meets them: start, wait, list, search, steps, cancel.
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, pausing, registerServer, returning, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()
const example = await startExampleServer()

test('an execution starts at once and can be followed to its end', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, doubling)
  const started = await client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: { n: 21 } })
  t.match(started, {
    status: 201,
    body: {
      id: /^exec_/,
      workflowId: workflow,
      workflowName: 'Test',
      workflowVersion: 1,
      inputs: { n: 21 },
      trigger: { kind: 'api', ref: null },
      approvals: [],
    },
  })
  await client.readLog(started.body.id)
  const { body } = await client.get(`/api/v1/executions/${started.body.id}`)
  t.match(body, { status: 'completed', output: 42, error: null, startedAt: Number, finishedAt: Number })
  t.equal(body.durationMs, body.finishedAt - body.startedAt)
})

test('Prefer: wait answers with the end, or after that time with what it is then', async t => {
  const { client } = await product.signUp()
  const quick = await createWorkflow(client, doubling)
  const done = await client.post(
    `/api/v1/workflows/${quick}/execute`,
    { inputs: { n: 2 } },
    { prefer: 'wait=20' },
  )
  t.match(done, { status: 201, body: { status: 'completed', output: 4 } })
  t.equal(done.headers.get('preference-applied'), 'wait=20')

  const slow = await createSlowWorkflow(client, 60_000)
  const early = await client.post(`/api/v1/workflows/${slow}/execute`, {}, { prefer: 'wait=1' })
  t.match(early, { status: 201, body: { status: 'running', output: null } })
  t.equal(early.headers.get('preference-applied'), 'wait=1')
  await client.post(`/api/v1/executions/${early.body.id}/cancel`)
})

test('inputs that do not fit are 400 and name the field', async t => {
  const { client } = await product.signUp()
  const { body } = await client.post('/api/v1/workflows', { name: 'Hash', prompt: 'Hash it', plan: hashing })
  t.match(body, { status: 'ready', inputsSchema: { required: ['text'] } })
  const path = `/api/v1/workflows/${body.id}/execute`
  t.match(await client.post(path, { inputs: {} }), { status: 400, body: { error: /text/ } })
  t.match(await client.post(path, { inputs: 'text' }), { status: 400, body: { error: /inputs/ } })
  t.match(await client.post('/api/v1/executions', { workflowId: body.id, inputs: {} }), {
    status: 400,
    body: { error: /text/ },
  })
  t.strictSame((await client.get('/api/v1/executions')).body, [], 'nothing was started')
})

test('an execution can be started of a version that is not active', async t => {
  const { client } = await product.signUp()
  const workflowId = await createWorkflow(client, returning('old'))
  await client.post(`/api/v1/workflows/${workflowId}/versions`, { plan: returning('new') })
  const start = (body: object) => client.post('/api/v1/executions', body, { prefer: 'wait=20' })
  t.match(await start({ workflowId }), { status: 201, body: { workflowVersion: 2, output: 'new' } })
  t.match(await start({ workflowId, version: 1 }), {
    status: 201,
    body: { workflowVersion: 1, output: 'old' },
  })
  t.equal((await start({ workflowId, version: 9 })).status, 404)
  t.match(await start({}), { status: 400, body: { error: /workflowId/ } })
})

test('an execution stays with the version that it started with', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', example.url)
  const plan = { steps: [...pausing(500).steps, { id: 'answer', kind: 'return', value: 'old' }] }
  const id = await createWorkflow(client, plan)
  const { body } = await client.post(`/api/v1/workflows/${id}/execute`, {})
  await client.put(`/api/v1/workflows/${id}`, { plan: returning('new') })
  await client.readLog(body.id)
  t.match((await client.get(`/api/v1/executions/${body.id}`)).body, { workflowVersion: 1, output: 'old' })
})

test('executions are found by status, workflow and time', async t => {
  const { client } = await product.signUp()
  const good = await createWorkflow(client, returning(1))
  const bad = await createWorkflow(client, { steps: [{ id: 'stop', kind: 'fail', message: 'no' }] })
  const first = await runToEnd(client, good)
  const second = await runToEnd(client, bad)
  const third = await runToEnd(client, good)
  const find = async (query: string) => {
    const { body } = await client.get(`/api/v1/executions/search?${query}`)
    return body.map(({ id }: { id: string }) => id)
  }
  t.strictSame(await find(''), [third.id, second.id, first.id])
  t.strictSame(await find('status=failed'), [second.id])
  t.strictSame(await find('status=completed,failed&limit=2'), [third.id, second.id])
  t.strictSame(await find(`workflowId=${good}`), [third.id, first.id])
  t.strictSame(await find(`workflowId=${good}&status=failed`), [])
  t.strictSame(await find(`createdBefore=${first.createdAt}`), [])
  t.ok((await find(`createdAfter=${third.createdAt}`)).includes(third.id), 'the bound is included')
  t.equal((await client.get('/api/v1/executions/search?status=asleep')).status, 400)
  t.equal((await client.get('/api/v1/executions/search?createdAfter=yesterday')).status, 400)
  t.strictSame(
    (await client.get('/api/v1/executions?status=failed')).body[0].id,
    second.id,
    'lists filter as well',
  )
})

test('pages of executions chain by the Link header and keep the filter', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await runToEnd(client, workflow)).id)
  const found: string[] = []
  for (let path: string | null = '/api/v1/executions?limit=2&status=completed'; path !== null; ) {
    const { body, headers } = await client.get(path)
    found.push(...body.map(({ id }: { id: string }) => id))
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
    if (path !== null) t.match(path, /status=completed/)
  }
  t.strictSame(found, ids)
})

test('steps tell kind, input, output and error', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, {
    steps: [
      ...doubling.steps.slice(0, 1),
      {
        id: 'each',
        title: 'For each',
        kind: 'foreach',
        over: '[1, 2]',
        as: 'item',
        steps: [{ id: 'add', title: 'Add', kind: 'set', value: { $: 'item + steps.double' } }],
      },
      { id: 'stop', title: 'Stop', kind: 'fail', message: { $t: 'got ${steps.each[1]}' } },
    ],
  })
  const execution = await runToEnd(client, workflow, { n: 5 })
  t.match(execution, {
    status: 'failed',
    output: null,
    error: { message: 'got 12', step: 'stop', code: String },
  })
  const { body } = await client.get(`/api/v1/executions/${execution.id}/steps`)
  t.match(
    body.map(({ id, kind, status, output }: Record<string, unknown>) => [id, kind, status, output]),
    [
      ['double', 'set', 'completed', 10],
      ['each', 'foreach', 'completed', [11, 12]],
      ['each.each[0].add', 'set', 'completed', 11],
      ['each.each[1].add', 'set', 'completed', 12],
      ['stop', 'fail', 'failed', null],
    ],
  )
  t.match(body.at(-1), {
    title: 'Stop',
    attempt: 1,
    error: { message: 'got 12' },
    startedAt: Number,
    finishedAt: Number,
  })
})

test('an execution is cancelled once, and again without harm, but not when it has ended', async t => {
  const { client } = await product.signUp()
  const slow = await createSlowWorkflow(client, 60_000)
  const { body } = await client.post(`/api/v1/workflows/${slow}/execute`, {})
  const path = `/api/v1/executions/${body.id}`
  const cancelled = await client.post(`${path}/cancel`)
  t.match(cancelled, { status: 200, body: { id: body.id, status: 'cancelled', finishedAt: Number } })
  t.match(await client.post(`${path}/cancel`), { status: 200, body: cancelled.body })
  t.match((await client.get(path)).body, cancelled.body)
  const { body: metrics } = await client.get('/metrics')
  t.match(metrics, /execution_cancel_seconds_count [1-9]/)
  t.match((await client.get(`${path}/steps`)).body, [{ id: 'pause', status: 'cancelled' }])

  const done = await runToEnd(client, await createWorkflow(client, returning(1)))
  const refused = await client.post(`/api/v1/executions/${done.id}/cancel`)
  t.match(refused, { status: 409, body: { error: /completed/ } })
  t.equal(refused.headers.get('x-error-code'), 'execution-ended')
})

const doubling = {
  steps: [
    { id: 'double', title: 'Double', kind: 'set', value: { $: 'inputs.n * 2' } },
    { id: 'answer', title: 'Answer', kind: 'return', value: { $: 'steps.double' } },
  ],
}
const hashing = {
  steps: [
    { id: 'hash', title: 'Hash', kind: 'tool', tool: 'hash_text', args: { text: { $: 'inputs.text' } } },
  ],
}

async function createSlowWorkflow(client: Client, ms: number): Promise<string> {
  await registerServer(client, 'Example', example.url)
  return createWorkflow(client, pausing(ms))
}
