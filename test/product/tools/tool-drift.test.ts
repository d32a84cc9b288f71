// Tool servers that change, fall and come back, as an admin and as the owner of a workflow see it.
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import type { ToolServerDetail } from '../../../http/tool-servers/tool-servers.ts'
import type { Client } from '../../support/people/client.ts'
import { Product } from '../../support/product.ts'
import { ChangingServer } from '../../support/servers/changing-server.ts'
import { createWorkflow, execute, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await Product.start({ environment: { TOOL_REFRESH_SECONDS: '1' } })

const order = { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] }
const refund = { name: 'refund', description: 'Refunds an order', inputSchema: order }
const list = { name: 'list', description: 'Lists orders', annotations: { readOnlyHint: true } }
const wider = {
  ...refund,
  inputSchema: { ...order, properties: { ...order.properties, note: { type: 'string' } } },
}
const stricter = { ...wider, inputSchema: { ...wider.inputSchema, required: ['order', 'note'] } }
const destroy = { ...refund, name: 'destroy', annotations: { destructiveHint: true } }

const using = (server: string, tool: string, args: object = { order: 7 }, extra = {}) => ({
  steps: [{ id: 'call', title: 'Call', kind: 'tool', server, tool, args, ...extra }],
})

/** Looks until it is so; nothing here is faster for being asked more often. */
async function until<T>(look: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (isSo(value)) return value
    await pause(50)
  }
}
const getServer = (client: Client, id: string) =>
  client.get(`/api/v1/mcp-servers/${id}`).then(({ body }) => body)
const toolOf = ({ tools }: ToolServerDetail, name: string) => tools.find(tool => tool.name === name)!

test('a tool whose definition breaks is quarantined by itself, until an admin accepts it', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund, list)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const workflow = await createWorkflow(client, using('orders', 'refund'))
  const path = `/api/v1/mcp-servers/${id}`

  server.tools = [wider, list]
  const grown = await until(
    () => getServer(client, id),
    body => toolOf(body, 'refund').growth !== null,
  )
  t.match(grown, { status: 'healthy', tools: [{ name: 'refund', status: 'active' }, {}] })

  server.tools = [stricter, list]
  const drifted = await until(
    () => getServer(client, id),
    body => body.status === 'degraded',
  )
  t.match(toolOf(drifted, 'refund'), {
    status: 'quarantined',
    drift: {
      changes: [{ path: 'inputSchema.properties.note', kind: 'required', before: false, after: true }],
      usedBy: [{ workflowId: workflow, workflowName: 'Test', version: 1, active: true }],
    },
  })
  t.match(await runToEnd(client, workflow), {
    status: 'failed',
    error: { code: 'tool-quarantined', step: 'call' },
  })
  t.equal(server.callsOf('refund'), 0)
  const names = (await client.get('/api/v1/tools?limit=100')).body.map(({ name }: { name: string }) => name)
  t.notOk(names.includes('orders__refund'), 'the planner does not see it')
  t.ok(names.includes('orders__list'))
  const refused = await client.post('/api/v1/workflows', {
    name: 'New',
    prompt: 'x',
    plan: using('orders', 'refund'),
  })
  t.match(refused.body, {
    status: 'needs_review',
    diagnostics: [{ code: 'TOOL_QUARANTINED', message: /accept/ }],
  })

  t.equal((await client.post(`${path}/tools/refund/accept`, { pin: 'another' })).status, 409)
  t.equal((await client.post(`${path}/tools/none/accept`, {})).status, 404)
  const { pin } = toolOf(drifted, 'refund').drift!
  const accepted = await client.post(`${path}/tools/refund/accept`, { pin })
  t.match(accepted, { status: 200, body: { status: 'healthy', error: null } })
  t.match(toolOf(accepted.body, 'refund'), { status: 'active', drift: null })
  t.equal((await client.post(`${path}/tools/refund/accept`)).status, 409)
  t.match(await runToEnd(client, workflow), { status: 'failed', error: { code: 'invalid-arguments' } })
  const mended = await createWorkflow(client, using('orders', 'refund', { order: 7, note: 'late' }))
  t.match(await runToEnd(client, mended), { status: 'completed', output: { order: 7, note: 'late' } })
})

test('a tool of which only the text changes is called as before, with the text that was accepted', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const workflow = await createWorkflow(client, using('orders', 'refund', { order: 7 }))
  server.tools = [{ ...refund, description: 'Refunds an order at once' }]
  const { body } = await client.post(`/api/v1/mcp-servers/${id}/refresh`)
  t.match(body, { status: 'healthy' })
  const texts = { status: 'active', description: refund.description }
  t.match(toolOf(body, 'refund'), { ...texts, drift: { changes: [{ path: 'description' }] } })
  t.match(await runToEnd(client, workflow), { status: 'completed', output: { order: 7 } })
})

