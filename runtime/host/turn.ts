// A turn of an actor: the messages that it decided, the commit, and the answers that leave after the commit.
// An activation makes it; GroupCommit and the host take it on. TurnEvents turns each event to JSON once, and
// so knows when the turn is full.
import type { Failure } from '../../domain/failure.ts'
import { bounds } from '../config.ts'
import type { Commit } from '../journal.ts'
import type { Until } from '../system/frames.ts'
import type { Activation } from './activation.ts'

export interface Envelope {
  readonly message: unknown
  /** The ask to answer; null for results of effects and alarms. */
  readonly ask: { readonly id: number; readonly until: Until } | null
}

/** An answer that leaves once the events of the turn are durable. */
export type Answer =
  | { readonly id: number; readonly until: Until; readonly reply: unknown }
  | { readonly id: number; readonly failure: Failure }

export interface Turn {
  readonly activation: Activation
  readonly envelopes: readonly Envelope[]
  readonly commit: Commit<unknown> | null
  readonly answers: readonly Answer[]
}

export class TurnEvents {
  readonly all: unknown[] = []
  readonly #isTimeUp: () => boolean
  #text = ''
  #isOver = false

  /** @param isTimeUp has the turn had its time? */
  constructor(isTimeUp: () => boolean) {
    this.#isTimeUp = isTimeUp
  }

  add(event: unknown): void {
    const text = JSON.stringify(event)
    this.#text = this.all.length === 0 ? text : `${this.#text},${text}`
    this.all.push(event)
  }

  /** A decision is made. One always is, however little time there was. */
  decided(): void {
    this.#isOver = this.#isTimeUp()
  }

  /** Is a bound of the turn reached? The rest waits for the commit. */
  get isFull(): boolean {
    return this.all.length >= bounds.eventsPerTurn || this.#text.length >= bounds.bytesPerTurn || this.#isOver
  }

  /** JSON array of the events. */
  get body(): string {
    return `[${this.#text}]`
  }
}
