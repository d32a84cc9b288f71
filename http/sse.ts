// Server-sent events. A stream is served from a source at the reader's own pace:
//   1. One event is one write. When a write does not fit, nothing more is written or pulled until the connection has
//      drained: of what was pulled before, the rest of one pull is held.
//   2. A reader that takes nothing for 30 s is dropped; it resumes by Last-Event-ID.
//   3. The connection ends after the event that is the last one, or at `end()`.
import { Failure } from '../domain/failure.ts'
import type { IncomingRequest, OpenBody } from './exchange.ts'

export interface SseEvent {
  /** Ids of a source ascend. */
  readonly id: number
  readonly event: string
  /** JSON text; line breaks of any kind are safe. */
  readonly data: string
  /** After this event the stream is over. */
  readonly isLast?: boolean
}

/** Something whose events can be read from any point on, the journal of an execution for instance. */
export interface EventSource {
  /**
   * @param after id of the last event that the reader has, 0 for none
   * @param wake to be called, after a pull gave nothing, as soon as there is more; more calls do no harm
   */
  open(after: number, wake: () => void): EventFeed
  /** Its events go out without ids: a reader that breaks off cannot go on. Default: it can. */
  readonly isTransient?: true
  /** Data of the event with which this side ends the stream, in place of an event that names the reason. */
  farewell?(): string | null
  /** The stream is over, whoever ended it: it will not be opened again. */
  over?(): void
}

export interface EventFeed {
  /** The events that follow those of the last pull, at most `max`; none when there are none yet. */
  pull(max: number): readonly SseEvent[] | Promise<readonly SseEvent[]>
  /** The reader does not keep up: nothing needs to be held for the next pull that can be had again. */
  pause?(): void
  close(): void
}

export interface SseTimes {
  /** A comment goes out so often, so that proxies and readers see that the stream lives. */
  readonly heartbeatMs: number
  /** A reader may take nothing for so long. */
  readonly stallMs: number
  /** What a reader is told to wait before it comes back. */
  readonly retryMs: number
}

/** contract.md, section 6. */
export const defaultTimes: SseTimes = { heartbeatMs: 15_000, stallMs: 30_000, retryMs: 1_000 }

/** Events of one pull: enough to fill a packet, few enough that 10,000 readers cost little. */
const pullCount = 32

/** Headers of every stream. `X-Accel-Buffering` keeps nginx from holding events back. */
export const sseHeaders = ['Content-Type', 'text/event-stream; charset=utf-8', 'X-Accel-Buffering', 'no']

/**
 * Where a reader goes on: `Last-Event-ID`, else `?after=`, else the beginning.
 * @throws {Failure} bad-request unless it is a decimal number below 2^53
 */
export function resumePoint(request: IncomingRequest): number {
  const text = request.header('last-event-id') || (new URLSearchParams(request.query).get('after') ?? '0')
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new Failure('bad-request', 'Last-Event-ID: expected the id of an event, a decimal number')
}

/** One event as bytes of the stream; every line of its data is prefixed, so that text cannot forge an event. */
export function formatEvent(event: SseEvent): string {
  return `id: ${event.id}\n${formatWithoutId(event)}`
}

function formatWithoutId({ event, data }: Pick<SseEvent, 'event' | 'data'>): string {
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
  /** Pulled and not written yet. */
  #pulled: SseEvent[] = []
  #isPulling = false
  #isWoken = false
  #isOver = false

  /** @param onEnd called once, when the stream is over: null in order, else what went wrong in the source */
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

  /** Ends the stream from this side, with a farewell event that carries no id: the reader resumes where it was. */
  end(reason: string): void {
    if (this.#isOver) return
    const data = this.#source.farewell?.() ?? null
    const event = data === null ? { event: reason, data: '{}' } : { event: 'message', data }
    this.#body.write(formatWithoutId(event))
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

  /** Writes what the feed has until it has no more, or the reader does not keep up. */
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

  /** @returns whether to go on pulling: everything is written, and there is room */
  #deliver(): boolean {
    while (!this.#isOver && this.#stall === null) {
      const event = this.#pulled.shift()
      if (event === undefined) return true
      this.#write(this.#source.isTransient ? formatWithoutId(event) : formatEvent(event))
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

  /** Not in order: the reader, if it is still there, sees a broken connection and comes back. */
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
