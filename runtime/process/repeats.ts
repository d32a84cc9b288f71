// Counts events that happen again and again, so that a log shows the first at once and then no more than an
// operator can read. sparing-log.ts, host/troubles.ts and the HTTP pipeline use it.
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'

export class Repeats {
  readonly #clock: Pick<Clock, 'now'>
  readonly #kinds = new Map<string, { reportedAt: number; times: number }>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /**
   * Counts one more.
   * @param what its kind, one of a few
   * @returns how many since the last report, this one included; null: do not report now
   */
  count(what: string): number | null {
    const now = this.#clock.now()
    const kind = this.#kinds.get(what) ?? { reportedAt: Number.NEGATIVE_INFINITY, times: 0 }
    this.#kinds.set(what, kind)
    kind.times++
    if (now - kind.reportedAt < bounds.troubleMs) return null
    const { times } = kind
    kind.reportedAt = now
    kind.times = 0
    return times
  }
}