test('an execution that parks goes on when its tool is accepted', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const retry = { maxAttempts: 1, park: true }
  const workflow = await createWorkflow(client, using('orders', 'refund', { order: 7 }, { retry }))
  server.tools = [{ ...refund, annotations: { destructiveHint: true } }]
  t.match((await client.post(`/api/v1/mcp-servers/${id}/refresh`)).body, { status: 'quarantined' })
  const { body } = await execute(client, workflow)
  const at = `/api/v1/executions/${body.id}`
  await until(
    () => client.get(at),
    answer => answer.body.status === 'waiting',
  )
  t.match((await client.get(`${at}/why`)).body.waitsFor, [{ kind: 'parked', error: /quarantined/ }])
  await client.post(`/api/v1/mcp-servers/${id}/tools/refund/accept`)
  await client.post(`${at}/retry`)
  t.match(
    await until(
      () => client.get(at).then(answer => answer.body),
      ({ status }) => status === 'completed',
    ),
    {
      output: { order: 7 },
    },
  )
})

test('a server that falls is down, and up again by itself when it is back', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  await server.down()
  t.match(
    await until(
      () => getServer(client, id),
      body => body.status === 'down',
    ),
    { error: /Orders/, health: { breaker: 'open' } },
  )
  await server.up()
  t.match(
    await until(
      () => getServer(client, id),
      body => body.status !== 'down',
    ),
    { status: 'healthy', error: null },
  )
})

test('a server that is down is not called, and what failed is shown for a while when it is back', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const workflow = await createWorkflow(client, using('orders', 'refund'))
  await server.down()
  await until(
    () => getServer(client, id),
    body => body.status === 'down',
  )
  const refused = await until(
    () => runToEnd(client, workflow),
    ({ error }) => error.code === 'tool-server-down',
  )
  t.match(refused, { status: 'failed', error: { message: /"Orders" is down/ } })
  // A thread lets one call try before it believes that the server is down, and reports it a second later.
  await until(
    () => getServer(client, id),
    ({ health }) => health.failures > 0,
  )
  await server.up()
  t.match(
    await until(
      () => getServer(client, id),
      body => body.status !== 'down',
    ),
    { status: 'degraded', error: /could not be reached/, tools: [{ status: 'active' }] },
  )
  t.match(
    await until(
      () => runToEnd(client, workflow),
      ({ status }) => status === 'completed',
    ),
    { output: { order: 7 } },
  )
})

test('calls that fail one after the other open the breaker, though the server still lists its tools', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const workflow = await createWorkflow(client, using('orders', 'refund'))
  server.calls = 'fail'
  await until(
    () => runToEnd(client, workflow),
    ({ error }) => error.code === 'tool-server-down',
  )
  const calls = server.callsOf('refund')
  t.ok(calls >= 5)
  t.match(
    await until(
      () => getServer(client, id),
      ({ health }) => health.failures > 0,
    ),
    {
      status: /down|degraded/,
      health: { lastError: { message: /500/ }, p50Ms: Number, p95Ms: Number },
    },
  )
  server.calls = 'answer'
  t.match(
    await until(
      () => runToEnd(client, workflow),
      ({ status }) => status === 'completed',
    ),
    { output: { order: 7 } },
  )
})

test('a tool can be switched off and on, for plans and for calls', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const workflow = await createWorkflow(client, using('orders', 'refund'))
  const tool = `/api/v1/mcp-servers/${id}/tools/refund`
  t.match((await client.put(tool, { enabled: false })).body, { tools: [{ status: 'off' }] })
  t.match(await runToEnd(client, workflow), { status: 'failed', error: { code: 'tool-off' } })
  const planned = await client.post('/api/v1/workflows/plan', {
    prompt: '1. Call `orders__refund` with order 7',
  })
  t.match(planned.body, { status: 'needs_review', diagnostics: [{ code: 'TOOL_OFF' }] })
  t.match((await client.put(tool, { enabled: true })).body, { tools: [{ status: 'active' }] })
  t.match(await runToEnd(client, workflow), { status: 'completed' })
  for (const body of [{ rate: { perMinute: 0 } }, { timeoutMs: 1 }, { approval: 'sometimes' }])
    t.equal((await client.put(tool, body)).status, 400, JSON.stringify(body))
})

test('a mode that is switched on later asks for approvals of plans that exist', async t => {
  const { client } = await product.signUp()
  const gentle = { ...refund, annotations: { destructiveHint: false } }
  const server = await ChangingServer.start(t, gentle, destroy)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const path = `/api/v1/mcp-servers/${id}`
  const [mild, harsh] = [
    await createWorkflow(client, using('orders', 'refund')),
    await createWorkflow(client, using('orders', 'destroy')),
  ]
  t.match((await client.put(path, { defaults: { approval: 'destructive' } })).body, {
    defaults: { approval: 'destructive', rate: null, timeoutMs: null },
    tools: [{ approval: 'destructive' }, { approval: 'destructive' }],
  })
  t.match(await runToEnd(client, mild), { status: 'completed' })

  const { body } = await execute(client, harsh)
  const at = `/api/v1/executions/${body.id}`
  const asking = await until(
    () => client.get(at).then(one => one.body),
    one => one.status === 'awaiting_approval',
  )
  t.equal(server.callsOf('destroy'), 0)
  const [approval] = asking.approvals
  t.match(approval, { tool: 'orders__destroy', args: { order: 7 }, message: 'Call orders__destroy?' })
  const decided = await client.post(`/api/v1/approvals/${approval.id}`, {
    decision: 'approve',
    digest: approval.digest,
  })
  t.equal(decided.status, 200)
  await until(
    () => client.get(at).then(one => one.body),
    one => one.status === 'completed',
  )
  t.equal(server.callsOf('destroy'), 1)
  t.equal((await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'deny' })).status, 409)
})

