// The official SDK's client, as an agent of 2025 uses it, against the product: a session from the first word
// to the last.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { type Test, test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { startExampleServer } from '../support/servers/example-server.ts'
import { registerServer } from '../support/workflows.ts'

const product = await sharedProduct({ CONFORMANCE_FIXTURES: '1' })
const conformanceKey = /^conformance key: (sk_\w+)$/m.exec(product.stdout)![1]!
const example = await startExampleServer()

async function connect(t: Test, credential: string) {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
  const headers = { Authorization: `Bearer ${credential}` }
  const transport = new StreamableHTTPClientTransport(new URL(`${product.url}/rpc`), {
    requestInit: { headers },
  })
  // The SDK's own types do not agree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0])
  t.teardown(() => client.close())
  return { client, transport }
}

/** An organization with an API key of its own. */
async function organization() {
  const { client } = await product.signUp()
  const { body } = await client.post('/api/v1/apikeys', { name: 'Agent' })
  return { rest: client, key: body.key as string }
}

test('a client connects, lists, calls, and ends its session', async t => {
  const { rest, key } = await organization()
  await registerServer(rest, 'Example', example.url)
  const { client, transport } = await connect(t, key)
  t.equal(client.getServerVersion()?.name, 'troupe')
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  t.ok(names.includes('execute_workflow') && names.includes('example__add'), names.join())
  t.match(await client.callTool({ name: 'example__add', arguments: { a: 40, b: 2 } }), {
    structuredContent: { sum: 42 },
  })
  t.match(await client.callTool({ name: 'get_workflow', arguments: { id: 7 } }), { isError: true })
  await t.rejects(client.callTool({ name: 'no_such_tool' }), { code: -32602 })
  await transport.terminateSession()
  await t.rejects(client.listTools(), 'the session is over')
})

test('a client hears that its tools have changed', async t => {
  const { rest, key } = await organization()
  const { client } = await connect(t, key)
  const changed = new Promise<void>(resolve => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve())
  })
  await registerServer(rest, 'Example', example.url)
  await changed
  const { tools } = await client.listTools()
  t.ok(tools.some(({ name }) => name === 'example__echo'))
})

test('a client hears logs and progress of its call, and answers questions in it', async t => {
  const { client } = await connect(t, conformanceKey)
  const logged: unknown[] = []
  client.setNotificationHandler(
    LoggingMessageNotificationSchema,
    ({ params }) => void logged.push(params.data),
  )
  await client.callTool({ name: 'test_tool_with_logging' })
  t.equal(logged.length, 3)

  const done: number[] = []
  const onprogress = ({ progress }: { progress: number }) => void done.push(progress)
  await client.callTool({ name: 'test_tool_with_progress' }, undefined, { onprogress })
  t.strictSame(done, [0, 50, 100])

  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
    action: 'accept',
    content: { response: `answer to ${params.message}` },
  }))
  const result = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })
  t.match(result.content, [{ text: /action=accept.*answer to Who\?/ }])
})

test('a call whose connection breaks is answered after the client has come back', async t => {
  const { client } = await connect(t, conformanceKey)
  const result = await client.callTool({ name: 'test_reconnection' })
  t.match(result.content, [{ text: /successfully/ }])
})

test('a cancelled call ends at once', async t => {
  const { client } = await connect(t, conformanceKey)
  const cancel = new AbortController()
  const call = client.callTool({ name: 'slow_compute', arguments: { seconds: 60 } }, undefined, {
    signal: cancel.signal,
  })
  cancel.abort()
  await t.rejects(call)
  t.match(await client.ping(), {}, 'and the session goes on')
})
