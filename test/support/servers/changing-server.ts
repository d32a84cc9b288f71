// A tool server on loopback that changes: its tools are those that a test gives it, it can be out of reach,
// hang, and come back at the same address. It speaks plain JSON-RPC and counts what it was asked.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export interface WireTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema?: object
  readonly outputSchema?: object
  readonly annotations?: object
}

interface Asked {
  readonly method: string
  readonly params: { readonly name?: string; readonly arguments?: object }
}

export class ChangingServer {
  tools: readonly WireTool[]
  /** How calls fare: answered with their arguments, not at all, or with 500. */
  calls: 'answer' | 'hang' | 'fail' = 'answer'
  /** By tool, what its calls give in place of their arguments; a text is an error that the tool answers. */
  answers: Readonly<Record<string, (args: Record<string, unknown>) => object | string>> = {}
  readonly asked: Asked[] = []
  #server: Server
  #port = 0

  /** Ends with the test. */
  static async start(t: Pick<Test, 'teardown'>, ...tools: WireTool[]): Promise<ChangingServer> {
    const server = new ChangingServer(tools)
    await server.up()
    t.teardown(() => server.down())
    return server
  }

  private constructor(tools: readonly WireTool[]) {
    this.tools = tools
    this.#server = this.#make()
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/rpc`
  }

  /** Calls of a tool that have arrived. */
  callsOf(name: string): number {
    return this.asked.filter(({ method, params }) => method === 'tools/call' && params.name === name).length
  }

  /** Listens again, where it did before. */
  async up(): Promise<void> {
    this.#server = this.#make()
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async down(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  #make(): Server {
    return createServer((request, response) => void this.#serve(request, response))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let text = ''
    for await (const chunk of request) text += chunk
    const { id, method, params = {} } = JSON.parse(text) as Asked & { id?: number }
    this.asked.push({ method, params })
    const answer = (body: object) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
    if (method === 'tools/list') return void answer({ result: { tools: this.tools } })
    if (method !== 'tools/call')
      return void answer({ error: { code: -32601, message: `no method ${method}` } })
    if (this.calls === 'fail') return void response.writeHead(500).end()
    if (this.calls === 'hang') return
    const args = (params.arguments ?? {}) as Record<string, unknown>
    const given = this.answers[params.name ?? '']?.(args) ?? args
    if (typeof given === 'string')
      return void answer({ result: { isError: true, content: [{ type: 'text', text: given }] } })
    answer({ result: { content: [{ type: 'text', text: 'done' }], structuredContent: given } })
  }
}
