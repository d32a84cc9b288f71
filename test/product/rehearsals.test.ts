// Dry runs and backtests over HTTP, with a real tool server that writes down what it is asked.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Test, test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { createWorkflow, registerServer, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()

const orders = [
  { id: 'A-1', amount: 50, customer: 'Ada' },
  { id: 'A-2', amount: 250, customer: 'Bob' },
]
const order = { type: 'object', properties: { id: { type: 'string' }, amount: { type: 'number' } } }
const input = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const tools = [
  {
    ...{ name: 'get_orders', description: 'Gets orders', inputSchema: { type: 'object', properties: {} } },
    ...{
      annotations: { readOnlyHint: true },
      outputSchema: { type: 'object', properties: { orders: { type: 'array', items: order } } },
    },
  },
  {
    ...{
      name: 'refund',
      description: 'Refunds',
      inputSchema: input,
      annotations: { destructiveHint: false },
    },
    outputSchema: {
      type: 'object',
      properties: { receipt: { type: 'string' }, cents: { type: 'integer', minimum: 1 } },
    },
  },
  {
    ...{ name: 'remove', description: 'Removes', inputSchema: input, annotations: { destructiveHint: true } },
  },
]
const results: Record<string, (args: { id: string }) => object> = {
  get_orders: () => ({ orders }),
  refund: ({ id }) => ({ receipt: `R-${id}`, cents: 100 }),
  remove: () => ({ removed: true }),
}

/** An organization with the shop; `calls` are the tools that it was asked for. */
async function shop(t: Test) {
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const { id, method, params } = (await new Response(request as never).json()) as never as {
      id: number
      method: string
      params: { name: string; arguments: { id: string } }
    }
    if (method === 'tools/call') calls.push(params.name)
    const structuredContent = method === 'tools/call' ? results[params.name]!(params.arguments) : null
    const content = [{ type: 'text', text: JSON.stringify(structuredContent) }]
    response.setHeader('content-type', 'application/json')
    const known = method === 'tools/list' || method === 'tools/call'
    const result = method === 'tools/list' ? { tools } : { content, structuredContent }
    const failure = { error: { code: -32601, message: 'no such method' } }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(known ? { result } : failure) }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const { client } = await product.signUp()
  const { port } = server.address() as AddressInfo
  t.equal((await registerServer(client, 'Shop', `http://127.0.0.1:${port}/rpc`)).status, 201)
  return { client, calls }
}

const call = (id: string, tool: string, args: object = {}, more: object = {}) => ({
  ...{ id, kind: 'tool', server: 'shop', tool, args },
  ...more,
})
const large = (limit: number) => ({
  steps: [
    call('got', 'get_orders'),
    { id: 'large', kind: 'set', value: { $: `steps.got.orders.filter(o, o.amount > ${limit})` } },
    {
      id: 'each',
      kind: 'foreach',
      over: 'steps.large',
      as: 'order',
      steps: [call('refunded', 'refund', { id: { $: 'order.id' } })],
    },
    { id: 'end', kind: 'return', value: { $: 'steps.each.map(r, r.receipt)' } },
  ],
})

test('what a dry run has made up says nothing of whether the output fits', async t => {
  const { client } = await shop(t)
  const outputSchema = { type: 'string', pattern: '^R-' }
  const ending = (source: string) => ({
    outputSchema,
    steps: [
      call('got', 'get_orders'),
      call('done', 'refund', { id: 'A-1' }),
      { id: 'end', kind: 'return', value: { $: source } },
    ],
  })
  const dryRun = async (plan: object) =>
    (await client.post('/api/v1/workflows/dry-run', { prompt: 'Refund', plan, inputs: {} })).body
  t.match(await dryRun(ending('steps.done.receipt')), { status: 'completed' })
  const read = { ...ending('steps.got.orders[0].id') }
  const real = { ...read, steps: read.steps.filter(({ id }) => id !== 'done') }
  t.match(await dryRun(real), { status: 'failed', error: { code: 'output-invalid' } })
})

test('a dry run reads for real, makes up the rest, and tells what it would do', async t => {
  const { client, calls } = await shop(t)
  const plan = {
    steps: [
      ...large(100).steps.slice(0, 3),
      { id: 'ask', kind: 'approval', message: 'Remove it?' },
      { id: 'wait', kind: 'wait', for: 86_400_000 },
      call('gone', 'remove', { id: { $: 'steps.got.orders[0].id' } }, { approval: { message: 'Sure?' } }),
      { id: 'sum', kind: 'code', js: 'return args.n + 1', args: { n: { $: 'inputs.n' } } },
      { id: 'end', kind: 'return', value: { receipts: { $: 'steps.each' }, sum: { $: 'steps.sum' } } },
    ],
  }
  const workflow = await createWorkflow(client, plan)
  const { status, body } = await client.post(`/api/v1/workflows/${workflow}/dry-run`, { inputs: { n: 41 } })
  t.equal(status, 200, JSON.stringify(body))
  t.match(body, {
    ...{ workflowId: workflow, version: 1, status: 'completed', reads: 1, error: null, cu: 6 },
    output: { receipts: [{ receipt: 'text', cents: 1 }], sum: 42 },
    effects: [
      {
        step: 'each.each[0].refunded',
        kind: 'tool',
        name: 'shop__refund',
        effect: 'write',
        args: { id: 'A-2' },
      },
      { step: 'ask', kind: 'approval', args: 'Remove it?' },
      { step: 'gone', kind: 'approval', args: { message: 'Sure?', args: { id: 'A-1' } } },
      { step: 'gone', kind: 'tool', name: 'shop__remove', effect: 'destructive', args: { id: 'A-1' } },
    ],
    effectsCount: 4,
  })
  const sources = Object.fromEntries(
    body.steps.map(({ id, source }: { id: string; source: string }) => [id, source]),
  )
  t.match(sources, { got: 'real', large: 'real', gone: 'made_up', sum: 'real' })
  t.strictSame(calls, ['get_orders'])
  t.strictSame((await client.get('/api/v1/executions')).body, [], 'nothing is kept')
  t.match(await client.post(`/api/v1/workflows/${workflow}/dry-run`), {
    status: 400,
    body: { error: /inputs\.n/ },
  })
})

