// The service as a tool server: the plain lane of /rpc (docs/internals/contract.md, 9), over HTTP.
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { probes } from '../../support/probes.ts'
import { type Account, Product } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, execute, pausing, registerServer, returning } from '../../support/workflows.ts'

const product = await Product.start({ environment: { FREE_TIER_EXECUTIONS: '5' } })
const example = await startExampleServer()

/** What whoever only reads gets, too. */
const readTools = [
  'describe_tool',
  'explain_execution',
  'get_execution',
  'get_plan_guide',
  'get_step',
  'get_workflow',
  'list_approvals',
  'list_credentials',
  'list_steps',
  'list_versions',
  'list_workflows',
  'plan_workflow',
  'search_executions',
  'search_tools',
]
const serviceTools = [
  ...readTools,
  'activate_version',
  'cancel_execution',
  'confirm_workflow',
  'create_workflow',
  'decide_approval',
  'dry_run_prompt',
  'dry_run_workflow',
  'execute_workflow',
  'update_workflow',
]

test("tools/list has the service's tools and those of registered servers, and nothing else", async t => {
  const { client } = await withExample()
  const { tools } = (await rpc(client, 'tools/list')).result
  t.strictSame(
    tools.map(({ name }: { name: string }) => name).sort(),
    [...serviceTools, 'example__add', 'example__echo', 'example__slow'].sort(),
  )
  for (const { name, description, inputSchema } of tools) {
    t.ok(description.length > 0, name)
    t.equal(inputSchema.type, 'object')
  }
})

test('an agent creates, finds, runs, follows and cancels through tools alone', async t => {
  const { client } = await withExample()
  const created = await call(client, 'create_workflow', {
    name: 'Greeting',
    prompt: 'Return',
    plan: returning('Hello'),
  })
  t.match(created, { id: /^wf_/, name: 'Greeting', status: 'ready' })
  t.match(await call(client, 'list_workflows', {}), { items: [{ id: created.id }], nextCursor: null })
  t.match(await call(client, 'get_workflow', { id: created.id }), { id: created.id, prompt: 'Return' })

  const started = await call(client, 'execute_workflow', { id: created.id, inputs: {} })
  t.match(started, { id: /^exec_/, workflowId: created.id })
  await client.readLog(started.id)
  t.match(await call(client, 'get_execution', { id: started.id }), { status: 'completed', output: 'Hello' })
  t.match(await call(client, 'search_executions', { status: 'completed', workflowId: created.id }), {
    items: [{ id: started.id }],
  })

  const slow = await createWorkflow(client, pausing(60_000))
  const running = await call(client, 'execute_workflow', { id: slow, inputs: {} })
  t.match(running, { id: /^exec_/, status: /queued|running/, next: /get_execution/ })
  t.strictSame(Object.keys(running).sort(), ['id', 'next', 'status', 'workflowId', 'workflowName'])
  const whole = await call(client, 'execute_workflow', { id: slow, inputs: {}, budget: 1, detail: true })
  t.match(whole, { trigger: { kind: 'tool', ref: 'execute_workflow' }, inputs: {}, approvals: [] })
  await call(client, 'cancel_execution', { id: whole.id })
  t.match(await call(client, 'cancel_execution', { id: running.id }), { status: 'cancelled' })
})

test('execute_workflow waits as long as it is asked to: for the end, or for a decision', async t => {
  const { client } = await withExample()
  const started = (id: string, waitMs: number) => call(client, 'execute_workflow', { id, waitMs })
  const quick = await createWorkflow(client, returning('Hello'))
  t.match(await started(quick, 50_000), { status: 'completed', output: 'Hello' })
  const slow = await createWorkflow(client, pausing(60_000))
  const running = await started(slow, 1)
  t.match(running, { status: /queued|running/, next: /get_execution/ })
  await call(client, 'cancel_execution', { id: running.id })
  const asking = await createWorkflow(client, {
    steps: [{ id: 'ask', kind: 'approval', message: 'Go on?' }],
  })
  t.match(await started(asking, 50_000), {
    status: 'awaiting_approval',
    approvals: [{ message: 'Go on?' }],
    next: /a person decides/,
  })
  const refused = { name: 'execute_workflow', arguments: { id: quick, waitMs: -1 } }
  t.match((await rpc(client, 'tools/call', refused)).result, {
    isError: true,
    content: [{ text: /^waitMs: / }],
  })
})

