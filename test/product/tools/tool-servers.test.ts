// Tool servers of the organization: registered, used in plans at once, and named when they fail.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { type Test, test } from 'tap'
import { serve } from '../../rpc/loopback.ts'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { createWorkflow, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()

test('the tools of a registered server are there at once, in the list and in plans', async t => {
  const { client } = await product.signUp()
  const example = await startExampleServer()
  const registered = await registerServer(client, 'My Example', example.url)
  t.match(registered, {
    status: 201,
    body: { id: /^srv_/, slug: 'my-example', url: example.url, status: 'healthy', toolCount: 3, error: null },
  })
  t.strictSame(
    registered.body.tools.map(({ name }: { name: string }) => name),
    ['echo', 'add', 'slow'],
  )
  const tools = (await client.get('/api/v1/tools?limit=100')).body
  t.match(
    tools.find(({ name }: { name: string }) => name === 'my-example__add'),
    { server: 'my-example', description: 'Adds two numbers', inputSchema: { required: ['a', 'b'] } },
  )
  const workflow = await createWorkflow(client, using('my-example', 'add', { a: { $: 'inputs.a' }, b: 2 }))
  t.match(await runToEnd(client, workflow, { a: 40 }), { status: 'completed', output: { sum: 42 } })
})

test('a prompt can use them, too', async t => {
  const { client } = await product.signUp()
  const example = await startExampleServer()
  await registerServer(client, 'Example', example.url)
  const prompt = '1. Echo {{inputs.greeting}} and call it answer\n2. Return the answer'
  const { body } = await client.post('/api/v1/workflows', { name: 'Echo', prompt })
  t.equal(body.status, 'ready', JSON.stringify(body.diagnostics))
  t.match(await runToEnd(client, body.id, { greeting: 'Hello' }), {
    status: 'completed',
    output: { text: 'Hello' },
  })
})

test('a server can be renamed, switched off, refreshed and removed', async t => {
  const { client } = await product.signUp()
  const example = await startExampleServer()
  const { id, tools } = (await registerServer(client, 'Example', example.url)).body
  const path = `/api/v1/mcp-servers/${id}`
  t.match((await client.put(path, { name: 'Other' })).body, { name: 'Other', slug: 'example', toolCount: 3 })
  const workflow = await createWorkflow(client, using('example', 'echo', { text: 'hello' }))

  t.match((await client.put(path, { enabled: false })).body, { enabled: false })
  t.strictSame(await remoteTools(client), [])
  t.match(await runToEnd(client, workflow), { status: 'failed', error: { step: 'call', message: /Other/ } })
  await client.put(path, { enabled: true })
  t.equal((await remoteTools(client)).length, tools.length)
  t.match(await runToEnd(client, workflow), { status: 'completed' })

  await example.stop()
  t.match((await client.post(`${path}/refresh`)).body, { status: 'down', toolCount: 3, error: /Other/ })
  t.match((await client.get('/api/v1/mcp-servers')).body, [{ id, status: 'down' }])
  const broke = [{ workflowId: workflow, version: 1, active: true, tools: ['echo'] }]
  t.match(await client.delete(path), { status: 200, body: { id, deleted: true, broke } })
  t.equal((await client.get(path)).status, 404)
  t.strictSame(await remoteTools(client), [])
})

test('a server that is down is registered all the same and says so', async t => {
  const { client } = await product.signUp()
  const url = `http://127.0.0.1:${await freePort()}/rpc`
  t.match(await registerServer(client, 'Gone', url), {
    status: 201,
    body: { status: 'down', toolCount: 0, tools: [], error: /Gone/ },
  })
  t.equal((await client.post('/api/v1/mcp-servers', { name: 'Bad', url: 'ftp://example.com' })).status, 400)
})

test('a server that fails, fails the step, and the error names the server and what it did', async t => {
  const { client } = await product.signUp()
  const faults: Record<string, Fault> = {
    Fails: (_request, response) => response.writeHead(500).end('oops'),
    Babbles: (_request, response) => response.writeHead(200).end('<html>'),
    'Hangs up': (_request, response) => response.destroy(),
    Redirects: (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    Sleeps: () => {},
  }
  for (const [name, fault] of Object.entries(faults)) {
    const { body } = await registerServer(client, name, await startFaultyServer(t, fault))
    t.equal(body.status, 'healthy')
    const plan = { steps: [{ ...using(body.slug, 'work', {}).steps[0], timeoutMs: 300 }] }
    const execution = await runToEnd(client, await createWorkflow(client, plan))
    t.match(execution, { status: 'failed', output: null, error: { step: 'call', code: String } })
    t.ok(execution.error.message.includes(`"${name}"`), execution.error.message)
    const [step] = (await client.get(`/api/v1/executions/${execution.id}/steps`)).body
    t.match(step, { id: 'call', status: 'failed', error: { message: execution.error.message } })
  }
})

test('an error that a tool reports fails the step with what the tool said', async t => {
  const { client } = await product.signUp()
  const result = { isError: true, content: [{ type: 'text', text: 'the account is closed' }] }
  const url = await startFaultyServer(t, (_request, response, id) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result })),
  )
  await registerServer(client, 'Bank', url)
  const execution = await runToEnd(client, await createWorkflow(client, using('bank', 'work', {})))
  t.match(execution, { status: 'failed', error: { step: 'call', message: /the account is closed/ } })
})

function using(server: string, tool: string, args: object) {
  return { steps: [{ id: 'call', title: 'Call', kind: 'tool', server, tool, args }] }
}

/** Names of the tools that come from registered servers. */
async function remoteTools(client: Client): Promise<string[]> {
  const { body } = await client.get('/api/v1/tools?limit=100')
  return body.filter(({ server }: { server: string | null }) => server !== null)
}

type Fault = (request: IncomingMessage, response: ServerResponse, id: unknown) => unknown

/** Lists one tool, as it should; calls meet the fault. */
async function startFaultyServer(t: Test, fault: Fault): Promise<string> {
  const server = createServer(async (request, response) => {
    const { id, method } = (await new Response(request).json()) as { id: number; method: string }
    if (method === 'tools/call') return fault(request, response, id)
    const tools = [{ name: 'work', description: 'Works', inputSchema: { type: 'object' } }]
    const error = { code: -32601, message: `no method ${method}` }
    const answer = method === 'tools/list' ? { result: { tools } } : { error }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`
}

test('a server that wants a credential, or is too old, is explained when it is registered and in its status', async t => {
  const { client } = await product.signUp()
  const { origin } = await serve(t, (request, response) => {
    request.resume()
    if (request.url === '/closed') {
      const challenge = 'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"'
      return void response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
    if (request.method !== 'GET') return void response.writeHead(404).end('Cannot POST /sse')
    void new SSEServerTransport('/messages', response).start()
  })
  const said = {
    closed: /^tool server "closed" answered 401: it lets in by consent \(OAuth\): choose Connect/,
    sse: /^tool server "sse" speaks the transport of MCP 2024-11-05/,
  }
  for (const [name, error] of Object.entries(said)) {
    const { body } = await registerServer(client, name, `${origin}/${name}`)
    const shown = { status: 'down', error, wantsConnection: name === 'closed' }
    t.match(body, shown)
    t.match((await client.get(`/api/v1/mcp-servers/${body.id}`)).body, shown)
  }
})
