// Counts what happens again and again, so that it is told at once, and then no more often than an operator can read.
import type { Clock } from './clock.ts'
import { bounds } from './config.ts'

export class Repeats {
  readonly #clock: Pick<Clock, 'now'>
  readonly #kinds = new Map<string, { toldAt: number; times: number }>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /**
   * It has happened once more.
   * @param what one of a few kinds
   * @returns how often since it was told last, this time included; null: it is not to be told now
   */
  count(what: string): number | null {
    const now = this.#clock.now()
    const kind = this.#kinds.get(what) ?? { toldAt: Number.NEGATIVE_INFINITY, times: 0 }
    this.#kinds.set(what, kind)
    kind.times++
    if (now - kind.toldAt < bounds.troubleMs) return null
    const { times } = kind
    kind.toldAt = now
    kind.times = 0
    return times
  }
}
