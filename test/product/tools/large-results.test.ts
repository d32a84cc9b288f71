// A tool that answers more than a step can hold: the step gets the beginning and a link, and the link leads
// to the rest.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Test, test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { createWorkflow, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()
const orders = Array.from({ length: 40_000 }, (_, i) => ({ id: i, note: 'as ordered, with care' }))

test('a result of 2 MB is kept whole, and its beginning goes on with a link', async t => {
  const url = await serveOrders(t)
  const { client } = await product.signUp()
  await registerServer(client, 'Shop', url)
  const step = { id: 'call', kind: 'tool', title: 'Export', server: 'shop', tool: 'export', args: {} }
  const workflow = await createWorkflow(client, { steps: [step] })
  const execution = await runToEnd(client, workflow)
  t.match(execution, { status: 'completed', output: { truncated: true } })
  const { preview, sizeBytes, link } = execution.output
  t.ok(JSON.stringify({ orders }).startsWith(preview))
  t.equal(sizeBytes, JSON.stringify({ orders }).length)

  const whole = await client.get(link)
  t.equal(whole.status, 200)
  t.strictSame(whole.body, { orders })
  const { client: stranger } = await product.signUp()
  t.equal((await stranger.get(link)).status, 404)
  t.equal((await product.client().get(link)).status, 401)
})

test('an agent gets the beginning as text and the rest by a link, also where the tool promises a structure', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Shop', await serveOrders(t))
  const promised = { type: 'object', properties: { orders: { type: 'array' } }, required: ['orders'] }
  await registerServer(client, 'Strict', await serveOrders(t, promised))
  const session = await connect(t, client)
  // The client learns here which tools promise a structure, and refuses what does not keep it.
  await session.listTools()
  const parts = [{ type: 'text', text: /was carried out.*\n\{"orders":\[/ }, { type: 'resource_link' }]
  const loose = await session.callTool({ name: 'shop__export', arguments: {} })
  t.match(loose, { content: parts, structuredContent: undefined, isError: undefined })
  const strict = await session.callTool({ name: 'strict__export', arguments: {} })
  t.match(strict, { content: parts, structuredContent: undefined, isError: true })

  const { uri } = (strict.content as { uri: string }[])[1]!
  const { contents } = await session.readResource({ uri })
  t.strictSame(JSON.parse((contents[0] as { text: string }).text), { orders })
  const { client: stranger } = await product.signUp()
  await t.rejects((await connect(t, stranger)).readResource({ uri }), /not found/)
})

/** A plain tool server whose tool `export` answers all orders. @returns its URL */
async function serveOrders(t: Test, outputSchema?: object): Promise<string> {
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const result =
      method === 'tools/list'
        ? { tools: [{ name: 'export', outputSchema }] }
        : { content: [], structuredContent: { orders } }
    const known = method === 'tools/list' || method === 'tools/call'
    const answer = known ? { result } : { error: { code: -32601, message: 'no such method' } }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise(resolve => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`
}

async function connect(t: Test, client: Client): Promise<McpClient> {
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Agent' })).body
  const session = new McpClient({ name: 'test', version: '1' })
  t.teardown(() => session.close())
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const url = new URL(`${product.url}/rpc`)
  await session.connect(new StreamableHTTPClientTransport(url, { requestInit }) as never)
  return session
}
