// Rung by whatever gives one who waits something to do. What rings while nobody waits is not lost: the next wait is short.
import type { Clock } from '../../runtime/clock.ts'

export class Bell {
  readonly #clock: Clock
  #hasRung = false
  #wake = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  ring(): void {
    this.#hasRung = true
    this.#wake()
  }

  /** What has rung so far is being seen to. */
  still(): void {
    this.#hasRung = false
  }

  /** Resolves when it rings, at that moment (Unix ms) at the latest. */
  wait(until: number): Promise<void> {
    if (this.#hasRung) return Promise.resolve()
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
