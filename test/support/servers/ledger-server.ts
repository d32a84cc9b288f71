// A tool server in the test's own process that writes down every call: the witness of what a product did to
// the world before and after it was killed. It recognises a repeated key: the effect happens once, the answer
// is the same again.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import tap from 'tap'

export interface LedgerCall {
  readonly idempotencyKey: string
  readonly tool: string
  readonly args: { readonly line: string }
  /** Unix ms. */
  readonly at: number
}

/** How long an entry takes to write: many calls are under way at once. */
const answerMs = 3

const tool = {
  name: 'enter',
  description: 'Enters a line into the ledger',
  inputSchema: {
    type: 'object',
    properties: { line: { type: 'string' } },
    required: ['line'],
    additionalProperties: true,
  },
}

export class Ledger {
  /** Every call that arrived, in order; only ever added to. */
  readonly calls: LedgerCall[] = []
  /** What was entered, by key. */
  readonly entries = new Map<string, { readonly line: string }>()
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response)
  })
  #holdFrom = Number.POSITIVE_INFINITY
  #held = Promise.withResolvers<void>()
  #released = Promise.withResolvers<void>()

  static async start(): Promise<Ledger> {
    const ledger = new Ledger()
    ledger.#server.listen(0, '127.0.0.1')
    await once(ledger.#server, 'listening')
    tap.teardown(() => {
      ledger.release()
      ledger.#server.close()
      ledger.#server.closeAllConnections()
    })
    return ledger
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rpc`
  }

  /** From the n-th call on, calls are entered but not answered. Resolves when that call has been entered. */
  holdFrom(n: number): Promise<void> {
    this.#holdFrom = n
    this.#held = Promise.withResolvers()
    this.#released = Promise.withResolvers()
    return this.#held.promise
  }

  /** Answers everything that was held back, and goes on. */
  release(): void {
    this.#holdFrom = Number.POSITIVE_INFINITY
    this.#released.resolve()
  }

  async #serve(request: AsyncIterable<Buffer>, response: { end(text: string): void }): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    const answer = (body: object) => response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
    if (method === 'tools/list') answer({ result: { tools: [tool] } })
    else if (method === 'tools/call') answer({ result: await this.#call(params) })
    else answer({ error: { code: -32601, message: `no method ${method}` } })
  }

  async #call({ name, arguments: args, _meta }: CallParams) {
    const idempotencyKey = _meta['troupe/idempotencyKey']
    this.calls.push({ idempotencyKey, tool: name, args, at: Date.now() })
    const entry = this.entries.get(idempotencyKey) ?? { line: args.line }
    this.entries.set(idempotencyKey, entry)
    if (this.calls.length >= this.#holdFrom) {
      this.#held.resolve()
      await this.#released.promise
    }
    await pause(answerMs)
    return { content: [{ type: 'text', text: JSON.stringify(entry) }], structuredContent: entry }
  }
}

interface CallParams {
  readonly name: string
  readonly arguments: { readonly line: string }
  readonly _meta: { readonly 'troupe/idempotencyKey': string }
}
