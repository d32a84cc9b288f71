// MCP at /rpc over HTTP, against the product: what the conformance suites leave out. Authentication and
// origins, streams that end with their readers and their keys, sessions across connections.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'tap'
import { modern } from '../../support/lanes.ts'
import type { Client } from '../../support/people/client.ts'
import { Product, type SharedProduct, sharedProduct } from '../../support/product.ts'
import { registerServer } from '../../support/workflows.ts'

const products = {
  uws: await sharedProduct(),
  node: await Product.start({ environment: { HTTP_ENGINE: 'node' } }),
}
const product = products.uws

const plainList = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const send = (client: Client, method: string, params = {}) => {
  const { headers, body } = modern(method, params)
  return client.post('/rpc', body, headers)
}

async function keyOf(client: Client): Promise<{ id: string; key: string }> {
  return (await client.post('/api/v1/apikeys', { name: 'Agent' })).body
}

/** Lines of an event stream that hold data, as they come. @param signal ends it */
async function* events(
  of: SharedProduct,
  credential: string,
  request: { headers: object; body: unknown },
  signal: AbortSignal,
) {
  const response = await fetch(`${of.url}/rpc`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': 'application/json',
      ...request.headers,
    },
    body: JSON.stringify(request.body),
    signal,
  })
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const lines = text.split('\n')
    text = lines.pop()!
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6))
  }
}

