// A request of uWebSockets.js as an Exchange. The dangers of that library, and what prevents each:
// 1. A throw before `onAborted` is registered ends the process: it is registered first.
// 2. `req` is valid only while its handler runs: the constructor reads all of it, nothing else touches it.
// 3. `res` must not be touched once it is answered or aborted: every use is behind `#isOver`.
// 4. A body without a listener is lost when the handler returns: the constructor starts to collect it.
// 5. Writes outside of the handler must be corked: all of them go through `#cork`.
// 6. It is loose about chunks: a wrong end of them may be followed by what looks like a request. So a request
//    in chunks is handled and answered in later turns, which makes the library close when another follows in
//    the packet, and its answer closes the connection.
// 7. Closing a connection inside its handler corrupts memory (docs/internals/http.md): nothing here does.

import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { STATUS_CODES } from 'node:http'
import type { Span } from '../../runtime/tracing/tracing.ts'
import type { Exchange, HeaderList, OpenBody } from '../exchange.ts'
import { clientAddress } from '../pipeline/client-address.ts'
import { isChunked } from '../pipeline/guard.ts'
import { type EngineOptions, headerOf } from './engine.ts'
import { UwsBody } from './uws-body.ts'

export class UwsExchange implements Exchange {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly receivedAt = performance.now()
  span: Span | null = null
  readonly fields: HeaderList
  readonly #res: HttpResponse
  readonly #trustProxy: number
  readonly #onOver: () => void
  readonly #body: UwsBody | null
  readonly #isChunked: boolean
  #closeListeners: (() => void)[] = []
  #address: string | null = null
  #isInHandler = true
  #isOver = false
  #isAborted = false

  /** @param onOver called once, when the request is answered or its client has left */
  constructor(res: HttpResponse, req: HttpRequest, options: EngineOptions, onOver: () => void) {
    res.onAborted(() => this.#abort())
    this.#res = res
    this.#trustProxy = options.trustProxy
    this.#onOver = onOver
    this.method = req.getCaseSensitiveMethod()
    this.path = req.getUrl()
    this.query = req.getQuery() ?? ''
    const fields: string[] = []
    req.forEach((name, value) => {
      fields.push(name, value)
    })
    this.fields = fields
    this.id = options.requestId(headerOf(fields, 'x-request-id'))
    this.#isChunked = isChunked(name => headerOf(fields, name))
    const hasBody = this.#isChunked || headerOf(fields, 'content-length') !== ''
    this.#body = hasBody ? new UwsBody(res, options.bodyTimeoutMs) : null
  }

  get clientAddress(): string {
    if (this.#address === null && !this.#isOver) {
      const peer = Buffer.from(this.#res.getRemoteAddressAsText()).toString('latin1')
      this.#address = clientAddress(peer, this.fields, this.#trustProxy)
    }
    return this.#address ?? ''
  }

  header(name: string): string {
    return headerOf(this.fields, name)
  }

  onClose(listener: () => void): void {
    if (this.#isAborted) queueMicrotask(listener)
    else this.#closeListeners.push(listener)
  }

  readBody(done: (bytes: Uint8Array | null) => void): void {
    if (this.#isOver) return
    if (this.#body === null) done(new Uint8Array(0))
    else if (!this.#isChunked) this.#body.read(done)
    else
      this.#body.read(bytes => {
        const kept = bytes && Buffer.from(bytes)
        setImmediate(() => {
          if (!this.#isOver) done(kept)
        })
      })
  }

  send(status: number, headers: HeaderList, body: string | Uint8Array, close = false): void {
    if (this.#isChunked) setImmediate(() => this.#send(status, headers, body, true))
    else this.#send(status, headers, body, close)
  }

  #send(status: number, headers: HeaderList, body: string | Uint8Array, close: boolean): void {
    if (this.#isOver) return
    this.#over()
    this.#cork(() => {
      this.#writeHead(status, headers)
      if (status === 204 || status === 304) this.#endEmpty(close)
      else if (this.method === 'HEAD') this.#endHead(Buffer.byteLength(body), close)
      else this.#res.end(body, close)
    })
  }

  /**
   * Answers in a later turn: after an answer inside the handler, uWebSockets.js would take the rest of the
   * packet as a second request.
   */
  refuse(status: number, headers: HeaderList, body: string): void {
    setImmediate(() => this.send(status, headers, body, true))
  }

  stream(status: number, headers: HeaderList): OpenBody {
    if (!this.#isOver) this.#cork(() => this.#writeHead(status, headers))
    return {
      write: chunk => this.#write(chunk),
      onDrain: listener => {
        if (this.#isOver) return
        this.#res.onWritable(() => {
          listener()
          return true
        })
      },
      end: () => {
        if (this.#isOver) return
        this.#over()
        this.#cork(() => (this.#isChunked ? this.#res.end(undefined, true) : this.#res.end()))
      },
      abort: () => {
        if (!this.#isOver) this.#res.close()
      },
    }
  }

  /** The engine's handler is about to return: from here on uWebSockets.js no longer corks by itself. */
  leaveHandler(): void {
    this.#isInHandler = false
  }

  #write(chunk: string): boolean {
    let isTaken = true
    if (this.#isOver) return isTaken
    this.#cork(() => {
      isTaken = this.#res.write(chunk)
    })
    return isTaken
  }

  /** Writes all headers in one native call: the value of the first one carries the other lines. */
  #writeHead(status: number, headers: HeaderList): void {
    if (status !== 200) this.#res.writeStatus(`${status} ${STATUS_CODES[status]}`)
    let block = headers[1]!
    for (let i = 2; i < headers.length; i += 2) block += `\r\n${headers[i]}: ${headers[i + 1]}`
    this.#res.writeHeader(headers[0]!, block)
  }

  /** A length that is given, even as undefined, is written; without one there is no closing either. */
  #endEmpty(close: boolean): void {
    if (close) this.#res.endWithoutBody(0, true)
    else this.#res.endWithoutBody()
  }

  /**
   * With a length, endWithoutBody waits for a body of that length, and the connection neither continues nor
   * closes. So the length is sent as an ordinary header, and an answer that closes (to a refused request) has
   * none.
   */
  #endHead(lengthBytes: number, close: boolean): void {
    if (close) {
      this.#res.end('', true)
    } else {
      this.#res.writeHeader('Content-Length', String(lengthBytes))
      this.#res.endWithoutBody()
    }
  }

  #cork(write: () => void): void {
    if (this.#isInHandler) write()
    else this.#res.cork(write)
  }

  #over(): void {
    this.#isOver = true
    this.#body?.drop()
    this.#onOver()
  }

  #abort(): void {
    if (this.#isOver) return
    this.#isAborted = true
    this.#over()
    for (const listener of this.#closeListeners) listener()
  }
}
