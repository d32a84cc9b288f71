// Asks for the same thing many times become few, so that a busy organization does not use up the reads that
// its people have a minute: the first is heard soon, and as long as asks do not cease, the pauses between
// become longer.

/** Changes that come together are read together. */
const gatherMs = 100
/** The longest pause, in those that were asked for. */
const longest = 8

interface Refreshed {
  readonly at: number
  readonly pauseMs: number
}

export class Refresher {
  readonly #last = new Map<string, Refreshed>()
  readonly #waiting = new Set<string>()
  readonly #now: () => number

  /** @param now milliseconds from any point */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** @param pauseMs least time from the end of one refresh to the beginning of the next of this name */
  ask(name: string, pauseMs: number, refresh: () => void | Promise<void>): void {
    if (this.#waiting.has(name)) return
    this.#waiting.add(name)
    const last = this.#last.get(name)
    const passedMs = this.#now() - (last?.at ?? Number.NEGATIVE_INFINITY)
    const isBusy = last !== undefined && passedMs < 2 * last.pauseMs
    const nextPauseMs = isBusy ? Math.min(2 * last.pauseMs, longest * pauseMs) : pauseMs
    const waitMs = Math.max(gatherMs, (last?.pauseMs ?? 0) - passedMs)
    setTimeout(async () => {
      this.#waiting.delete(name)
      this.#keep(name, nextPauseMs)
      await refresh()
      this.#keep(name, nextPauseMs)
    }, waitMs)
  }

  #keep(name: string, pauseMs: number): void {
    this.#last.set(name, { at: this.#now(), pauseMs })
    if (this.#last.size < 500) return
    for (const [other, { at }] of this.#last) if (this.#now() - at > 60_000) this.#last.delete(other)
  }
}
