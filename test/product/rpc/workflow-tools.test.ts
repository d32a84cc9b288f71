// Workflows as tools, prompts and resources of /rpc, and what of them a key gets to see.
import { test } from 'tap'
import { Agent, plain } from '../../support/people/agent.ts'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { ChangingServer } from '../../support/servers/changing-server.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, pausing, registerServer, returning, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()
const example = await startExampleServer()

const doubling = {
  steps: [
    { id: 'sum', kind: 'tool', tool: 'calculate', args: { expression: { $t: '${inputs.number} * 2' } } },
    { id: 'answer', kind: 'return', value: { $: 'inputs.number' } },
  ],
}
const echoing = { steps: [{ id: 'answer', kind: 'return', value: { said: { $: 'inputs.word' } } }] }

test('a workflow that is marked is a tool with its inputs, and a call gives its output', async t => {
  const { client } = await product.signUp()
  const { id, slug } = await offer(client, { name: 'Say it (twice)', plan: echoing })
  t.equal(slug, 'say_it_twice')
  const tool = (await toolsOf(client)).find(({ name }) => name === 'run_say_it_twice')
  t.match(tool, {
    title: 'Say it (twice)',
    inputSchema: { type: 'object', required: ['word'] },
    annotations: { readOnlyHint: true, destructiveHint: false },
  })
  const { result } = await plain(client, 'tools/call', { name: tool!.name, arguments: { word: 'hello' } })
  t.strictSame(result.structuredContent, { said: 'hello' })
  const { id: executionId } = result._meta['troupe/execution']
  t.match((await client.get(`/api/v1/executions/${executionId}`)).body, {
    status: 'completed',
    workflowId: id,
    trigger: { kind: 'tool', ref: 'run_say_it_twice' },
  })
})

test('a workflow that declares its inputs and its output is a tool with real types', async t => {
  const { client } = await product.signUp()
  const inputs = { properties: { word: { type: 'string', title: 'Word' }, times: { default: 2 } } }
  const outputSchema = { type: 'object', properties: { said: { type: 'string' } }, required: ['said'] }
  await offer(client, { name: 'Typed', plan: { inputs, outputSchema, ...echoing } })
  const tool = (await toolsOf(client)).find(({ name }) => name === 'run_typed') as unknown as {
    readonly inputSchema: object
    readonly outputSchema: { readonly anyOf: readonly object[] }
  }
  t.match(tool.inputSchema, { properties: inputs.properties, required: ['word'] })
  t.strictSame(tool.outputSchema.anyOf[0], outputSchema)
  const call = (word: unknown) => plain(client, 'tools/call', { name: 'run_typed', arguments: { word } })
  t.strictSame((await call('hello')).result.structuredContent, { said: 'hello' })

  const asking = {
    steps: [{ id: 'ask', kind: 'approval', message: 'Say it?' }, ...echoing.steps],
  }
  await offer(client, { name: 'Asking', plan: { inputs, outputSchema, ...asking } })
  const waiting = await plain(client, 'tools/call', { name: 'run_asking', arguments: { word: 'hello' } })
  t.match(waiting.result.structuredContent, { execution: { id: /^exec_/, status: 'awaiting_approval' } })
})

test('bad arguments and a workflow that fails are results with isError, the latter with its execution', async t => {
  const { client } = await product.signUp()
  await offer(client, { name: 'Echo', plan: echoing })
  const bad = await plain(client, 'tools/call', { name: 'run_echo', arguments: {} })
  t.match(bad.result, {
    isError: true,
    content: [{ text: /word/ }],
    _meta: { 'troupe/error': { code: 'invalid-arguments' } },
  })
  await offer(client, {
    name: 'Fail',
    plan: { steps: [{ id: 'stop', kind: 'fail', message: 'no more apples' }] },
  })
  const failed = await plain(client, 'tools/call', { name: 'run_fail', arguments: {} })
  t.match(failed.result, {
    isError: true,
    content: [{ text: 'no more apples' }],
    _meta: { 'troupe/execution': { id: /^exec_/, status: 'failed' } },
  })
})