test('a rate holds for the whole organization', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const workflow = await createWorkflow(client, using('orders', 'refund'))
  await client.put(`/api/v1/mcp-servers/${id}/tools/refund`, { rate: { perMinute: 3 } })
  const ends = await Promise.all(Array.from({ length: 12 }, () => runToEnd(client, workflow)))
  const refused = ends.filter(({ status }) => status === 'failed')
  t.ok(refused.every(({ error }) => error.code === 'tool-rate-limited'))
  // A minute may end in between.
  const made = ends.length - refused.length
  t.ok(made >= 3 && made <= 6, `${made} calls`)
  t.equal(server.callsOf('refund'), made)
})

test('a time limit of a tool is shorter than that of the step', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const workflow = await createWorkflow(client, using('orders', 'refund'))
  await client.put(`/api/v1/mcp-servers/${id}/tools/refund`, { timeoutMs: 200 })
  server.calls = 'hang'
  t.match(await runToEnd(client, workflow), {
    status: 'failed',
    error: { code: 'timeout' },
  })
})

test('a slug that is taken is refused, with one that is free', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  await registerServer(client, 'Orders', server.url)
  const taken = await client.post('/api/v1/mcp-servers', { name: 'Other', slug: 'orders', url: server.url })
  t.match(taken, { status: 409, body: { error: /orders-2/ } })
  for (const slug of ['a__b', 'A', '-a', 'x'.repeat(33), ''])
    t.equal(
      (await client.post('/api/v1/mcp-servers', { name: 'Other', slug, url: server.url })).status,
      400,
      slug,
    )
  const own = await client.post('/api/v1/mcp-servers', { name: 'Other', slug: 'mine', url: server.url })
  t.match(own, { status: 201, body: { slug: 'mine' } })
  t.match((await registerServer(client, 'Orders', server.url)).body, { slug: 'orders-2' })
})

test('another URL pins anew and drops the credential; one of nobody or of others is 404', async t => {
  const [{ client }, other] = [await product.signUp(), await product.signUp()]
  const [first, second] = [await ChangingServer.start(t, refund), await ChangingServer.start(t, stricter)]
  const secret = {
    name: 'orders',
    kind: 'bearer',
    secret: { token: 'abcdefgh12345678' },
    allowedHosts: ['127.0.0.1'],
  }
  const credential = (await client.post('/api/v1/credentials', secret)).body
  const named = { name: 'Orders', url: first.url, credentialId: 'orders' }
  const { body } = await client.post('/api/v1/mcp-servers', named)
  t.equal(body.credentialId, credential.id)
  const path = `/api/v1/mcp-servers/${body.id}`
  t.match((await client.put(path, { url: second.url })).body, {
    status: 'healthy',
    credentialId: null,
    tools: [{ name: 'refund', status: 'active', drift: null }],
  })
  const foreign = { name: 'Theirs', url: first.url, credentialId: credential.id }
  t.equal((await other.client.post('/api/v1/mcp-servers', foreign)).status, 404)
  t.equal((await client.put(path, { credentialId: 'none' })).status, 404)
  t.match((await client.put(path, { credentialId: credential.id })).body, { credentialId: credential.id })
})

test('a server of another organization is not there', async t => {
  const [{ client }, other] = [await product.signUp(), await product.signUp()]
  const server = await ChangingServer.start(t, refund)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const path = `/api/v1/mcp-servers/${id}`
  t.equal((await other.client.get(path)).status, 404)
  t.equal((await other.client.post(`${path}/refresh`)).status, 404)
  t.equal((await other.client.post(`${path}/tools/refund/accept`, {})).status, 404)
  t.equal((await other.client.put(`${path}/tools/refund`, { enabled: false })).status, 404)
  t.match((await client.get(path)).body, { tools: [{ status: 'active' }] })
})

test('what was pinned, drifted and set outlives a kill of the service', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund, list)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  await client.put(`/api/v1/mcp-servers/${id}/tools/list`, { approval: 'always' })
  server.tools = [stricter, list]
  await client.post(`/api/v1/mcp-servers/${id}/refresh`)
  await product.kill()
  await product.start()
  const back = await getServer(client, id)
  t.match(back, { status: 'degraded', tools: [{ status: 'quarantined' }, { approval: 'always' }] })
  const asked = server.asked.length
  // It is looked after again without anybody asking.
  await until(
    async () => server.asked.length,
    now => now > asked,
  )
  server.tools = [refund, list]
  await until(
    () => getServer(client, id),
    body => body.status === 'healthy',
  )
})
