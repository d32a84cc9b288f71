// A turn of an actor: the messages decided in it, what is to be durable, what is answered after that. And its events as
// they come, with their text: so it is known when a turn is full, and nothing is written twice.
import type { Failure } from '../domain/failure.ts'
import type { Activation } from './activation.ts'
import { bounds } from './config.ts'
import type { Until } from './frames.ts'
import type { Commit } from './journal.ts'

export interface Envelope {
  readonly message: unknown
  /** Who waits for the answer; null for messages that effects send home. */
  readonly ask: { readonly id: number; readonly until: Until } | null
}

/** What a turn owes to those who asked, once its events are durable. */
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
  #text = ''

  add(event: unknown): void {
    const text = JSON.stringify(event)
    this.#text = this.all.length === 0 ? text : `${this.#text},${text}`
    this.all.push(event)
  }

  /** What follows waits for the commit. */
  get isFull(): boolean {
    return this.all.length >= bounds.eventsPerTurn || this.#text.length >= bounds.bytesPerTurn
  }

  /** JSON array of the events. */
  get body(): string {
    return `[${this.#text}]`
  }
}
