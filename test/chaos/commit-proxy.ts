// Between the server and PostgreSQL: passes bytes on, and breaks connections where it hurts. A commit is
// recognised by the name of its prepared statement. It can be cut off before PostgreSQL has it (lost), or
// after PostgreSQL has taken it and before the server hears of it (unknown), or held back on its way; it can
// be answered that the disk is full, as PostgreSQL does; or everything can stand still.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { commitName } from '../../storage/journal/commit-statement.ts'

/**
 * `late`: the commit reaches PostgreSQL when its sender has given it up, about to read again, or to decide
 * again.
 */
export type Cut = 'before' | 'after' | 'late'

interface Pair {
  readonly client: Socket
  readonly server: Socket
  /** PostgreSQL has a commit whose answer nobody will hear. */
  isDoomed: boolean
  /** The rest of a commit that is refused is on its way. */
  isRefusing: boolean
}

export class CommitProxy {
  readonly #socketPath: string
  readonly #pairs = new Set<Pair>()
  readonly #listener = createServer(client => this.#serve(client))
  #armed: { readonly cut: Cut; readonly lateMs: number; readonly done: () => void } | null = null
  #isStalled = false
  #isFull = false
  #refused = 0

  private constructor(socketPath: string) {
    this.#socketPath = socketPath
  }

  /** @param socketPath of PostgreSQL's unix socket */
  static async start(socketPath: string): Promise<CommitProxy> {
    const proxy = new CommitProxy(socketPath)
    proxy.#listener.listen(0, '127.0.0.1')
    await once(proxy.#listener, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port
  }

  /**
   * Resolves when the next commit has been cut off or held back, true; false when none came in time.
   * @param lateMs how long a late one is held back
   */
  async cutNext(cut: Cut, withinMs: number, lateMs = 0): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#armed = { cut, lateMs, done: () => resolve(true) }
    const tooLate = setTimeout(() => resolve(false), withinMs)
    const isCut = await promise
    clearTimeout(tooLate)
    this.#armed = null
    return isCut
  }

  /** Nothing passes for a while, in either direction, and no connection breaks. */
  async stall(forMs: number): Promise<void> {
    this.#isStalled = true
    for (const { client, server } of this.#pairs) for (const socket of [client, server]) socket.pause()
    await pause(forMs)
    this.#isStalled = false
    for (const { client, server } of this.#pairs) for (const socket of [client, server]) socket.resume()
  }

  /** Every commit is answered so for a while. @returns how many were */
  async fill(forMs: number): Promise<number> {
    this.#refused = 0
    this.#isFull = true
    await pause(forMs)
    this.#isFull = false
    return this.#refused
  }

  close(): void {
    this.#listener.close()
    for (const pair of this.#pairs) this.#break(pair)
  }

  #serve(client: Socket): void {
    const pair: Pair = { client, server: connect(this.#socketPath), isDoomed: false, isRefusing: false }
    const { server } = pair
    this.#pairs.add(pair)
    client.setNoDelay(true)
    client.on('data', chunk => this.#toServer(pair, chunk))
    server.on('data', chunk => {
      if (pair.isDoomed) this.#break(pair)
      else client.write(chunk)
    })
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      socket.on('close', () => this.#break(pair))
      if (this.#isStalled) socket.pause()
    }
  }

  #toServer(pair: Pair, chunk: Buffer): void {
    if (pair.isRefusing || (this.#isFull && chunk.includes(commitName))) return this.#refuse(pair, chunk)
    const armed = this.#armed
    if (armed !== null && chunk.includes(commitName)) {
      this.#armed = null
      armed.done()
      if (armed.cut === 'before') return this.#break(pair)
      if (armed.cut === 'late') return void this.#hold(pair, chunk, armed.lateMs)
      pair.isDoomed = true
    }
    pair.server.write(chunk)
  }

  /** What comes after the chunk, also the end of the connection, waits behind it. */
  async #hold({ client, server }: Pair, chunk: Buffer, lateMs: number): Promise<void> {
    client.pause()
    await pause(lateMs)
    server.write(chunk)
    client.resume()
  }

  /** PostgreSQL never sees it. It ends with a Sync, and is answered then. */
  #refuse(pair: Pair, chunk: Buffer): void {
    pair.isRefusing = !chunk.subarray(-sync.length).equals(sync)
    if (pair.isRefusing) return
    this.#refused++
    pair.client.write(diskFull)
  }

  #break(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.client.resetAndDestroy()
    pair.server.destroy()
  }
}

/** Of PostgreSQL's protocol: type, length, and what belongs to it. */
const sync = Buffer.from([0x53, 0, 0, 0, 4])
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const diskFull = Buffer.concat([
  errorResponse({ S: 'ERROR', V: 'ERROR', C: '53100', M: 'could not extend file: No space left on device' }),
  readyForQuery,
])

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([type, text]) => `${type}${text}\0`)
      .join('')}\0`,
  )
  const head = Buffer.from([0x45, 0, 0, 0, 0])
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
