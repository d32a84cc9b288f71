// Tool servers of every protocol, registered by their URL alone, say who they are, and work in workflows and
// over /rpc.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Test, test } from 'tap'
import { sharedProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { modernServer } from '../../support/servers/modern-server.ts'
import { sdkServer } from '../../support/servers/sdk-server.ts'
import { createWorkflow, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()

async function serve(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

const numbers = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } }

const modern = modernServer({
  tools: [{ name: 'add', inputSchema: numbers, outputSchema: { type: 'object', required: ['sum'] } }],
  call: ({ params }) => {
    const { a, b } = params['arguments'] as { readonly a: number; readonly b: number }
    return { content: [], structuredContent: { sum: a + b } }
  },
})

/** What each says of itself. */
const servers: [string, (t: Test) => Promise<string>, object][] = [
  ['plain', async () => (await startExampleServer()).url, { protocol: 'plain', about: null }],
  [
    'of MCP with sessions',
    t => serve(t, sdkServer().listener),
    {
      protocol: 'mcp',
      about: { protocolVersion: '2025-11-25', name: 'sdk', version: '1.0.0', websiteUrl: null },
    },
  ],
  [
    'of stateless MCP',
    t => serve(t, modern),
    { protocol: 'modern', about: { protocolVersion: '2026-07-28', name: 'modern', title: 'Modern' } },
  ],
]

for (const [kind, start, said] of servers) {
  test(`a server ${kind} works by its URL alone`, async t => {
    const { client } = await product.signUp()
    const registered = await registerServer(client, 'Sums', await start(t))
    t.match(registered, { status: 201, body: { status: 'healthy', error: null, ...said } })
    t.match((await client.get('/api/v1/mcp-servers')).body, [said])
    const step = { id: 'add', title: 'Add', kind: 'tool', server: 'sums', tool: 'add', args: { a: 40, b: 2 } }
    const workflow = await createWorkflow(client, { steps: [step] })
    t.match(await runToEnd(client, workflow), { status: 'completed', output: { sum: 42 } })
    const params = { name: 'sums__add', arguments: { a: 1, b: 2 } }
    const { body } = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    t.match(body, { id: 1, result: { structuredContent: { sum: 3 } } })
  })
}
