// When the actors of a host take their turns: at once, as long as the turns since the last pause took less
// than the time of one. Then they line up, and the thread hears other things between two turns: messages,
// commits, results, timers. The host calls this.
// 1. A turn waits for one turn of each other tenant at most, however many actors of a tenant are busy.
// 2. While a lot is gathered for the next commits, nothing is decided: of a tenant, or of all.
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { Activation } from './activation.ts'
import { FairQueue } from './fair-queue.ts'

export interface ReadyParts {
  readonly clock: Clock
  /** Takes a turn of an actor, until it is full or `isOver`. */
  readonly turn: (activation: Activation, isOver: () => boolean) => void
  /** Is enough of the tenant gathered for the next commits? When that ends somebody calls `goOn`. */
  readonly isFull: (tenant: string) => boolean
  readonly crash: (error: unknown) => void
}

export class Ready {
  readonly #parts: ReadyParts
  #waiting = new FairQueue<Activation>()
  /** What the turns since the last pause took. */
  #workedMs = 0
  #isGoingOn = false
  #isTaking = false

  constructor(parts: ReadyParts) {
    this.#parts = parts
  }

  /** The actor has something to decide. It is idle. */
  add(activation: Activation): void {
    const isFree = !this.#isTaking && this.#waiting.isEmpty && this.#hasTime
    if (isFree && !this.#parts.isFull(activation.tenant)) return this.#turn(activation)
    activation.phase = 'ready'
    this.#waiting.add(activation.tenant, activation)
    this.goOn()
  }

  /** Goes on after a pause, if an actor waits. */
  goOn(): void {
    if (this.#isGoingOn || this.#waiting.isEmpty) return
    this.#isGoingOn = true
    this.#parts.clock.soon(() => {
      try {
        this.#takeTurns()
      } catch (error) {
        this.#parts.crash(error)
      }
    })
  }

  /** Drops some of those who wait; the others keep their order. */
  drop(isDropped: (activation: Activation) => boolean): void {
    const left = new FairQueue<Activation>()
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next())
      if (!isDropped(next)) left.add(next.tenant, next)
    this.#waiting = left
  }

  /** Drops everybody who waits. */
  clear(): void {
    this.#waiting = new FairQueue()
  }

  #takeTurns(): void {
    this.#isGoingOn = false
    this.#workedMs = 0
    while (this.#hasTime) {
      const next = this.#waiting.next(this.#parts.isFull)
      if (next === undefined) return
      this.#turn(next)
    }
    this.goOn()
  }

  get #hasTime(): boolean {
    return this.#workedMs < bounds.turnMs
  }

  #turn(activation: Activation): void {
    const { clock, turn } = this.#parts
    const began = clock.elapsed()
    this.#isTaking = true
    try {
      turn(activation, () => clock.elapsed() - began >= bounds.turnMs)
    } finally {
      this.#isTaking = false
      this.#workedMs += clock.elapsed() - began
    }
  }
}