test('resources and prompts are there without a session, and a list says where it goes on', async t => {
  const { client } = await withExample()
  const id = await createWorkflow(client, returning(1))
  const { resources } = (await rpc(client, 'resources/list')).result
  t.ok(resources.some(({ uri }: { uri: string }) => uri === `troupe://workflows/${id}`))
  const read = async (uri: string) => rpc(client, 'resources/read', { uri })
  const [{ text }] = (await read('troupe://guide/plans')).result.contents
  const { result } = await rpc(client, 'tools/call', { name: 'get_plan_guide', arguments: {} })
  t.strictSame(result.content, [{ type: 'text', text }], 'one guide')
  t.match(JSON.parse((await read(`troupe://workflows/${id}`)).result.contents[0].text), { id })
  t.match(await read('troupe://workflows/wf_gone'), { error: { code: -32602 } })
  t.match(await rpc(client, 'resources/read'), {
    error: { code: -32602, message: 'params.uri: expected string' },
  })
  const { prompts } = (await rpc(client, 'prompts/list')).result
  t.match(prompts[0], { name: 'write-workflow' })
  const given = { name: 'write-workflow', arguments: { goal: 'Sum the orders' } }
  t.match((await rpc(client, 'prompts/get', given)).result.messages, [
    { content: { text: /get_plan_guide/ } },
  ])
  t.match(await rpc(client, 'prompts/list', { cursor: 'x' }), { error: { code: -32602 } })
})

test('a registered tool is called under its offered name', async t => {
  const { client } = await withExample()
  t.strictSame(await call(client, 'example__add', { a: 40, b: 2 }), { sum: 42 })
})

test('what a tool refuses is a result with isError, what does not exist an error of the protocol', async t => {
  const { client } = await withExample()
  const bad = (await rpc(client, 'tools/call', { name: 'get_workflow', arguments: { id: 7 } })).result
  t.match(bad, { isError: true, content: [{ type: 'text', text: /^id: expected string/ }] })
  const remote = (await rpc(client, 'tools/call', { name: 'example__add', arguments: { a: 1 } })).result
  t.match(remote, { isError: true, content: [{ text: /b/ }] })
  const missing = (await rpc(client, 'tools/call', { name: 'get_workflow', arguments: { id: 'wf_x' } }))
    .result
  t.match(missing, { isError: true, content: [{ text: 'workflow not found' }] })

  for (const name of ['no_such_tool', 'http_get', 'csv_parse', 'example__gone', 'gone__tool']) {
    const { error } = await rpc(client, 'tools/call', { name, arguments: {} })
    t.match(error, { code: -32602, message: `Unknown tool: ${name}` })
  }
  t.match(await rpc(client, 'tools/destroy'), { error: { code: -32601 } })
})

test('a tool server that is down is an error of the protocol that names it', async t => {
  const { client } = await product.signUp()
  const dying = await startExampleServer()
  await registerServer(client, 'Dying', dying.url)
  await dying.stop()
  const { error } = await rpc(client, 'tools/call', { name: 'dying__echo', arguments: { text: 'hello' } })
  t.match(error, { code: -32000, message: /"Dying"/, data: { server: 'dying' } })
})

test('envelopes are JSON-RPC 2.0 to the letter', async t => {
  const { client } = await product.signUp()
  const list = { jsonrpc: '2.0', method: 'tools/list' }
  const notified = await client.post('/rpc', list)
  t.strictSame([notified.status, notified.body], [202, ''])
  t.match(await client.post('/rpc', '{"jsonrpc":'), {
    status: 400,
    body: { jsonrpc: '2.0', id: null, error: { code: -32700 } },
  })
  t.match(await client.post('/rpc', { ...list, id: {} }), {
    status: 400,
    body: { id: null, error: { code: -32600 } },
  })
  t.match(await client.post('/rpc', []), { status: 200, body: { id: null, error: { code: -32600 } } })
  const batch = await client.post('/rpc', [{ ...list, id: 'a' }, list, 1, { ...list, method: 'x', id: 2 }])
  t.equal(batch.status, 200)
  t.match(batch.body, [
    { id: 'a', result: { tools: Array } },
    { id: null, error: { code: -32600 } },
    { id: 2, error: { code: -32601 } },
  ])
  t.equal(batch.body.length, 3, 'the notification is not answered')
})

