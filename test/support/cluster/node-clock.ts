// The clock of one node of a test: it can be paused, as a process that gets SIGSTOP, while time goes on.
import type { Clock } from '../../../runtime/clock.ts'

export class NodeClock implements Clock {
  readonly #clock: Clock
  #isPaused = false
  #hasEnded = false
  /** What came due while the node slept. */
  #due: (() => void)[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  elapsed(): number {
    return this.#clock.elapsed()
  }

  after(delayMs: number, callback: () => void): () => void {
    let isOff = false
    const callOff = this.#clock.after(delayMs, () => this.#run(() => isOff || callback()))
    return () => {
      isOff = true
      callOff()
    }
  }

  soon(callback: () => void): void {
    this.#clock.soon(() => this.#run(callback))
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    for (const run of this.#due.splice(0)) this.#run(run)
  }

  /** The process is gone: nothing of it runs any more. */
  end(): void {
    this.#hasEnded = true
    this.#due = []
  }

  #run(callback: () => unknown): void {
    if (this.#hasEnded) return
    if (this.#isPaused) this.#due.push(callback)
    else callback()
  }
}
