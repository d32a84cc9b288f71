// What clients of MCP are told by themselves: that lists have changed, how executions go on; and what the
// user of a session of 2025 is asked.
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ElicitRequestSchema,
  PromptListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { type Test, test } from 'tap'
import { modern } from '../../support/lanes.ts'
import { Agent, type Anything, withElicitation, withTasks } from '../../support/people/agent.ts'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { execute, pausing, registerServer, returning } from '../../support/workflows.ts'

const product = await sharedProduct()
const example = await startExampleServer()

test('the user of a session is asked about an approval while the call waits', async t => {
  const { client } = await product.signUp()
  await offer(client, 'Ask', gate)
  const session = await connect(t, client, { elicitation: {} })
  const asked: string[] = []
  session.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { decision: 'approve' } }
  })
  const result = await session.callTool({ name: 'run_ask', arguments: {} })
  t.match(result, { content: [{ text: 'done' }] })
  t.strictSame(asked, ['Question: "Go on?"'])
})

test('the person of a session is asked to confirm while the call waits, where their client shows forms', async t => {
  const { client } = await product.signUp()
  const args = { name: 'Made', prompt: 'Answer 1', plan: returning(1) }
  const made = async (session: McpClient) => {
    const { structuredContent } = await session.callTool({ name: 'create_workflow', arguments: args })
    return (structuredContent as { id: string }).id
  }
  const mayConfirm = ['read', 'write', 'confirm']
  const session = await connect(t, client, { elicitation: {} }, mayConfirm)
  const id = await made(session)
  session.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    t.match(params.message, /May this workflow start by itself/)
    return { action: 'accept', content: { decision: 'confirm' } }
  })
  const confirmed = await session.callTool({ name: 'confirm_workflow', arguments: { id } })
  t.match(confirmed.structuredContent, { accepted: true })

  const opener = await connect(t, client, { elicitation: { url: {} } })
  const other = await made(opener)
  t.match(await opener.callTool({ name: 'confirm_workflow', arguments: { id: other } }), {
    isError: true,
    content: [
      { text: new RegExp(`a person who is signed in.* the scope confirm.* at .*/workflows/${other}`) },
    ],
  })
})

test('a session is told that tools and prompts have changed', async t => {
  const { client } = await product.signUp()
  const session = await connect(t, client)
  const tools = Promise.withResolvers<void>()
  const prompts = Promise.withResolvers<void>()
  session.setNotificationHandler(ToolListChangedNotificationSchema, () => tools.resolve())
  session.setNotificationHandler(PromptListChangedNotificationSchema, () => prompts.resolve())
  t.notOk(await hasTool(session, 'run_hello'))
  await offer(client, 'Hello', returning('hello'))
  await tools.promise
  await prompts.promise
  t.ok(await hasTool(session, 'run_hello'))
})

test('a session that subscribes to an execution is told when it has changed', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', example.url)
  const workflow = await offer(client, 'Slow', pausing(60_000))
  const { id } = (await execute(client, workflow)).body
  const session = await connect(t, client)
  const uri = `troupe://executions/${id}`
  const cancelled = Promise.withResolvers<void>()
  session.setNotificationHandler(ResourceUpdatedNotificationSchema, async ({ params }) => {
    const [content] = (await session.readResource({ uri: params.uri })).contents
    if (JSON.parse((content as { text: string }).text).status === 'cancelled') cancelled.resolve()
  })
  await session.subscribeResource({ uri })
  await client.post(`/api/v1/executions/${id}/cancel`)
  await cancelled.promise
})

test('a client that listens to a task is told how it goes on, with what tasks/get would say', async t => {
  const { client, key } = await withKey()
  await offer(client, 'Ask', gate)
  const agent = new Agent(client, { ...withTasks, ...withElicitation })
  const { taskId } = await agent.call('run_ask')
  const statuses = listen(key, { taskIds: [taskId] })
  const told: string[] = []
  for await (const { method, params } of statuses) {
    if (method !== 'notifications/tasks') continue
    told.push(params.status)
    if (params.status === 'input_required') {
      const [approval] = Object.keys(params.inputRequests)
      const answer = { action: 'accept', content: { decision: 'approve' } }
      await agent.ask('tasks/update', { taskId, inputResponses: { [approval!]: answer } })
    }
    if (params.status === 'completed') {
      t.match(params.result, { content: [{ text: 'done' }] })
      break
    }
  }
  t.ok(told.includes('input_required'), told.join())
})

