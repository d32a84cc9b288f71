// Whether the clock of this machine is right, measured at each beat by the clock of the store. Alarms, waits
// and tokens go by the clocks of the nodes: one that is wrong wakes too early or too late.
import type { Clock } from '../clock.ts'

export const clockBounds = {
  /** Machines with NTP differ by some ms; alarms and tokens bear seconds. */
  wrongMs: 5_000,
  /** A clock that was wrong is right again within this. */
  rightMs: 2_500,
} as const

export class ClockWatch {
  readonly #clock: Clock
  #skewMs = 0
  #isRight = true

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How far it is ahead of the store's, as the last beat saw it; negative: behind. */
  get skewMs(): number {
    return this.#skewMs
  }

  get isRight(): boolean {
    return this.#isRight
  }

  /**
   * @param sentAt Unix ms by this machine, before the beat was sent @param storeAt when the store answered
   * @returns whether `isRight` has changed
   */
  compare(sentAt: number, storeAt: number): boolean {
    const now = this.#clock.now()
    // The answer was made between the two moments: as far as it fits between them, nothing is wrong.
    this.#skewMs = storeAt < sentAt ? sentAt - storeAt : Math.min(0, now - storeAt)
    const boundMs = this.#isRight ? clockBounds.wrongMs : clockBounds.rightMs
    const isRight = Math.abs(this.#skewMs) <= boundMs
    if (isRight === this.#isRight) return false
    this.#isRight = isRight
    return true
  }
}

/** For the operator: how the clock is wrong, and what to do. */
export function wrongClock(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  const way = skewMs > 0 ? 'ahead of' : 'behind'
  return `the clock of this machine is ${seconds} s ${way} that of the database: set both by NTP`
}
