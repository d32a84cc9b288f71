// Figures of one server's calls in one thread, in memory: counts, a histogram of durations, the last error.
// They are halved each minute, so that they tell of the last few minutes. Used by server-health.ts.
import {
  type BreakerState,
  bucketCount,
  bucketOf,
  halveEveryMs,
  type ThreadFigures,
} from '../../domain/tools/server-figures.ts'

export class CallFigures {
  #calls = 0
  #failures = 0
  readonly #histogram = new Float64Array(bucketCount)
  #lastError: ThreadFigures['lastError'] = null
  #halvedAt: number
  /** Something has changed since the last report. */
  #isNews = false

  constructor(now: number) {
    this.#halvedAt = now
  }

  get isNews(): boolean {
    return this.#isNews
  }

  /** @param error when the call failed by the server's fault, else null */
  count(durationMs: number, error: string | null, now: number): void {
    this.#fade(now)
    this.#isNews = true
    this.#calls++
    this.#histogram[bucketOf(durationMs)]! += 1
    if (error === null) return
    this.#failures++
    this.#lastError = { at: now, message: error }
  }

  /** The breaker has changed its state. */
  touch(): void {
    this.#isNews = true
  }

  take(breaker: BreakerState, now: number): ThreadFigures {
    this.#fade(now)
    this.#isNews = false
    const histogram = [...this.#histogram].map(count => Number(count.toFixed(3)))
    const round = (count: number) => Number(count.toFixed(3))
    return {
      calls: round(this.#calls),
      failures: round(this.#failures),
      histogram,
      breaker,
      lastError: this.#lastError,
    }
  }

  #fade(now: number): void {
    const minutes = Math.floor((now - this.#halvedAt) / halveEveryMs)
    if (minutes <= 0) return
    this.#halvedAt += minutes * halveEveryMs
    const left = 0.5 ** minutes
    this.#calls *= left
    this.#failures *= left
    for (let bucket = 0; bucket < bucketCount; bucket++) this.#histogram[bucket]! *= left
  }
}
