// A tool server in the test's own process whose one tool fails as often as the test says, then works. Notes
// the header Idempotency-Key of every call.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import tap from 'tap'

const tool = {
  name: 'fetch',
  description: 'Fetches what has the name',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}

export class FlakyServer {
  /** Idempotency keys of the calls, in the order in which they arrived. */
  readonly keys: string[] = []
  /** How many of the next calls are answered with 503. */
  failures = 0
  /** How many of the next calls that are answered are errors of the tool. */
  errors = 0
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response)
  })

  /** Ended with the test file. */
  static async start(): Promise<FlakyServer> {
    const flaky = new FlakyServer()
    flaky.#server.listen(0, '127.0.0.1')
    await once(flaky.#server, 'listening')
    tap.teardown(() => {
      flaky.#server.close()
      flaky.#server.closeAllConnections()
    })
    return flaky
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rpc`
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    if (method === 'tools/list') return void response.end(answer(id, { tools: [tool] }))
    if (method !== 'tools/call') return void response.end(refusal(id, method))
    this.keys.push(String(request.headers['idempotency-key']))
    if (this.failures-- > 0) return void response.writeHead(503).end()
    if (this.errors-- > 0) {
      const content = [{ type: 'text', text: 'not there yet' }]
      return void response.end(answer(id, { content, isError: true }))
    }
    response.end(answer(id, { content: [], structuredContent: { fetched: params.arguments.name } }))
  }
}

function answer(id: unknown, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}

/** Only tools/list and tools/call are known. */
function refusal(id: unknown, method: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: `no method ${method}` } })
}
