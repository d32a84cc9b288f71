// Whatever a registered server answers, the caller of /rpc gets an error that names the server, and nobody
// else feels it.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Test, test } from 'tap'
import { plain } from '../../support/people/agent.ts'
import { probes } from '../../support/probes.ts'
import { sharedProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { registerServer } from '../../support/workflows.ts'

const product = await sharedProduct()

type Answer = (response: ServerResponse, id: unknown) => void

const json = (response: ServerResponse, value: unknown) => response.end(JSON.stringify(value))

const answers: Readonly<Record<string, Answer>> = {
  'no JSON': response => response.end('<html>sorry</html>'),
  nothing: response => response.end(),
  'half of it': (response, id) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},`)
    response.destroy()
  },
  'another id': response => json(response, { jsonrpc: '2.0', id: 'other', result: { content: [] } }),
  'two replies': (response, id) => {
    const reply = { jsonrpc: '2.0', id, result: { content: [] } }
    json(response, [reply, reply])
  },
  'an error of its own': (response, id) =>
    json(response, { jsonrpc: '2.0', id, error: { code: -32001, message: 'no apples' } }),
  'an error without a code': (response, id) => json(response, { jsonrpc: '2.0', id, error: 'broken' }),
  'status 500': response => {
    response.writeHead(500)
    response.end('stack trace')
  },
  'a redirect': response => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' })
    response.end()
  },
  'a reset': response => response.socket?.resetAndDestroy(),
}

for (const [name, answer] of Object.entries(answers)) {
  test(`a server that answers ${name} is named in the error`, async t => {
    probes(t, 92)
    const { client } = await product.signUp()
    await registerServer(client, 'Shaky', await shakyServer(t, answer))
    const response = await plain(client, 'tools/call', { name: 'shaky__act', arguments: {} })
    const text = response.error?.message ?? response.result.content[0].text
    const isError = response.error !== undefined || response.result.isError === true
    t.ok(isError, `P92 ${JSON.stringify(response)}`)
    t.match(text, /Shaky|no apples/)
    t.notMatch(text, /stack trace|node:internal|at .*\.ts:/)
    t.equal((await client.get('/readyz')).status, 200)
  })
}

test('the servers of others answer as before', async t => {
  probes(t, 92)
  const example = await startExampleServer()
  const { client } = await product.signUp()
  await registerServer(client, 'Example', example.url)
  const { result } = await plain(client, 'tools/call', { name: 'example__add', arguments: { a: 1, b: 2 } })
  t.strictSame(result.structuredContent, { sum: 3 }, 'P92')
})

/** Lists its tool as it should, and answers its calls as it is told. */
async function shakyServer(t: Test, answer: Answer): Promise<string> {
  const tools = [{ name: 'act', description: 'Acts', inputSchema: { type: 'object' } }]
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    if (method === 'tools/list') json(response, { jsonrpc: '2.0', id, result: { tools } })
    else if (method === 'tools/call') answer(response, id)
    else json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`
}
