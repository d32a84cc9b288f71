// A tool server with one tool, of any name and with any name of its argument, in plain JSON-RPC. Each call is
// answered with what it was given.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** Ended with the test. @returns its URL */
export async function startNamedTool(name: string, t: Pick<Test, 'teardown'>): Promise<string> {
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString())
    const text = JSON.stringify(answerTo(name, method, params, id))
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function answerTo(name: string, method: string, params: { readonly arguments?: object }, id: unknown) {
  const jsonrpc = '2.0'
  if (method === 'tools/list') {
    const properties = { [name]: { type: 'string' } }
    const inputSchema = { type: 'object', properties, required: [name], additionalProperties: false }
    const annotations = { readOnlyHint: true }
    return { jsonrpc, id, result: { tools: [{ name, description: 'Echoes', inputSchema, annotations }] } }
  }
  if (method !== 'tools/call') return { jsonrpc, id, error: { code: -32601, message: 'no such method' } }
  return { jsonrpc, id, result: { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] } }
}
