// The world of a chaos run: a tool server that enters lines into a ledger, which is only ever added to, and
// that can be made to misbehave. An effect is known by its idempotency key: it happens once, whatever the
// number of attempts.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** Goal R4, and two of our own: `unanswered` has its effect and closes, `slow` answers late. */
export const toolFaults = [
  ...['refuse', 'hang', 'drip', '500', '429', 'endless', 'huge', 'gzip bomb', 'garbage', 'wrong id'],
  ...['two replies', 'reset', 'redirect', 'not HTTP', 'unanswered', 'slow'],
] as const
export type ToolFault = (typeof toolFaults)[number]

export interface LedgerCall {
  readonly key: string
  readonly tool: string
  /** Arguments as JSON text. */
  readonly args: string
  /** Unix ms. */
  readonly at: number
}

/** `flaky` turns the first attempts of each key away; `slowly` takes its time. */
const toolNames = ['enter', 'flaky', 'slowly'] as const
const flakyAttempts = 2
const slowlyMs = 400
/** Longer than the deadline of every call. */
const hangMs = 5_000
const hugeBytes = 100 * 1024 * 1024
/** 64 MiB of blanks, 64 KiB on the wire. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))

const tools = toolNames.map(name => ({
  name,
  description: 'Enters a line into the ledger',
  inputSchema: { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] },
}))

export class FaultyLedger {
  /** Every call that arrived, in order. */
  readonly calls: LedgerCall[] = []
  /** Number of the entry that each key made, from 1. */
  readonly entries = new Map<string, number>()
  /** How often each fault met a call. */
  readonly met = new Map<ToolFault, number>()
  /** What happens to every other call; null: nothing. */
  trouble: ToolFault | null = null
  readonly #attempts = new Map<string, number>()
  #arrived = 0
  #isAway = false
  #port = 0
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy())
  })

  static async start(): Promise<FaultyLedger> {
    const ledger = new FaultyLedger()
    ledger.#server.listen(0, '127.0.0.1')
    await once(ledger.#server, 'listening')
    return ledger
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rpc`
  }

  /** Nobody listens until `listenAgain`: connections are refused. */
  refuse(): void {
    this.#port = (this.#server.address() as AddressInfo).port
    this.#isAway = true
    this.#server.close()
    this.#server.closeAllConnections()
    this.met.set('refuse', (this.met.get('refuse') ?? 0) + 1)
  }

  async listenAgain(): Promise<void> {
    if (!this.#isAway) return
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#isAway = false
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Rpc
    const answer = (result: unknown) => response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    if (method !== 'tools/call') return void answer({ tools })
    const fault = this.#draw()
    // The others find a call that has had its effect.
    if (fault === '500' || fault === '429' || fault === 'reset') return refuse(response, fault)
    if (fault === 'not HTTP') return void response.socket?.end('\x15\x03\x01\x00\x02\x02\x28')
    if (fault === 'redirect')
      return void response.writeHead(307, { location: 'http://127.0.0.1:1/rpc' }).end()
    const entry = this.#enter(params)
    if (entry === null) return refuse(response, '500')
    if (fault === 'hang') await pause(hangMs, null, { ref: false })
    if (fault === 'slow' || params.name === 'slowly') await pause(slowlyMs)
    if (fault === 'unanswered') return void response.destroy()
    if (fault === 'garbage') return void response.end('<html>not what you asked for')
    if (fault === 'gzip bomb') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    if (fault === 'huge') return pour(response, 64 * 1024, hugeBytes, 0)
    if (fault === 'endless') return pour(response, 1_024, Number.POSITIVE_INFINITY, 1)
    if (fault === 'drip') return pour(response, 1, Number.POSITIVE_INFINITY, 100)
    const reply = { jsonrpc: '2.0', id, result: {} }
    if (fault === 'wrong id') return void response.end(JSON.stringify({ ...reply, id: 'another' }))
    if (fault === 'two replies') return void response.end(JSON.stringify([reply, reply]))
    answer({ structuredContent: { entry, line: params.arguments.line }, content: [] })
  }

  /** @returns the number of the entry; null when a flaky tool turns the attempt away */
  #enter({ name, arguments: args, _meta }: Rpc['params']): number | null {
    const key = _meta['troupe/idempotencyKey']
    this.calls.push({ key, tool: name, args: JSON.stringify(args), at: Date.now() })
    const attempt = (this.#attempts.get(key) ?? 0) + 1
    this.#attempts.set(key, attempt)
    if (name === 'flaky' && attempt <= flakyAttempts) return null
    const entry = this.entries.get(key) ?? this.entries.size + 1
    this.entries.set(key, entry)
    return entry
  }

  #draw(): ToolFault | null {
    const fault = this.#arrived++ % 2 === 0 ? this.trouble : null
    if (fault !== null && fault !== 'refuse') this.met.set(fault, (this.met.get(fault) ?? 0) + 1)
    return fault
  }
}

interface Rpc {
  readonly id: number
  readonly method: string
  readonly params: {
    readonly name: string
    readonly arguments: { readonly line: string }
    readonly _meta: { readonly 'troupe/idempotencyKey': string }
  }
}

async function pour(
  response: ServerResponse,
  chunkBytes: number,
  bytes: number,
  pauseMs: number,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  await pipeline(blanks(chunkBytes, bytes, pauseMs), response)
}

async function* blanks(chunkBytes: number, bytes: number, pauseMs: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += chunkBytes) {
    yield Buffer.alloc(chunkBytes, ' ')
    if (pauseMs > 0) await pause(pauseMs, null, { ref: false })
  }
}

function refuse(response: ServerResponse, how: '500' | '429' | 'reset'): void {
  if (how === 'reset') return void response.socket?.resetAndDestroy()
  response.writeHead(Number(how), how === '429' ? { 'retry-after': '1' } : {}).end()
}
