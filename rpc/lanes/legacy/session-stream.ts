// One stream of a session: the events that answer a POST, or those of the standalone GET. Made by
// session-transport.ts.
// 1. It outlives its reader. Another reader goes on after the last event that it has.
// 2. Event ids contain the number of the stream, so an id alone says where to go on.
// 3. It has one reader at a time; the newest takes over.

import type { EventFeed, EventSource, SourceEvent } from '../../../runtime/event-source.ts'
import type { RpcId } from '../../json-rpc.ts'
import type { Surface } from '../../surface/surface.ts'

/** Events of a stream have ids from `number * span + 1`. */
const span = 1_000_000
/** Events that a stream keeps, delivered or not. */
const keptEvents = 1_000

export class SessionStream implements EventSource {
  readonly number: number
  /** Serves the requests of this stream; null for the standalone stream. */
  readonly surface: Surface | null
  /** Resolves when every request has its answer or was cancelled. */
  readonly answered: Promise<void>
  readonly #pending: Set<RpcId>
  readonly #responses: string[] = []
  readonly #settle: () => void
  #events: SourceEvent[] = []
  #seq = 0
  #deliveredId: number
  #wake: (() => void) | null = null

  constructor(number: number, requestIds: readonly RpcId[], surface: Surface | null) {
    this.number = number
    this.surface = surface
    this.#pending = new Set(requestIds)
    this.#deliveredId = number * span
    const { promise, resolve } = Promise.withResolvers<void>()
    this.answered = promise
    this.#settle = resolve
  }

  static numberOf(eventId: number): number {
    return Math.floor(eventId / span)
  }

  get isDone(): boolean {
    return this.surface !== null && this.#pending.size === 0
  }

  get hasReader(): boolean {
    return this.#wake !== null
  }

  /** Id of the last event that a reader took; a new reader without an id begins there. */
  get deliveredId(): number {
    return this.#deliveredId
  }

  /** No event has this id or a lower one. */
  get beginsAfter(): number {
    return this.number * span
  }

  /** Characters that it keeps. */
  get size(): number {
    return this.#events.reduce((sum, { data }) => sum + data.length, 0)
  }

  /**
   * The responses as the body of a JSON answer; empty when there are none.
   * @param isBatch in brackets
   */
  responses(isBatch: boolean): string {
    if (this.#responses.length === 0) return ''
    return isBatch ? `[${this.#responses.join(',')}]` : this.#responses[0]!
  }

  /** Adds an event without data: it only gives the client an id to resume from. */
  prime(): void {
    this.#append('', false)
  }

  /** Ends the reader's connection. The stream goes on, and the reader comes back. */
  detach(): void {
    this.#append('', true)
  }

  /**
   * Adds a notification, or a request to the client. Past the bound it is dropped.
   * @param data JSON text
   */
  push(data: string): void {
    if (this.#events.length < keptEvents || this.#events[0]!.id <= this.#deliveredId)
      this.#append(data, false)
  }

  respond(id: RpcId, data: string): void {
    if (!this.#pending.delete(id)) return
    this.#responses.push(data)
    this.#append(data, this.isDone)
    if (this.isDone) this.#settle()
  }

  /** The request was cancelled and gets no answer. */
  abandon(id: RpcId): void {
    if (!this.#pending.delete(id) || !this.isDone) return
    this.#append('', true)
    this.#settle()
  }

  /** The session has ended. */
  end(): void {
    for (const id of this.#pending) this.abandon(id)
    if (this.surface === null) this.#append('', true)
  }

  open(after: number, wake: () => void): EventFeed {
    this.#wake = wake
    let last = after
    return {
      pull: max => {
        if (this.#wake !== wake) return []
        this.#deliveredId = Math.max(this.#deliveredId, last)
        const events = this.#events.filter(({ id }) => id > last).slice(0, max)
        last = events.at(-1)?.id ?? last
        return events
      },
      close: () => {
        if (this.#wake === wake) this.#wake = null
      },
    }
  }

  #append(data: string, isLast: boolean): void {
    if (this.#events.length >= keptEvents) this.#events.shift()
    this.#events.push({ id: this.number * span + ++this.#seq, event: 'message', data, isLast })
    this.#wake?.()
  }
}
