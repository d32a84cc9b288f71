// Server-sent events. Serves a stream from a source at the reader's own pace:
// 1. One event is one write. When a write does not fit, nothing more is written or pulled until the
//    connection has drained; at most the rest of one pull is held.
// 2. A reader that takes nothing for 30 s is dropped; it resumes by Last-Event-ID.
// 3. The connection ends after the last event, or at `end()`.
import { Failure } from '../../domain/failure.ts'
import type { EventFeed, EventSource, SourceEvent } from '../../runtime/event-source.ts'
import type { IncomingRequest, OpenBody } from '../exchange.ts'

export interface SseTimes {
  /** Interval of comments, which show proxies and readers that the stream is alive. */
  readonly heartbeatMs: number
  /** Longest time in which a reader may take nothing. */
  readonly stallMs: number
  /** Pause that a reader is told to make before it reconnects. */
  readonly retryMs: number
}

/** docs/internals/contract.md, 6. */
export const defaultTimes: SseTimes = { heartbeatMs: 15_000, stallMs: 30_000, retryMs: 1_000 }

/** Events of one pull: enough to fill a packet, few enough that 10,000 readers cost little. */
const pullCount = 32

/** Headers of every stream. `X-Accel-Buffering` keeps nginx from holding events back. */
export const sseHeaders = ['Content-Type', 'text/event-stream; charset=utf-8', 'X-Accel-Buffering', 'no']

/**
 * Where a reader resumes: `Last-Event-ID`, else `?after=`, else the beginning.
 * @throws {Failure} bad-request unless it is a decimal number below 2^53
 */
export function resumePoint(request: IncomingRequest): number {
  const text = request.header('last-event-id') || (new URLSearchParams(request.query).get('after') ?? '0')
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new Failure('bad-request', 'Last-Event-ID: expected the id of an event, a decimal number')
}

/**
 * One event as text of the stream. Every line of its data gets a prefix, so that data cannot forge an event.
 */
export function formatEvent(event: SourceEvent): string {
  return `id: ${event.id}\n${formatWithoutId(event)}`
}

function formatWithoutId({ event, data }: Pick<SourceEvent, 'event' | 'data'>): string {
  const lines = /[\r\n]/.test(data) ? data.split(/\r\n|\r|\n/).join('\ndata: ') : data
  return `event: ${event}\ndata: ${lines}\n\n`
}

/** A stream that is being served. */
export class SseStream {
  readonly #body: OpenBody
  readonly #source: EventSource
  readonly #times: SseTimes
  readonly #onEnd: (cause: unknown) => void
  #heartbeat: NodeJS.Timeout | null = null
  #stall: NodeJS.Timeout | null = null
  #feed: EventFeed | null = null
  readonly #after: number
  /** Events that were pulled and not yet written. */
  #pulled: SourceEvent[] = []
  #isPulling = false
  #isWoken = false
  #isOver = false

  /** @param onEnd called once at the end of the stream: with null, or with the error of the source */
  constructor(
    stream: { body: OpenBody; source: EventSource; after: number },
    onEnd: (cause: unknown) => void,
    times: SseTimes = defaultTimes,
  ) {
    this.#body = stream.body
    this.#source = stream.source
    this.#after = stream.after
    this.#times = times
    this.#onEnd = onEnd
  }

  start(): void {
    this.#heartbeat = setInterval(() => this.#beat(), this.#times.heartbeatMs)
    this.#body.onDrain(() => this.#resume())
    const opening = this.#source.isTransient ? ':\n\n' : `retry: ${this.#times.retryMs}\n\n`
    this.#write(opening)
    this.#open()
  }

  /** Ends the stream from this side, with a last event without an id: the reader resumes where it was. */
  end(reason: string): void {
    if (this.#isOver) return
    const data = this.#source.farewell?.() ?? null
    const own = data === null ? this.#source.lastEvent?.(reason) : { event: 'message', data }
    this.#body.write(formatWithoutId(own ?? { event: reason, data: '{}' }))
    this.#finish()
  }

  /** The reader has left. */
  leave(): void {
    this.#close(null)
  }

  #open(): void {
    try {
      this.#feed = this.#source.open(this.#after, () => this.#wake())
      this.#wake()
    } catch (cause) {
      this.#drop(cause)
    }
  }

  #wake(): void {
    if (this.#isPulling) this.#isWoken = true
    else if (this.#feed !== null && this.#stall === null) void this.#pump(this.#feed)
  }

  /** Writes events until the feed has no more, or the reader is too slow. */
  async #pump(feed: EventFeed): Promise<void> {
    this.#isPulling = true
    try {
      while (this.#deliver()) {
        this.#isWoken = false
        this.#pulled = [...(await feed.pull(pullCount))]
        if (this.#pulled.length === 0 && !this.#isWoken) break
      }
      if (this.#stall !== null) feed.pause?.()
    } catch (cause) {
      if (!this.#isOver) this.#drop(cause)
    } finally {
      this.#isPulling = false
    }
  }

  /** @returns whether to pull more: everything is written, and there is room */
  #deliver(): boolean {
    while (!this.#isOver && this.#stall === null) {
      const event = this.#pulled.shift()
      if (event === undefined) return true
      const isNumbered = this.#source.isTransient !== true && event.isPassing !== true
      this.#write(isNumbered ? formatEvent(event) : formatWithoutId(event))
      if (event.isLast === true) this.#finish()
    }
    return false
  }

  #write(text: string): void {
    if (!this.#body.write(text)) this.#stall ??= setTimeout(() => this.#drop(null), this.#times.stallMs)
  }

  #resume(): void {
    if (this.#isOver || this.#stall === null) return
    clearTimeout(this.#stall)
    this.#stall = null
    this.#wake()
  }

  #beat(): void {
    if (this.#stall === null) this.#write(':\n\n')
  }

  #finish(): void {
    this.#close(null)
    this.#body.end()
  }

  /** Drops the connection: a reader that is still there sees it break and comes back. */
  #drop(cause: unknown): void {
    this.#close(cause)
    this.#body.abort()
  }

  #close(cause: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat)
    if (this.#stall !== null) clearTimeout(this.#stall)
    this.#feed?.close()
    this.#feed = null
    this.#pulled = []
    this.#source.over?.()
    this.#onEnd(cause)
  }
}
