// A tool server on loopback whose one tool, `hold`, answers when the test says so. Notes the idempotency key
// of each call that arrives.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ToolDefinition } from '../../../domain/tools/tool.ts'

export const holdTool: ToolDefinition = {
  name: 'hold',
  title: 'Hold',
  description: 'Answers when it is told to',
  inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  outputSchema: null,
  effect: 'write',
  keywords: [],
  examples: [],
}

export interface HeldCall {
  readonly key: string
  answer(): void
  /** Whoever called has hung up. */
  readonly isGivenUp: () => boolean
}

export class HeldTools {
  readonly url: string
  /** In the order in which they arrived. */
  readonly calls: HeldCall[] = []
  readonly #close: () => Promise<void>
  #waiting: { count: number; resolve: () => void }[] = []

  static async start(): Promise<HeldTools> {
    const server = createServer(async (request, response) => {
      const { id, params } = (await new Response(request as never).json()) as CallRequest
      tools.#take(String(request.headers['idempotency-key']), { id, n: params.arguments.n, response })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const tools = new HeldTools(`http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    })
    return tools
  }

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.#close = close
  }

  /** Resolves when so many calls have arrived since the beginning. */
  arrived(count: number): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push({ count, resolve })
      this.#tell()
    })
  }

  close(): Promise<void> {
    return this.#close()
  }

  #take(key: string, { id, n, response }: { id: unknown; n: number; response: ServerResponse }): void {
    const answer = () => {
      response.setHeader('content-type', 'application/json')
      const result = { content: [{ type: 'text', text: 'held' }], structuredContent: { n } }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }
    this.calls.push({ key, answer, isGivenUp: () => response.destroyed })
    this.#tell()
  }

  #tell(): void {
    for (const { count, resolve } of this.#waiting) if (this.calls.length >= count) resolve()
  }
}

interface CallRequest {
  readonly id: unknown
  readonly params: { readonly arguments: { readonly n: number } }
}