test('a subscription to what belongs to another organization is told nothing of it', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', example.url)
  const slow = (await execute(client, await offer(client, 'Slow', pausing(60_000)))).body.id
  const stranger = await withKey()
  const told: Anything[] = []
  const heard = listen(stranger.key, {
    taskIds: [slow],
    resourceSubscriptions: [`troupe://executions/${slow}`],
    promptsListChanged: true,
  })
  for await (const message of heard) {
    told.push(message)
    if (told.length === 1) {
      await client.post(`/api/v1/executions/${slow}/cancel`)
      await offer(client, 'Theirs', returning(1))
      await offer(stranger.client, 'Own', returning(1))
    }
    if (message.method === 'notifications/prompts/list_changed') break
  }
  t.strictSame(
    told.map(({ method }) => method),
    ['notifications/subscriptions/acknowledged', 'notifications/prompts/list_changed'],
  )
})

test('a tool behind an approval is called when the user approves its arguments, and else not', async t => {
  const { client } = await product.signUp()
  const server = (await registerServer(client, 'Example', example.url)).body
  await client.put(`/api/v1/mcp-servers/${server.id}`, { defaults: { approval: 'always' } })
  const call = { name: 'example__echo', arguments: { text: 'rent' } }
  t.match(await new Agent(client).call(call.name, call.arguments), {
    isError: true,
    _meta: { 'troupe/error': { code: 'approval-required' } },
  })
  const agent = new Agent(client, withElicitation)
  const say = (decision: string, state: object) => {
    const inputResponses = { confirmation: { action: 'accept', content: { decision } } }
    return agent.response('tools/call', { ...call, inputResponses, ...state })
  }
  const { inputRequests, requestState } = await agent.call(call.name, call.arguments)
  t.match(inputRequests.confirmation.params.message, /example__echo.*"text": "rent"/s)
  t.match((await say('approve', { requestState })).result, { content: [{ text: /rent/ }] })
  const { result: again } = await say('approve', { requestState })
  t.match(again, { resultType: 'input_required' }, 'an approval is good for one call')
  t.match((await say('deny', { requestState: again.requestState })).result, {
    isError: true,
    _meta: { 'troupe/error': { code: 'approval-denied' } },
  })
  t.match((await say('approve', {})).result, { resultType: 'input_required' }, 'who was not asked')
})

const gate = {
  steps: [
    { id: 'ask', kind: 'approval', message: 'Go on?' },
    { id: 'answer', kind: 'return', value: 'done' },
  ],
}

async function offer(client: Client, name: string, plan: object): Promise<string> {
  return (await client.post('/api/v1/workflows', { name, prompt: 'Do it', plan, tool: true })).body.id
}

async function withKey() {
  const { client } = await product.signUp()
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Agent' })).body
  return { client, key: key as string }
}

/** A session of 2025 by the official SDK. */
async function connect(
  t: Test,
  client: Client,
  capabilities = {},
  scopes = ['read', 'write', 'execute'],
): Promise<McpClient> {
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Agent', scopes })).body
  const session = new McpClient({ name: 'test', version: '1' }, { capabilities })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await session.connect(
    new StreamableHTTPClientTransport(new URL(`${product.url}/rpc`), { requestInit }) as never,
  )
  t.teardown(() => session.close())
  return session
}

async function hasTool(session: McpClient, name: string): Promise<boolean> {
  return (await session.listTools()).tools.some(tool => tool.name === name)
}

/** The messages of subscriptions/listen, until the reader leaves. */
async function* listen(key: string, notifications: object): AsyncGenerator<Anything> {
  const { headers, body } = modern('subscriptions/listen', { notifications }, withTasks)
  const leaving = new AbortController()
  const response = await fetch(`${product.url}/rpc`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leaving.signal,
  })
  let text = ''
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const data = /^data: (.+)$/m.exec(block)
        if (data !== null) yield JSON.parse(data[1]!)
      }
    }
  } finally {
    leaving.abort()
  }
}
