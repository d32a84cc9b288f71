// The breaker of one tool server in one thread (server-health.ts). Closed: calls pass. After several failures
// in a row it opens: it refuses calls at once, so that none waits for its deadline. After a pause it is
// half-open: one call goes as a trial, and its outcome decides.
// 1. There is one trial at a time.
// 2. A trial that succeeds closes it.
// 3. The pause is bounded.
import type { BreakerState } from '../../domain/tools/server-figures.ts'

export const breakerBounds = {
  /** Failures in a row that open it. */
  failures: 5,
  /** First and longest pause before a trial; doubled by each trial that fails. */
  pauseMs: [5_000, 15_000],
  /** A trial without an outcome after this does not block the next one. */
  trialMs: 60_000,
} as const

/** The outcome of a call as far as the server's health is concerned. `neither`: it says nothing. */
export type CallOutcome = 'answered' | 'failed' | 'neither'

/** May the call go? `isTrial`: its outcome decides for all. */
export type Admission =
  | { readonly passes: true; readonly isTrial: boolean }
  | { readonly passes: false; readonly retryAfterMs: number }

export class Breaker {
  #state: BreakerState = 'closed'
  #failures = 0
  #pauseMs: number = breakerBounds.pauseMs[0]
  #trialFrom = 0
  #trialEndsAt: number | null = null

  get state(): BreakerState {
    return this.#state
  }

  /** @param now Unix ms */
  admit(now: number): Admission {
    if (this.#state === 'closed') return pass
    const wait = (this.#trialEndsAt ?? this.#trialFrom) - now
    if (wait > 0) return { passes: false, retryAfterMs: this.#trialEndsAt === null ? wait : 1_000 }
    this.#state = 'half-open'
    this.#trialEndsAt = now + breakerBounds.trialMs
    return trial
  }

  /** @returns the new state; null when the state stays */
  settle(outcome: CallOutcome, isTrial: boolean, now: number): 'open' | 'closed' | null {
    if (isTrial && this.#trialEndsAt !== null) return this.#settleTrial(outcome, now)
    if (outcome === 'answered') this.#failures = 0
    if (outcome !== 'failed' || this.#state !== 'closed') return null
    if (++this.#failures < breakerBounds.failures) return null
    this.#open(now + this.#pauseMs)
    return 'open'
  }

  /** Another thread found the server down. */
  trip(now: number): void {
    if (this.#state === 'closed') this.#open(now + this.#pauseMs)
  }

  /** Another thread found the server up, or nobody knows: the next call decides. */
  allowTrial(): void {
    if (this.#state === 'open') this.#trialFrom = 0
  }

  /** Nobody knows whether the server is down: the first call decides. */
  doubt(): void {
    if (this.#state === 'closed') this.#open(0)
  }

  #settleTrial(outcome: CallOutcome, now: number): 'open' | 'closed' | null {
    this.#trialEndsAt = null
    if (outcome === 'neither') {
      this.#open(0)
      return null
    }
    if (outcome === 'answered') {
      this.#state = 'closed'
      this.#failures = 0
      this.#pauseMs = breakerBounds.pauseMs[0]
      return 'closed'
    }
    this.#pauseMs = Math.min(breakerBounds.pauseMs[1], this.#pauseMs * 2)
    this.#open(now + this.#pauseMs)
    return 'open'
  }

  #open(until: number): void {
    this.#state = 'open'
    this.#trialFrom = until
  }
}

const pass: Admission = { passes: true, isTrial: false }
const trial: Admission = { passes: true, isTrial: true }
