// One keep-alive HTTP/1.1 connection of the load generator: at most one request under way, its response
// handed over as offsets into a buffer that is reused. No stream machinery on the way in, no allocation for a
// usual response.
import { connect, type Socket } from 'node:net'
import { type Response, readResponse } from './response.ts'

/** Receives a whole response; the bytes are valid only during the call. */
export type OnResponse = (connection: Connection, response: Response, bytes: Buffer) => void
/** The server closed it, or sent what cannot be read. */
export type OnBroken = (connection: Connection, reason: string) => void

export interface Handlers {
  readonly onResponse: OnResponse
  readonly onBroken: OnBroken
}

/** All connections of a process take turns with it: a read is handled before the next one begins. */
const received = Buffer.allocUnsafe(256 * 1024)

export class Connection {
  /** When the request under way was meant to leave, in `performance.now()` milliseconds. */
  dueAt = 0
  readonly #socket: Socket
  readonly #handlers: Handlers
  readonly #response: Response = { status: 0, bodyStart: 0, bodyEnd: 0 }
  /** The beginning of a response whose rest has not come yet. */
  #partial: Buffer | null = null
  #closing = false

  /** Resolves when connected. @throws {Error} refused */
  static open(port: number, handlers: Handlers): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(port, handlers, resolve)
      connection.#socket.once('error', reject)
    })
  }

  private constructor(port: number, handlers: Handlers, onOpen: (connection: Connection) => void) {
    this.#handlers = handlers
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: received, callback: length => this.#read(length) },
    })
    this.#socket.once('connect', () => onOpen(this))
    this.#socket.on('error', error => this.#break(error.message))
    this.#socket.on('close', () => this.#break('the server closed the connection'))
  }

  send(request: Buffer, dueAt: number): void {
    this.dueAt = dueAt
    this.#socket.write(request)
  }

  close(): void {
    this.#closing = true
    this.#socket.destroy()
  }

  #read(length: number): true {
    const bytes = this.#partial ? Buffer.concat([this.#partial, received.subarray(0, length)]) : received
    const end = this.#partial ? bytes.length : length
    try {
      if (readResponse(bytes, 0, end, this.#response)) {
        this.#partial = null
        this.#handlers.onResponse(this, this.#response, bytes)
      } else {
        this.#partial = Buffer.from(bytes.subarray(0, end))
      }
    } catch (error) {
      this.#break(String(error))
    }
    return true
  }

  #break(reason: string): void {
    if (this.#closing) return
    this.close()
    this.#handlers.onBroken(this, reason)
  }
}