test('a tool comes and goes with its mark, and keeps its name when the workflow is renamed', async t => {
  const { client } = await product.signUp()
  const { id } = await offer(client, { name: 'Report', plan: echoing })
  const path = `/api/v1/workflows/${id}`
  t.ok((await toolNames(client)).includes('run_report'))
  t.match((await client.put(path, { name: 'Summary' })).body, { slug: 'report', tool: true })
  t.match(
    (await toolsOf(client)).find(({ name }) => name === 'run_report'),
    { title: 'Summary' },
  )
  t.match((await client.put(path, { tool: false })).body, { tool: false })
  t.notOk((await toolNames(client)).includes('run_report'))
  t.match((await plain(client, 'tools/call', { name: 'run_report', arguments: {} })).error, {
    code: -32602,
    message: 'Unknown tool: run_report',
  })
  await client.put(path, { tool: true })
  t.ok((await toolNames(client)).includes('run_report'))
  await client.delete(path)
  t.notOk((await toolNames(client)).includes('run_report'))
})

test('workflows of one name have tools of their own', async t => {
  const { client } = await product.signUp()
  const slugs = [
    await offer(client, { name: 'Echo', plan: echoing }),
    await offer(client, { name: 'Echo', plan: echoing }),
  ].map(({ slug }) => slug)
  t.equal(slugs[0], 'echo')
  t.match(slugs[1], /^echo_[0-9a-z]{8}$/)
  t.strictSame(
    (await toolNames(client)).filter(name => name.startsWith('run_')),
    slugs.map(slug => `run_${slug}`),
  )
})

