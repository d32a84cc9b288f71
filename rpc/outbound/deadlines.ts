// The clock of all outbound calls of a client: coarse, because a timer for each call would cost more than the rest of
// the call.

export interface Timed {
  /** @param now in terms of performance.now() */
  checkDeadline(now: number): void
}

/** Asks every open call, 20 times a second, whether its time is up. Sleeps when there is none. */
export class Deadlines {
  readonly #calls = new Set<Timed>()
  #timer: NodeJS.Timeout | null = null

  add(call: Timed): void {
    this.#calls.add(call)
    if (this.#timer === null) this.#timer = setInterval(() => this.#tick(), 50).unref()
  }

  delete(call: Timed): void {
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
