// COPY, PostgreSQL's bulk format, over a connection of `pg`: rows out and in as text, one a line, byte for
// byte, in bounded memory. Called by storage/backup/dump.ts and load.ts. pg speaks the protocol but has no
// COPY of its own; it accepts a query object that does (Submittable), which this is.
import { once } from 'node:events'
import type { Client, Connection, Submittable } from 'pg'

/** Unread bytes up to here; beyond them the connection is not read. */
const highWaterBytes = 1024 * 1024

/** What pg's types leave out of its Connection. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  sendCopyFail(reason: string): void
  endCopyFrom(): void
}

/** The methods that pg's client calls while a query is its active one. */
abstract class CopyQuery implements Submittable {
  readonly #sql: string
  readonly #done = Promise.withResolvers<void>()
  protected connection!: CopyConnection
  #error: Error | null = null

  constructor(sql: string) {
    this.#sql = sql
    this.#done.promise.catch(() => {})
  }

  /** Resolves when the server has finished; rejects with its error. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  get hasFailed(): boolean {
    return this.#error !== null
  }

  submit(connection: Connection): void {
    this.connection = connection as CopyConnection
    connection.query(this.#sql)
  }

  handleError(error: Error): void {
    this.#error = error
    this.#done.reject(error)
    this.ended()
  }

  handleReadyForQuery(): void {
    this.#done.resolve()
    this.ended()
  }

  handleCommandComplete(_message: { readonly text: string }): void {}
  handleRowDescription(): void {}
  protected ended(): void {}
}

class CopyOut extends CopyQuery {
  /** How many rows the server says it has sent; null until it has sent them all. */
  rows: number | null = null
  #chunks: Buffer[] = []
  #bytes = 0
  #isOver = false
  #wake = () => {}

  /** Copies the chunk: it is a window on the buffer that the driver receives the next packet into. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#chunks.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes > highWaterBytes) this.connection.stream.pause()
    this.#wake()
  }

  override handleCommandComplete({ text }: { readonly text: string }): void {
    this.rows = Number(/^COPY (\d+)$/.exec(text)?.[1])
  }

  /** The next bytes; null at the end. */
  async next(): Promise<Buffer | null> {
    while (this.#chunks.length === 0) {
      if (this.#isOver) {
        await this.done
        return null
      }
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    const chunk = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bytes = 0
    this.connection.stream.resume()
    return chunk
  }

  /** A connection that stayed paused would never notice its end. */
  protected override ended(): void {
    this.#isOver = true
    this.connection.stream.resume()
    this.#wake()
  }
}

class CopyIn extends CopyQuery {
  readonly #opened = Promise.withResolvers<void>()

  handleCopyInResponse(): void {
    this.#opened.resolve()
  }

  async write(chunks: AsyncIterable<Buffer>): Promise<void> {
    await Promise.race([this.#opened.promise, this.done])
    const { stream } = this.connection
    try {
      for await (const chunk of chunks) {
        if (this.hasFailed) break
        this.connection.sendCopyFromChunk(chunk)
        if (stream.writableNeedDrain) await waitForDrain(stream)
      }
    } catch (error) {
      this.connection.sendCopyFail('the source failed')
      await this.done.catch(() => {})
      throw error
    }
    if (!this.hasFailed) this.connection.endCopyFrom()
    await this.done
  }
}

/** Resolves when there is room again or the connection has closed; leaves no listener behind. */
async function waitForDrain(stream: Connection['stream']): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  } finally {
    waiting.abort()
  }
}

/**
 * Whole lines of COPY's text format, many to a chunk; returns how many rows the server says it has sent.
 * @param sql `copy ... to stdout`
 */
export async function* copyOut(client: Client, sql: string): AsyncGenerator<Buffer, number> {
  const copy = client.query(new CopyOut(sql))
  for (;;) {
    const chunk = await copy.next()
    if (chunk === null) return copy.rows ?? 0
    yield chunk
  }
}

/** @param sql `copy ... from stdin` @throws the server's error, or the source's */
export async function copyIn(client: Client, sql: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  await client.query(new CopyIn(sql)).write(chunks)
}