test('a caller that leaves does not end the execution', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', example.url)
  await offer(client, { name: 'Slow', plan: pausing(60_000) })
  const leaving = new AbortController()
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_slow', arguments: {} } }
  const token = await keyOf(client, { scopes: ['execute'] })
  const called = fetch(`${product.url}/rpc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: leaving.signal,
  })
  const running = await untilOne(client, 'running')
  leaving.abort()
  await t.rejects(called)
  await client.get('/readyz')
  t.equal((await client.get(`/api/v1/executions/${running.id}`)).body.status, 'running')
  await client.post(`/api/v1/executions/${running.id}/cancel`)
})

test('progress tells of the steps as they end', async t => {
  const { client } = await product.signUp()
  await offer(client, { name: 'Double', plan: doubling })
  const call = { name: 'run_double', arguments: { number: '21' }, _meta: { progressToken: 'p' } }
  const events = await new Agent(client).messages('tools/call', call)
  const progress = events
    .filter(({ method }) => method === 'notifications/progress')
    .map(({ params }) => params)
  t.match(progress[0], { progressToken: 'p', progress: 0, message: /^execution exec_\w+ has started$/ })
  t.match(progress[1], { progressToken: 'p', progress: 1, message: /sum completed/ })
  t.match(events.at(-1), { result: { content: [{ text: '21' }] } })
})

test('a key with a list of tools sees and calls those, in every lane', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', example.url)
  await offer(client, { name: 'Echo', plan: echoing })
  await offer(client, { name: 'Other', plan: echoing })
  const created = (await client.post('/api/v1/apikeys', { name: 'Agent', tools: ['run_e*', 'example__add'] }))
    .body
  t.strictSame(created.tools, ['run_e*', 'example__add'])
  const narrow = product.client(created.key)
  t.strictSame(await toolNames(narrow), ['run_echo', 'example__add'])
  const agent = new Agent(narrow)
  t.strictSame(await agent.toolNames(), ['run_echo', 'example__add'])
  t.strictSame((await agent.call('run_echo', { word: 'x' })).structuredContent, { said: 'x' })
  for (const name of ['run_other', 'example__echo', 'list_workflows', 'get_execution']) {
    const params = { name, arguments: { word: 'x', text: 'x', id: 'exec_x' } }
    t.match(await plain(narrow, 'tools/call', params), {
      error: { code: -32602, message: `Unknown tool: ${name}` },
    })
    t.match(await agent.response('tools/call', params), { error: { code: -32602 } })
  }
  t.strictSame((await agent.ask('resources/list')).resources, [])
  t.strictSame(
    (await agent.ask('prompts/list')).prompts.map(({ name }: { name: string }) => name),
    ['echo'],
  )
})

test('a key gives no more tools than it has', async t => {
  const { client } = await product.signUp()
  const path = '/api/v1/apikeys'
  const scopes = ['read', 'execute', 'admin']
  const holder = product.client(
    (await client.post(path, { name: 'A', scopes, tools: ['run_*', 'list_workflows'] })).body.key,
  )
  t.strictSame((await holder.post(path, { name: 'B', scopes: ['read'] })).body.tools, [
    'run_*',
    'list_workflows',
  ])
  t.strictSame((await holder.post(path, { name: 'B', scopes: ['read'], tools: ['run_a*'] })).body.tools, [
    'run_a*',
  ])
  t.match(await holder.post(path, { name: 'B', scopes: ['read'], tools: ['*'] }), {
    status: 403,
    body: { error: /^tools/ },
  })
  t.match(await client.post(path, { name: 'B', tools: ['no such'] }), {
    status: 400,
    body: { error: /^tools/ },
  })
})

test('a key that may only chat is refused', async t => {
  const { client } = await product.signUp()
  const chat = product.client(await keyOf(client, { scopes: ['chat'] }))
  t.match(await chat.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/list' }), {
    status: 403,
    body: { error: /chat/ },
  })
  t.match(await chat.get('/rpc'), { status: 403, body: { error: /chat/ } })
  t.match(await chat.delete('/rpc'), { status: 403, body: { error: /chat/ } })
})

test('past a hundred tools those of servers are searched and not listed, and those of workflows stay', async t => {
  const { client } = await product.signUp()
  const inputSchema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }
  const tasks = Array.from({ length: 95 }, (_, n) => ({ name: `task_${n}`, inputSchema }))
  const weigh = { name: 'weigh_apples', description: 'Weighs apples', inputSchema }
  const server = await ChangingServer.start(t, ...tasks, weigh)
  await registerServer(client, 'Many', server.url)
  await offer(client, { name: 'Weigh', plan: echoing })
  const names = await toolNames(client)
  t.strictSame(names.slice(-4), ['search_tools', 'describe_tool', 'call_tool', 'run_weigh'])
  t.notOk(names.some(name => name.startsWith('many__')))
  const agent = new Agent(client)
  const { structuredContent } = await agent.call('search_tools', { query: 'weigh apples' })
  t.match(structuredContent.tools[0], { name: 'many__weigh_apples', required: ['word'], callable: true })
  t.ok(structuredContent.tools.length <= 8)
  const described = (await agent.call('describe_tool', { name: 'many__weigh_apples' })).structuredContent
  t.match(described, { description: 'Weighs apples', inputSchema: { required: ['word'] } })
  t.match(await agent.call('describe_tool', { name: 'gone' }), { isError: true })
  const called = { name: 'many__weigh_apples', arguments: { word: 'heavy' } }
  t.match(await agent.call('call_tool', called), { structuredContent: called.arguments })
  t.match(await agent.call(called.name, called.arguments), { structuredContent: called.arguments })
  t.match(await agent.call('call_tool', { name: called.name, arguments: {} }), { isError: true })
  t.match((await agent.response('tools/call', { name: 'call_tool', arguments: { name: 'gone' } })).error, {
    code: -32602,
  })
})

test('a workflow is a prompt whose arguments are its inputs', async t => {
  const { client } = await product.signUp()
  const { id } = await offer(client, { name: 'Echo', plan: echoing })
  const agent = new Agent(client)
  t.match((await agent.ask('prompts/list')).prompts, [
    { name: 'write-workflow', arguments: [{ name: 'goal', required: true }] },
    { name: 'why-a-run-failed' },
    { name: 'echo', title: 'Echo', arguments: [{ name: 'word', required: true }] },
  ])
  const prompt = await agent.ask('prompts/get', { name: 'echo', arguments: { word: 'hello' } })
  t.match(prompt.messages[0], {
    role: 'user',
    content: { type: 'text', text: /run_echo.*"word": "hello"/s },
  })
  t.match(await agent.response('prompts/get', { name: 'echo', arguments: {} }), {
    error: { code: -32602, message: /word/ },
  })
  t.match(await agent.response('prompts/get', { name: 'gone' }), { error: { code: -32602 } })
  await client.put(`/api/v1/workflows/${id}`, { tool: false })
  const unmarked = await agent.ask('prompts/get', { name: 'echo', arguments: { word: 'hello' } })
  t.match(unmarked.messages[0].content.text, new RegExp(`execute_workflow.*${id}`, 's'))
})

test('workflows, executions and their logs are resources', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning('Hello'))
  const { id } = await runToEnd(client, workflow)
  const agent = new Agent(client)
  const uris = [
    `troupe://executions/${id}`,
    `troupe://executions/${id}/logs`,
    `troupe://workflows/${workflow}`,
  ]
  t.strictSame(await listedUris(agent), uris)
  t.equal((await agent.ask('resources/templates/list')).resourceTemplates.length, 3)
  const read = async (uri: string) => (await agent.ask('resources/read', { uri })).contents[0].text as string
  t.match(JSON.parse(await read(uris[0]!)), { id, status: 'completed', output: 'Hello' })
  const lines = (await read(uris[1]!)).split('\n').map(line => JSON.parse(line))
  t.match(lines.at(-1), { event: 'end', status: 'completed', output: 'Hello' })
  t.match(JSON.parse(await read(uris[2]!)), { id: workflow, status: 'ready' })
  for (const uri of ['troupe://executions/exec_x', 'troupe://users/1', 'file:///etc/passwd']) {
    t.match(await agent.response('resources/read', { uri }), { error: { code: -32602 } })
  }
})

