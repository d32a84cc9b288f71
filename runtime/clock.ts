// Time as the runtime sees it: a port, so that the simulator and the tests decide when it passes.

export interface Clock {
  /** Unix ms. */
  now(): number
  /** Calls back once after `delayMs`; the returned function calls it off. */
  after(delayMs: number, callback: () => void): () => void
  /** Calls back once, when what runs now and what follows from it at once is done. */
  soon(callback: () => void): void
}

/** Some 24.8 days. A timer of Node that is to wait longer rings at once. */
export const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
  soon: callback => void setImmediate(callback),
}

/** A clock that stands still until it is told how far to go. */
export class SimulatedClock implements Clock {
  #now: number
  #timers: { at: number; callback: () => void }[] = []

  constructor(startAt = 1_700_000_000_000) {
    this.#now = startAt
  }

  now(): number {
    return this.#now
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer)
    }
  }

  soon(callback: () => void): void {
    systemClock.soon(callback)
  }

  /** Moves on, running what falls due in the order of its time. */
  advance(byMs: number): void {
    const end = this.#now + byMs
    for (;;) {
      const due = this.#timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter(timer => timer !== due)
      this.#now = due.at
      due.callback()
    }
    this.#now = end
  }
}
