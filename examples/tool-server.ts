// A tool server that Troupe can use: two methods of JSON-RPC 2.0 over HTTP POST, tools/list and tools/call.
// Start it with `npm run example:tool-server`, then register the printed address
// (docs/guides/tool-servers.md).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

interface Arguments {
  readonly text: string
  readonly a: number
  readonly b: number
  readonly ms: number
}
interface Request {
  readonly id: number | string
  readonly method: string
  readonly params?: { readonly name: string; readonly arguments: Arguments }
}

const tools = [
  tool('echo', 'Gives back the text', { text: 'string' }, ({ text }) => ({ text })),
  tool('add', 'Adds two numbers', { a: 'number', b: 'number' }, ({ a, b }) => ({ sum: a + b })),
  tool('slow', 'Answers after some milliseconds', { ms: 'number' }, async ({ ms }) => {
    await pause(ms)
    return { waitedMs: ms }
  }),
]

const server = createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json')
  try {
    const { id, method, params } = (await new Response(request).json()) as Request
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(await answer(method, params)) }))
  } catch {
    response.end(
      JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }),
    )
  }
})

async function answer(method: string, params: Request['params']) {
  if (method === 'tools/list') return { result: { tools: tools.map(({ run, ...definition }) => definition) } }
  if (method !== 'tools/call') return { error: { code: -32601, message: `no method ${method}` } }
  const called = tools.find(({ name }) => name === params?.name)
  if (!called || !params) return { error: { code: -32602, message: `no tool ${params?.name}` } }
  const output = await called.run(params.arguments)
  return { result: { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output } }
}

function tool(
  name: string,
  description: string,
  types: Record<string, string>,
  run: (args: Arguments) => object | Promise<object>,
) {
  const properties = Object.fromEntries(Object.entries(types).map(([field, type]) => [field, { type }]))
  const inputSchema = { type: 'object', properties, required: Object.keys(types) }
  return { name, description, inputSchema, annotations: { readOnlyHint: true }, run }
}

server.listen(Number(process.env['PORT'] ?? 4000), 'localhost', () => {
  console.log(`Tools at http://localhost:${(server.address() as AddressInfo).port}/rpc`)
})
