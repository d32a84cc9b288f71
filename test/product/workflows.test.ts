// Workflows and their versions, as a client of the API meets them.
import { test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { createWorkflow, returning, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()

test('a workflow is created from a plan, read, changed and deleted', async t => {
  const { client } = await product.signUp()
  const created = await client.post('/api/v1/workflows', {
    name: 'Greeting',
    prompt: 'Return 1',
    plan: returning(1),
  })
  t.match(created, {
    status: 201,
    body: { id: /^wf_/, name: 'Greeting', description: null, version: 1, status: 'ready', diagnostics: [] },
  })
  const path = `/api/v1/workflows/${created.body.id}`
  t.strictSame((await client.get(path)).body, created.body)
  t.match((await client.get('/api/v1/workflows')).body, [{ id: created.body.id }])

  const renamed = await client.put(path, { name: 'Salute', description: 'Says hello' })
  t.match(renamed, { status: 200, body: { name: 'Salute', description: 'Says hello', version: 1 } })
  const changed = await client.put(path, { plan: returning(2) })
  t.match(changed, { status: 200, body: { name: 'Salute', version: 2, plan: returning(2) } })

  t.match(await client.delete(path), { status: 200, body: { id: created.body.id, deleted: true } })
  t.equal((await client.get(path)).status, 404)
  t.equal((await client.delete(path)).status, 404)
  t.strictSame((await client.get('/api/v1/workflows')).body, [])
})

test('a plan that runs a workflow which is not there is asked about when it is made, and may run', async t => {
  const { client } = await product.signUp()
  const running = (workflow: string) => ({
    steps: [{ id: 'run', title: 'Run', kind: 'workflow', workflow, inputs: {} }],
  })
  const make = async (name: string, workflow: string) =>
    (await client.post('/api/v1/workflows', { name, prompt: 'Run it', plan: running(workflow) })).body
  const early = await make('Early', 'Late')
  t.match(early, { status: 'ready', diagnostics: [{ code: 'UNKNOWN_WORKFLOW', severity: 'question' }] })
  await client.post('/api/v1/workflows', { name: 'Late', prompt: 'Return 7', plan: returning(7) })
  t.match(await make('Knowing', 'Late'), { status: 'ready', diagnostics: [] })
  t.match(await runToEnd(client, early.id), { status: 'completed', output: 7 })
})

test('versions are kept, listed newest first, and activated again', async t => {
  const { client } = await product.signUp()
  const id = await createWorkflow(client, returning(1))
  const path = `/api/v1/workflows/${id}`
  const second = await client.post(`${path}/versions`, {
    prompt: 'Return 2',
    plan: returning(2),
    note: 'Two',
  })
  t.match(second, {
    status: 201,
    body: { id: /^wfv_/, workflowId: id, version: 2, note: 'Two', active: true },
  })
  const listed = await client.get(`${path}/versions`)
  t.match(listed.body, [
    { version: 2, active: true },
    { version: 1, active: false },
  ])
  t.match((await client.get(`${path}/versions/1`)).body, { version: 1, plan: returning(1) })
  t.equal((await client.get(`${path}/versions/3`)).status, 404)

  t.equal((await runToEnd(client, id)).output, 2)
  t.match(await client.post(`${path}/versions/1/activate`), { status: 200, body: { id, version: 1 } })
  t.equal((await runToEnd(client, id)).output, 1)
  const third = await client.post(`${path}/versions`, { plan: returning(3) })
  t.equal(third.body.version, 3, 'a number is never given twice')
})

test('statistics are there when they are asked for', async t => {
  const { client } = await product.signUp()
  const id = await createWorkflow(client, returning(1))
  await runToEnd(client, id)
  await runToEnd(client, id)
  t.notOk('stats' in (await client.get('/api/v1/workflows')).body[0])
  const { body } = await client.get('/api/v1/workflows?include=stats')
  t.match(body[0].stats, {
    executions: 2,
    completed: 2,
    failed: 0,
    cancelled: 0,
    running: 0,
    successRate: 1,
    avgDurationMs: Number,
    p95DurationMs: Number,
    lastExecutionAt: Number,
  })
  t.equal((await client.get('/api/v1/workflows?include=secrets')).status, 400)
})

test('a plan with errors is kept for review, and executing it is 409 with the first of them', async t => {
  const { client } = await product.signUp()
  const plan = { steps: [{ id: 'call', title: 'Call', kind: 'tool', tool: 'no_such_tool', args: {} }] }
  const { status, body } = await client.post('/api/v1/workflows', { name: 'Broken', prompt: 'Call it', plan })
  t.equal(status, 201)
  t.match(body, {
    status: 'needs_review',
    diagnostics: [{ code: 'UNKNOWN_TOOL', severity: 'error', path: /^call/ }],
  })
  t.match(body.diagnostics[0].message, /no_such_tool/)
  const refused = await client.post(`/api/v1/workflows/${body.id}/execute`, { inputs: {} })
  t.equal(refused.status, 409)
  t.ok(refused.body.error.includes(body.diagnostics[0].message), refused.body.error)
  t.equal(refused.headers.get('x-error-code'), 'workflow-needs-review')
})

test('a prompt becomes a plan that runs with real input', async t => {
  const { client } = await product.signUp()
  const prompt = [
    '1. Parse {{inputs.orders}} as CSV and call it orders',
    '2. Sum the amount of the orders and call it total',
    '3. Return the total',
  ].join('\n')
  const { body } = await client.post('/api/v1/workflows', { name: 'Order total', prompt })
  t.match(body, { status: 'ready', inputsSchema: { required: ['orders'] } })
  const done = await runToEnd(client, body.id, { orders: 'item,amount\napples,3.5\npears,4' })
  t.match(done, { status: 'completed', output: 7.5 })
})

test('a prompt that cannot be planned is kept for review, with diagnostics that quote its words', async t => {
  const { client } = await product.signUp()
  const prompt = '1. Flurbelize the grommets'
  const planned = await client.post('/api/v1/workflows/plan', { prompt })
  t.match(planned, { status: 200, body: { status: 'needs_review' } })
  const { status, body } = await client.post('/api/v1/workflows', { name: 'Nonsense', prompt })
  t.equal(status, 201)
  t.equal(body.status, 'needs_review')
  t.strictSame(body.diagnostics, planned.body.diagnostics, 'a dry compilation says the same')
  t.match(body.diagnostics[0].message, /flurbelize|grommets/i)
  const refused = await client.post(`/api/v1/workflows/${body.id}/execute`, { inputs: {} })
  t.equal(refused.status, 409)
  t.ok(refused.body.error.includes(body.diagnostics[0].message), refused.body.error)
})

test('lists come in pages that a Link header chains, newest first', async t => {
  const { client } = await product.signUp()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await createWorkflow(client, returning(n)))
  const pages: string[][] = []
  for (let path: string | null = '/api/v1/workflows?limit=2'; path !== null; ) {
    const { body, headers } = await client.get(path)
    pages.push(body.map(({ id }: { id: string }) => id))
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
  }
  t.strictSame(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  t.equal((await client.get('/api/v1/workflows?limit=0')).status, 400)
  t.equal((await client.get('/api/v1/workflows?limit=101')).status, 400)
  t.equal((await client.get('/api/v1/workflows?cursor=nonsense')).status, 400)
})
