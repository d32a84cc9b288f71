// The clock of one node on a clock of all: a node can be paused, as SIGSTOP does it. Time goes on, and
// nothing of the node runs until it wakes; then everything that is due comes at once.
import type { Clock } from '../../runtime/clock.ts'

export class NodeClock implements Clock {
  readonly #clock: Clock
  #isPaused = false
  #isDead = false
  /** How far its wall clock is off, ms. */
  skewMs = 0
  #due: (() => void)[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now() + this.skewMs
  }

  elapsed(): number {
    return this.#clock.elapsed()
  }

  after(delayMs: number, callback: () => void): () => void {
    let isCancelled = false
    this.#clock.after(delayMs, () => this.run(() => isCancelled || callback()))
    return () => {
      isCancelled = true
    }
  }

  soon(callback: () => void): void {
    this.#clock.soon(() => this.run(callback))
  }

  /** Now, or when the node wakes; never when it is dead. */
  run(work: () => void): void {
    if (this.#isDead) return
    if (this.#isPaused) this.#due.push(work)
    else work()
  }

  /** What it gives reaches the node while that is awake. */
  arrive<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) =>
      promise.then(
        value => this.run(() => resolve(value)),
        error => this.run(() => reject(error)),
      ),
    )
  }

  pause(): void {
    this.#isPaused = true
  }

  /** @param order in which the due work runs */
  wake(order: <T>(list: T[]) => T[] = list => list): void {
    this.#isPaused = false
    const due = order(this.#due)
    this.#due = []
    for (const work of due) this.run(work)
  }

  kill(): void {
    this.#isDead = true
    this.#due = []
  }
}
