// Time, as a port: code that waits or reads the time gets a Clock. The process has `systemClock`; tests and
// the simulator move a `SimulatedClock`.

export interface Clock {
  /** Unix ms. */
  now(): number
  /** Ms, with fractions, since some moment: how long work takes. Unlike `now` it never jumps. */
  elapsed(): number
  /** Calls back once after `delayMs`. @returns a function that cancels it */
  after(delayMs: number, callback: () => void): () => void
  /** Calls back once, after the current task and its microtasks. */
  soon(callback: () => void): void
}

/** Some 24.8 days. Node fires a longer timer at once. */
export const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
  soon: callback => void setImmediate(callback),
}

/** A clock that all threads of a process read alike. `elapsed` of `systemClock` begins anew in each. */
export interface ThreadsClock {
  /** Nanoseconds since some moment. */
  now(): bigint
  /** What to add to a moment on this thread's `elapsed` to get one on this clock. */
  readonly offset: bigint
}

export function threadsClock(): ThreadsClock {
  const now = () => process.hrtime.bigint()
  let best = { offset: 0n, tookMs: Number.POSITIVE_INFINITY }
  // A pause between two lines would make the offset too small: the quickest of some looks counts.
  for (let look = 0; look < 5; look++) {
    const before = performance.now()
    const at = now()
    const after = performance.now()
    if (after - before < best.tookMs)
      best = { offset: at - BigInt(Math.ceil(after * 1e6)), tookMs: after - before }
  }
  return { now, offset: best.offset }
}

/** A clock that stands still until `advance`; its `elapsed` also until `work`. */
export class SimulatedClock implements Clock {
  #now: number
  #worked = 0
  #timers: { at: number; callback: () => void }[] = []

  constructor(startAt = 1_700_000_000_000) {
    this.#now = startAt
  }

  now(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#now + this.#worked
  }

  /** Work that takes so long; no timer rings meanwhile. */
  work(ms: number): void {
    this.#worked += ms
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

  /** Moves the time on and calls the due callbacks in the order of their times. */
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
