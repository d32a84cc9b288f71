// A signal that wakes one waiter when there is something to do; an Endpoint waits for it. A `set` while
// nobody waits is not lost: the next `wait` resolves at once.
import type { Clock } from '../../runtime/clock.ts'

export class WakeSignal {
  readonly #clock: Clock
  #isSet = false
  #wake = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  set(): void {
    this.#isSet = true
    this.#wake()
  }

  /** The waiter looks after everything that set it so far. */
  clear(): void {
    this.#isSet = false
  }

  /** Resolves when it is set, or at this time (Unix ms). */
  wait(until: number): Promise<void> {
    if (this.#isSet) return Promise.resolve()
    return new Promise(resolve => {
      const callOff = this.#clock.after(Math.max(1, until - this.#clock.now()), () => this.#wake())
      this.#wake = () => {
        callOff()
        this.#wake = () => {}
        resolve()
      }
    })
  }
}
