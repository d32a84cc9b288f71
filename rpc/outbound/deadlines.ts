// The clock of all calls of an outbound client. It is coarse, because one timer for each call would cost more
// than the rest of the call.

export interface HasDeadline {
  /** @param now on the clock of performance.now() */
  checkDeadline(now: number): void
}

/** Checks the deadlines of all open calls 20 times a second. Sleeps when there is none. */
export class Deadlines {
  readonly #calls = new Set<HasDeadline>()
  #timer: NodeJS.Timeout | null = null

  add(call: HasDeadline): void {
    this.#calls.add(call)
    if (this.#timer === null) this.#timer = setInterval(() => this.#tick(), 50).unref()
  }

  delete(call: HasDeadline): void {
    this.#calls.delete(call)
  }

  #tick(): void {
    if (this.#calls.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer)
      this.#timer = null
    }
    const now = performance.now()
    for (const call of this.#calls) call.checkDeadline(now)
  }
}
