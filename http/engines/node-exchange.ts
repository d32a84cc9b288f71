// A request of node:http as an Exchange. Made by node.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Span } from '../../runtime/tracing/tracing.ts'
import type { Exchange, HeaderList, OpenBody } from '../exchange.ts'
import { clientAddress } from '../pipeline/client-address.ts'
import { bodyLimitBytes, isChunked } from '../pipeline/guard.ts'
import { type EngineOptions, headerOf } from './engine.ts'

export class NodeExchange implements Exchange {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly receivedAt = performance.now()
  span: Span | null = null
  readonly fields: HeaderList
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #trustProxy: number
  readonly #onRefused: () => void
  /** Nothing more on the connection is served. */
  readonly #isLast: boolean

  /** @param onRefused called when nothing more on the connection may be served */
  constructor(req: IncomingMessage, res: ServerResponse, options: EngineOptions, onRefused: () => void) {
    this.#req = req
    this.#res = res
    this.#onRefused = onRefused
    this.#trustProxy = options.trustProxy
    const target = req.url ?? ''
    const question = target.indexOf('?')
    this.method = req.method ?? ''
    this.path = question < 0 ? target : target.slice(0, question)
    this.query = question < 0 ? '' : target.slice(question + 1)
    this.fields = req.rawHeaders.map((text, i) => (i % 2 === 0 ? text.toLowerCase() : text))
    this.id = options.requestId(headerOf(this.fields, 'x-request-id'))
    this.#isLast = isChunked(name => this.header(name))
    if (this.#isLast) onRefused()
  }

  get clientAddress(): string {
    return clientAddress(this.#req.socket.remoteAddress ?? '', this.fields, this.#trustProxy)
  }

  header(name: string): string {
    return headerOf(this.fields, name)
  }

  onClose(listener: () => void): void {
    const res = this.#res
    const tell = () => {
      if (!res.writableFinished) listener()
    }
    if (res.closed) queueMicrotask(tell)
    else res.once('close', tell)
  }

  readBody(done: (bytes: Uint8Array | null) => void): void {
    let chunks: Buffer[] = []
    let sizeBytes = 0
    this.#req.on('data', (chunk: Buffer) => {
      const wasTooLarge = sizeBytes > bodyLimitBytes
      sizeBytes += chunk.length
      if (sizeBytes <= bodyLimitBytes) return void chunks.push(chunk)
      chunks = []
      if (!wasTooLarge) done(null)
    })
    this.#req.once('end', () => {
      if (sizeBytes <= bodyLimitBytes) done(Buffer.concat(chunks))
    })
  }

  send(status: number, headers: HeaderList, body: string | Uint8Array, close = false): void {
    if (this.#res.destroyed || this.#res.headersSent) return
    const all = [...headers]
    const isBodiless = status === 204 || status === 304
    if (!isBodiless) all.push('Content-Length', String(Buffer.byteLength(body)))
    if (close || this.#isLast) all.push('Connection', 'close')
    this.#res.writeHead(status, all)
    this.#res.end(this.method === 'HEAD' || isBodiless ? undefined : body)
  }

  refuse(status: number, headers: HeaderList, body: string): void {
    this.#onRefused()
    this.send(status, headers, body, true)
  }

  stream(status: number, headers: HeaderList): OpenBody {
    const res = this.#res
    const all = this.#isLast ? [...headers, 'Connection', 'close'] : [...headers]
    if (!res.destroyed) res.writeHead(status, all)
    return {
      write: chunk => res.destroyed || res.writableEnded || res.write(chunk),
      onDrain: listener => void res.on('drain', listener),
      end: () => void res.end(),
      abort: () => void res.destroy(),
    }
  }
}
