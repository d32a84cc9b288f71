// How much a child may write: a bucket that what it writes empties and that time fills. Used by child.ts.

const secondsToFill = 8

export class OutputMeter {
  readonly #capacity: number
  #left: number
  #at = performance.now()

  /** @param capacity bytes at once */
  constructor(capacity: number) {
    this.#capacity = capacity
    this.#left = capacity
  }

  /** @returns false when it is more than it may be */
  take(bytes: number): boolean {
    const now = performance.now()
    const filled = ((now - this.#at) / 1_000) * (this.#capacity / secondsToFill)
    this.#at = now
    this.#left = Math.min(this.#capacity, this.#left + filled) - bytes
    return this.#left >= 0
  }
}
