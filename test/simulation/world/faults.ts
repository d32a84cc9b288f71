// What goes wrong, and how often: drawn once per seed, so that some worlds lose half of their commits and
// others none. After `heal` nothing goes wrong any more.
import type { Random } from '../random.ts'

export type CommitOutcome = 'committed' | 'slow' | 'lost-before' | 'lost-after' | 'late'
export type ToolOutcome =
  | 'ok'
  | 'slow'
  | 'retryable'
  | 'busy'
  | 'fatal'
  | 'unreachable'
  | 'reply-lost'
  | 'reset'
  | 'garbage'
  | 'failed-after-effect'

export class Faults {
  readonly #random: Random
  readonly #commitLoss: number
  readonly #readLoss: number
  readonly #toolTrouble: number
  /** Of everything that a person or the nemesis does. */
  readonly crashes: number
  isHealed = false

  constructor(random: Random) {
    this.#random = random
    this.#commitLoss = random.pick([0, 0, 0.05, 0.2])
    this.#readLoss = random.pick([0, 0, 0.1, 0.3])
    this.#toolTrouble = random.pick([0, 0.1, 0.3, 0.6])
    this.crashes = random.pick([0, 0.5, 1, 2])
  }

  heal(): void {
    this.isHealed = true
  }

  commit(): CommitOutcome {
    if (this.isHealed || !this.#random.chance(this.#commitLoss)) return 'committed'
    return this.#random.weighed({ slow: 3, 'lost-before': 3, 'lost-after': 3, late: 1 })
  }

  losesRead(): boolean {
    return !this.isHealed && this.#random.chance(this.#readLoss)
  }

  tool(): ToolOutcome {
    if (this.isHealed || !this.#random.chance(this.#toolTrouble)) return 'ok'
    return this.#random.weighed({
      slow: 3,
      retryable: 4,
      busy: 2,
      fatal: 1,
      unreachable: 2,
      'reply-lost': 2,
      reset: 1,
      garbage: 0.5,
      'failed-after-effect': 2,
    })
  }
}