test('ids of workflows are completed by what a person types of their name', async t => {
  const { client } = await product.signUp()
  const { id } = await offer(client, { name: 'Weekly report', plan: echoing })
  await offer(client, { name: 'Other', plan: echoing })
  const agent = new Agent(client)
  const ref = { type: 'ref/resource', uri: 'troupe://workflows/{id}' }
  const { completion } = await agent.ask('completion/complete', {
    ref,
    argument: { name: 'id', value: 'week' },
  })
  t.strictSame(completion, { values: [id], total: 1, hasMore: false })
})

test('another organization sees nothing of all this', async t => {
  const { client } = await product.signUp()
  const { id } = await offer(client, { name: 'Echo', plan: echoing })
  const { result } = await plain(client, 'tools/call', { name: 'run_echo', arguments: { word: 'x' } })
  const executionId = result._meta['troupe/execution'].id
  const stranger = new Agent((await product.signUp()).client)
  t.notOk((await stranger.toolNames()).includes('run_echo'))
  t.match(await stranger.response('tools/call', { name: 'run_echo', arguments: { word: 'x' } }), {
    error: { code: -32602 },
  })
  t.match(await stranger.response('prompts/get', { name: 'echo', arguments: { word: 'x' } }), {
    error: { code: -32602 },
  })
  t.strictSame(await listedUris(stranger), [])
  for (const uri of [
    `troupe://executions/${executionId}`,
    `troupe://executions/${executionId}/logs`,
    `troupe://workflows/${id}`,
  ]) {
    t.match(await stranger.response('resources/read', { uri }), {
      error: { code: -32602, message: /not found/ },
    })
  }
})

/** A workflow that is marked as a tool. */
async function offer(client: Client, workflow: object) {
  const { body } = await client.post('/api/v1/workflows', { prompt: 'Do it', tool: true, ...workflow })
  if (body.status !== 'ready') throw new Error(JSON.stringify(body))
  return body as { id: string; slug: string }
}

async function keyOf(client: Client, key: object): Promise<string> {
  return (await client.post('/api/v1/apikeys', { name: 'Agent', ...key })).body.key
}

async function toolsOf(client: Client): Promise<{ name: string }[]> {
  return (await plain(client, 'tools/list')).result.tools
}

/** All resources but the guides. */
async function listedUris(agent: Agent): Promise<string[]> {
  const { resources } = await agent.ask('resources/list')
  const uris = resources.map(({ uri }: { uri: string }) => uri)
  return uris.filter((uri: string) => !uri.startsWith('troupe://guide/'))
}

async function toolNames(client: Client): Promise<string[]> {
  return (await toolsOf(client)).map(({ name }) => name)
}

async function untilOne(client: Client, status: string): Promise<{ id: string }> {
  const [found] = await until(
    async () => (await client.get(`/api/v1/executions?status=${status}`)).body,
    all => all.length > 0,
  )
  return found
}
