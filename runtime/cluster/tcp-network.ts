// The network of a cluster over TCP: each text is its length in bytes, 32 bits with the highest first, and
// its UTF-8. It listens on a port of its own, apart from HTTP; addresses are private (docs/decisions/044).
// 1. Who has not shown who it is may send 4 KiB at once and no more.
// 2. A wire that is closed is destroyed after a second, sent or not.
import { connect, createServer, type Socket } from 'node:net'
import { type Clock, systemClock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { Attach, Network, Wire, WireEvents } from './network.ts'

const headBytes = 4
const mostOfStrangers = 4_096
const closeMs = 1_000
/** Wires that were accepted; a cluster has one for each other node. */
const mostAccepted = 1_024

/** @param own `host:port` of this node, as others reach it; it listens there */
export function tcpNetwork(own: string, clock: Clock = systemClock): Network {
  const wires = new Set<TcpWire>()
  const begin = (socket: Socket, attach: Attach) => {
    const wire = new TcpWire(socket, clock, () => wires.delete(wire))
    wires.add(wire)
    wire.attach(attach(wire))
  }
  let accept: Attach = () => ({ receive() {}, closed() {} })
  const server = createServer({ noDelay: true }, socket => begin(socket, accept))
  server.maxConnections = mostAccepted
  return {
    listen(attach) {
      accept = attach
      const { host, port } = placeOf(own)
      return new Promise((resolve, reject) => {
        server.on('error', error => reject(cannotListen(own, error)))
        server.listen({ host, port }, resolve)
      })
    },
    dial: (address, attach) => begin(connect({ ...placeOf(address), noDelay: true }), attach),
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      for (const wire of [...wires]) wire.close()
      await closed
    },
  }
}

class TcpWire implements Wire {
  readonly #socket: Socket
  readonly #clock: Clock
  readonly #left: () => void
  #events: WireEvents | null = null
  #mostBytes = mostOfStrangers
  #chunks: Buffer[] = []
  #bytes = 0
  /** Of the text that is arriving; null: its head is not there yet. */
  #expected: number | null = null

  constructor(socket: Socket, clock: Clock, left: () => void) {
    this.#socket = socket
    this.#clock = clock
    this.#left = left
    let reason: Error | null = null
    socket.on('data', chunk => this.#take(chunk))
    socket.on('error', error => {
      reason = error
    })
    socket.on('close', () => this.#end(reason ?? new Error('the other end closed the connection')))
  }

  attach(events: WireEvents): void {
    this.#events = events
  }

  get waitingBytes(): number {
    return this.#socket.writableLength
  }

  send(text: string): void {
    if (this.#socket.writableEnded || this.#socket.destroyed) return
    const length = Buffer.byteLength(text)
    const bytes = Buffer.allocUnsafe(headBytes + length)
    bytes.writeUInt32BE(length, 0)
    bytes.write(text, headBytes)
    this.#socket.write(bytes)
  }

  trust(): void {
    this.#mostBytes = 2 * bounds.linkMostBytes
  }

  close(): void {
    if (!this.#socket.destroyed) {
      const callOff = this.#clock.after(closeMs, () => this.#socket.destroy())
      this.#socket.once('close', callOff)
      this.#socket.destroySoon()
    }
    this.#end(null)
  }

  #end(reason: Error | null): void {
    const events = this.#events
    this.#events = null
    this.#left()
    events?.closed(reason)
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    while (this.#events !== null) {
      if (this.#expected === null) {
        if (this.#bytes < headBytes) return
        this.#expected = this.#read(headBytes).readUInt32BE(0)
        if (this.#expected > this.#mostBytes) {
          this.#socket.destroy(new Error(`a text of ${this.#expected} bytes is more than ${this.#mostBytes}`))
          return
        }
      }
      if (this.#bytes < this.#expected) return
      const text = this.#read(this.#expected).toString('utf8')
      this.#expected = null
      this.#events.receive(text)
    }
  }

  /** The next bytes; the rest stays. */
  #read(length: number): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#bytes -= length
    this.#chunks = this.#bytes > 0 ? [all.subarray(length)] : []
    return all.subarray(0, length)
  }
}

function placeOf(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`tcp://${address}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function cannotListen(address: string, cause: Error): Error {
  const { code, message } = cause as NodeJS.ErrnoException
  const reason = code === 'EADDRINUSE' ? 'another process has the port' : message
  return new Error(`this node cannot listen on its NODE_ADDRESS ${address}: ${reason}`, { cause })
}