test('a dry run of a workflow that would fail says so, and one that never ends is stopped', async t => {
  const { client } = await shop(t)
  const failing = await createWorkflow(client, {
    steps: [{ id: 'no', kind: 'fail', message: 'out of stock' }],
  })
  t.match((await client.post(`/api/v1/workflows/${failing}/dry-run`)).body, {
    ...{ status: 'failed', error: { code: 'failed-by-plan', message: 'out of stock', step: 'no' } },
  })
  const large = 'range'
  const steps = [{ id: large, kind: 'code', js: 'return Array.from({length: 60000}, (_, n) => n)' }]
  const each = {
    id: 'each',
    kind: 'foreach',
    over: 'steps.range',
    as: 'n',
    steps: [call('x', 'refund', { id: 'a' })],
  }
  const endless = await createWorkflow(client, { steps: [...steps, each] })
  const answer = await client.post(`/api/v1/workflows/${endless}/dry-run`)
  t.ok(
    answer.status === 400 || (answer.body.effects.length <= 500 && answer.body.effectsCount > 500),
    `${answer.status}`,
  )
})

test('a backtest replays recorded executions without any call, and names the steps that differ', async t => {
  const { client, calls } = await shop(t)
  const workflow = await createWorkflow(client, large(100))
  for (let n = 0; n < 2; n++)
    t.match(await runToEnd(client, workflow), { status: 'completed', output: ['R-A-2'] })
  const versions = `/api/v1/workflows/${workflow}/versions`
  t.equal((await client.post(versions, { plan: large(100), note: 'the same' })).status, 201)
  t.equal((await client.post(versions, { plan: large(10), note: 'more' })).status, 201)
  calls.length = 0
  const path = `/api/v1/workflows/${workflow}/backtest`
  t.match(await client.post(path, { version: 2 }), {
    status: 200,
    body: {
      version: 2,
      executions: 2,
      same: 2,
      different: 0,
      skipped: 0,
      runs: [{ isSame: true, steps: [] }, {}],
    },
  })
  const { body } = await client.post(path, { version: 3, last: 1 })
  t.match(body, {
    ...{ version: 3, executions: 1, same: 0, different: 1 },
    runs: [{ version: 1, isSame: false, status: { before: 'completed', after: 'completed' } }],
  })
  const differing = Object.fromEntries(body.runs[0].steps.map((step: { id: string }) => [step.id, step]))
  t.match(differing['large'], { fields: ['output'], isMadeUp: false })
  t.match(differing['each.each[1].refunded'], {
    before: null,
    after: { input: { id: 'A-2' }, output: { receipt: 'R-A-2' } },
  })
  t.match(differing['each.each[0].refunded'], { fields: ['input'], isMadeUp: true }, 'A-1 was never refunded')
  t.strictSame(calls, [])
})

test('backtests replay failures, approvals and events as they were', async t => {
  const { client, calls } = await shop(t)
  const plan = (message: string) => ({
    steps: [
      { id: 'ask', kind: 'approval', message: 'Go on?', onDeny: 'continue' },
      {
        id: 'note',
        kind: 'set',
        value: { $t: `${message}: \${string(steps.ask.approved)} \${steps.ask.note}` },
      },
      { id: 'end', kind: 'return', value: { $: 'steps.note' } },
    ],
  })
  const workflow = await createWorkflow(client, plan('decided'))
  const { body: started } = await client.post(`/api/v1/workflows/${workflow}/execute`)
  for (;;) {
    const { body: waiting } = await client.get('/api/v1/approvals?status=pending')
    if (waiting.length === 0) continue
    t.equal(
      (await client.post(`/api/v1/approvals/${waiting[0].id}`, { decision: 'deny', note: 'not now' })).status,
      200,
    )
    break
  }
  for (let status = ''; status !== 'completed'; )
    status = (await client.get(`/api/v1/executions/${started.id}`)).body.status
  await client.post(`/api/v1/workflows/${workflow}/versions`, { plan: plan('said') })
  const path = `/api/v1/workflows/${workflow}/backtest`
  t.match((await client.post(path, { version: 1 })).body, {
    same: 1,
    runs: [{ output: { after: 'decided: false not now' } }],
  })
  t.match((await client.post(path, { version: 2 })).body, {
    same: 0,
    runs: [{ output: { after: 'said: false not now' } }],
  })
  t.strictSame(calls, [])
})

test('bad requests are refused by name', async t => {
  const { client } = await shop(t)
  const workflow = await createWorkflow(client, large(1))
  const path = `/api/v1/workflows/${workflow}`
  t.match(await client.post(`${path}/backtest`, {}), { status: 400, body: { error: /version/ } })
  t.match(await client.post(`${path}/backtest`, { version: 9 }), { status: 404 })
  t.match(await client.post(`${path}/backtest`, { version: 1, last: 51 }), {
    status: 400,
    body: { error: /last/ },
  })
  t.match(await client.post(`${path}/backtest`, { version: 1 }), {
    status: 200,
    body: { executions: 0, runs: [] },
  })
  const { client: stranger } = await product.signUp()
  for (const action of ['dry-run', 'backtest'])
    t.equal((await stranger.post(`${path}/${action}`, { version: 1 })).status, 404)
})