test('/rpc asks for a credential, and says how', async t => {
  const answer = await product.client().post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  t.match(answer, { status: 401, body: { error: String } })
  t.match(answer.headers.get('www-authenticate'), /^Bearer resource_metadata="/)
})

test('past the monthly limit execute_workflow is a result with isError that says how things stand', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  for (let n = 0; n < 5; n++) await execute(client, workflow)
  const { result } = await rpc(client, 'tools/call', {
    name: 'execute_workflow',
    arguments: { id: workflow, inputs: {} },
  })
  t.equal(result.isError, true)
  t.match(result._meta['troupe/error'], {
    code: 'quota-exceeded',
    limit: 5,
    current: 5,
    upgrade: '/api/v1/billing/checkout',
  })
})

test('a key sees and calls only the tools that its scopes allow', async t => {
  const { client } = await withExample()
  const workflow = await createWorkflow(client, returning(1))
  const reader = await keyOf(client, ['read'])
  t.strictSame(await toolNames(reader), readTools)
  t.match(await call(reader, 'get_workflow', { id: workflow }), { id: workflow })
  for (const name of ['execute_workflow', 'create_workflow', 'example__echo']) {
    const { error } = await rpc(reader, 'tools/call', { name, arguments: { id: workflow } })
    t.match(error, { code: -32602, message: `Unknown tool: ${name}` })
  }
})

async function withExample(): Promise<Account> {
  const account = await product.signUp()
  await registerServer(account.client, 'Example', example.url)
  return account
}

async function keyOf(client: Client, scopes: readonly string[]): Promise<Client> {
  return product.client((await client.post('/api/v1/apikeys', { name: 'Agent', scopes })).body.key)
}

async function toolNames(client: Client): Promise<string[]> {
  const { tools } = (await rpc(client, 'tools/list')).result
  return tools.map(({ name }: { name: string }) => name).sort()
}

/** The response, whatever it is. */
async function rpc(client: Client, method: string, params?: object) {
  return (await client.post('/rpc', { jsonrpc: '2.0', id: 1, method, params })).body
}

/** What a tool gave, as structured content. @throws {Error} it gave an error */
async function call(client: Client, name: string, args: object) {
  const response = await rpc(client, 'tools/call', { name, arguments: args })
  if (response.error || response.result.isError) throw new Error(JSON.stringify(response))
  return response.result.structuredContent
}

test('what JSON cannot keep, and what nests too deep, is a parse error', async t => {
  const { client } = await withExample()
  const request = (text: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"example__echo","arguments":{"text":${text}}}}`
  for (const text of ['"\\u0000"', '"\\ud800"', `${'['.repeat(200)}${']'.repeat(200)}`, '1e400']) {
    const { status, body } = await client.post('/rpc', request(text))
    t.equal(status, 400)
    t.strictSame(body, { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null })
  }
})

test('each request of a batch counts against the limit, lists too', async t => {
  probes(t, 97)
  const limited = await Product.start({ environment: { RATE_LIMIT_RPC: '3' }, t })
  const other = await limited.signUp()
  const lists = await other.client.post(
    '/rpc',
    [1, 2, 3, 4].map(id => ({ jsonrpc: '2.0', id, method: 'tools/list' })),
  )
  t.match(lists.body.at(-1), {
    error: { code: -32005, data: { code: 'rate-limited', retryAfterMs: Number } },
  })
  t.equal(lists.body.filter((each: object) => 'error' in each).length, 1)
  const reader = await limited.signUp()
  const reads = await reader.client.post(
    '/rpc',
    [1, 2, 3, 4].map(id => ({
      ...{ jsonrpc: '2.0', id, method: 'resources/read' },
      params: { uri: 'troupe://guide/plans' },
    })),
  )
  t.equal(reads.body.filter((each: object) => 'error' in each).length, 1, 'P97 reads, too')
  const { client } = await limited.signUp()
  const list = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_workflows', arguments: {} } }
  const { body } = await client.post(
    '/rpc',
    [1, 2, 3, 4].map(id => ({ ...list, id })),
  )
  const errors = (body as { result: { isError?: boolean } }[]).map(({ result }) => result.isError ?? false)
  t.strictSame(errors, [false, false, false, true], 'P97')
})