test('a client learns the website and the icon of the service, and both are there', async t => {
  const { client } = await product.signUp()
  const appUrl = `http://localhost:${product.port}`
  const icons = [{ src: `${appUrl}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }]
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const headers = { accept: 'application/json, text/event-stream' }
  const begun = await client.post('/rpc', { ...plainList, method: 'initialize', params }, headers)
  const text = typeof begun.body === 'string' ? begun.body : JSON.stringify(begun.body)
  const { serverInfo } = JSON.parse(text.slice(text.indexOf('{'))).result
  t.match(serverInfo, { name: 'troupe', title: 'Troupe', websiteUrl: appUrl, icons })
  const key = 'io.modelcontextprotocol/serverInfo'
  const discovered = await send(client, 'server/discover')
  t.match(discovered.body.result._meta[key], { websiteUrl: appUrl, icons })
  const listed = await send(client, 'tools/list')
  t.equal(listed.body.result._meta[key].icons, undefined, 'told once, not with every result')
  const icon = await product.client().get('/icon.svg')
  t.match(icon.headers.get('content-type'), 'image/svg+xml')
  const entry = await product.client().get('/server.json')
  t.match(entry.body, {
    name: 'localhost/troupe',
    remotes: [{ type: 'streamable-http', url: `${appUrl}/rpc` }],
  })
})

test('the start prints how agents add the service, and the link holds what works', async t => {
  const [, link] = /Cursor +(cursor:\S+)/.exec(product.stdout)!
  const config = Buffer.from(new URL(link!).searchParams.get('config')!, 'base64').toString()
  const { url, headers } = JSON.parse(config)
  const answer = await fetch(url.replace('localhost', '127.0.0.1'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(plainList),
  })
  t.match(await answer.json(), { result: { tools: [{ name: String }] } })
  t.match(product.stdout, /VS Code +vscode:mcp\/install\?/)
  t.match(product.stdout, /Claude +claude mcp add --transport http troupe http:/)
})

test('/rpc says where to learn how to authenticate', async t => {
  const answer = await product.client().post('/rpc', plainList)
  t.match(answer, { status: 401, body: { error: String } })
  const challenge = answer.headers.get('www-authenticate')!
  const [, url] = /^Bearer resource_metadata="([^"]+)", scope="read write execute"$/.exec(challenge)!
  t.equal(new URL(url!).pathname, '/.well-known/oauth-protected-resource/rpc')
  for (const path of ['/.well-known/oauth-protected-resource', new URL(url!).pathname]) {
    t.match(await product.client().get(path), {
      status: 200,
      body: { resource: /\/rpc$/, bearer_methods_supported: ['header'] },
    })
  }
  for (const method of ['GET', 'DELETE']) t.equal((await product.client().send(method, '/rpc')).status, 401)
})

test('a credential in the address is none', async t => {
  const { key } = await keyOf((await product.signUp()).client)
  for (const name of ['access_token', 'token', 'api_key', 'authorization']) {
    t.equal((await product.client().post(`/rpc?${name}=${key}`, plainList)).status, 401, name)
  }
  t.equal((await product.client(key).post('/rpc', plainList)).status, 200)
})

for (const [engine, served] of Object.entries(products)) {
  test(`web pages of other origins are refused on ${engine}`, async t => {
    const { client } = await served.signUp()
    const status = async (origin: string) => (await client.post('/rpc', plainList, { origin })).status
    for (const foreign of ['http://evil.example.com', 'null', 'https://localhost.evil.example', 'file://']) {
      t.equal(await status(foreign), 403, foreign)
    }
    for (const own of [served.url, 'http://localhost:3000', 'http://[::1]:8080'])
      t.equal(await status(own), 200, own)
    t.equal(
      (await client.send('DELETE', '/rpc', undefined, { origin: 'http://evil.example.com' })).status,
      403,
    )
  })

  test(`all three lanes list the same tools on ${engine}`, async t => {
    const { client } = await served.signUp()
    const names = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name)
    const expected = names((await client.post('/rpc', plainList)).body.result)
    t.ok(expected.includes('execute_workflow'))
    t.strictSame(names((await send(client, 'tools/list')).body.result), expected)

    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const begun = await client.post('/rpc', { jsonrpc: '2.0', id: 0, method: 'initialize', params })
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! }
    t.strictSame(names((await client.post('/rpc', plainList, session)).body.result), expected)
    const { client: other } = await served.signUp()
    t.equal((await other.post('/rpc', plainList, session)).status, 404)
    t.equal((await client.send('DELETE', '/rpc', undefined, session)).status, 200)
    t.equal((await client.post('/rpc', plainList, session)).status, 404)
  })

  test(`a client that leaves takes its call with it, down to the tool server, on ${engine}`, async t => {
    const { client } = await served.signUp()
    const tools = await startHangingServer()
    t.teardown(() => tools.close())
    t.equal((await registerServer(client, 'Hanging', tools.url)).status, 201)
    const { key } = await keyOf(client)
    const leave = new AbortController()
    const call = modern('tools/call', { name: 'hanging__hang', arguments: {} })
    const answer = events(served, key, call, leave.signal).next()
    await tools.called
    leave.abort()
    await t.rejects(answer)
    await tools.left
    t.pass('the tool server saw its caller leave')
  })

  test(`a listener hears of changes until its key is revoked, on ${engine}`, async t => {
    const { client } = await served.signUp()
    const { id, key } = await keyOf(client)
    const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
    const stream = events(served, key, listen, AbortSignal.timeout(60_000))
    t.match((await stream.next()).value, { method: 'notifications/subscriptions/acknowledged' })
    const tools = await startHangingServer()
    t.teardown(() => tools.close())
    await registerServer(client, 'Hanging', tools.url)
    t.match((await stream.next()).value, { method: 'notifications/tools/list_changed' })
    await client.delete(`/api/v1/apikeys/${id}`)
    const rest = await Array.fromAsync(stream)
    t.match(rest.at(-1), { id: 1, result: { resultType: 'complete' } }, 'it ends in order')
  })
}

/** A tool server with one tool, which never answers. */
async function startHangingServer() {
  const called = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    const { id, method } = JSON.parse(text || '{}')
    const answer = (content: object) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ jsonrpc: '2.0', id, ...content }))
    }
    const tool = { name: 'hang', description: 'Hangs', inputSchema: { type: 'object' } }
    if (method === 'tools/list') return answer({ result: { tools: [tool] } })
    if (method !== 'tools/call') return answer({ error: { code: -32601, message: 'Method not found' } })
    res.once('close', () => left.resolve())
    called.resolve()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/rpc`, called: called.promise, left: left.promise, close }
}

test('a session outlives the server that began it', async t => {
  const { client } = await products.node.signUp()
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const begun = await client.post('/rpc', { jsonrpc: '2.0', id: 0, method: 'initialize', params })
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! }
  await products.node.kill()
  await products.node.start()
  t.equal((await client.post('/rpc', plainList, session)).status, 200, 'after its death')
  await products.node.stop()
  await products.node.start()
  t.equal((await client.post('/rpc', plainList, session)).status, 200, 'after its end')
})
