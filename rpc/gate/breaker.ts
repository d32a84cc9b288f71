// The breaker of one tool server in one thread. Closed: calls pass. After so many failures in a row it opens: calls are
// refused at once, instead of each waiting for its deadline. After a pause it is half-open: one call tries, and decides.
// 1. At most one call tries at a time.  2. A call that goes well closes it.  3. The pause has a longest length.
import type { BreakerState } from '../../domain/server-figures.ts'

export const breakerBounds = {
  /** Failures in a row that open it. */
  failures: 5,
  /** First and longest pause before a call may try; doubled each time that one fails. */
  pauseMs: [5_000, 15_000],
  /** A try that has not come back after this keeps no other one from trying. */
  trialMs: 60_000,
} as const

/** What came of a call, as far as the server's health goes. `neither`: it says nothing about it. */
export type CallOutcome = 'answered' | 'failed' | 'neither'

/** May the call go? `isTrial`: it decides for all. */
export type Admission =
  | { readonly passes: true; readonly isTrial: boolean }
  | { readonly passes: false; readonly retryAfterMs: number }

export class Breaker {
  #state: BreakerState = 'closed'
  #failures = 0
  #pauseMs: number = breakerBounds.pauseMs[0]
  #opensAt = 0
  #trialEndsAt: number | null = null

  get state(): BreakerState {
    return this.#state
  }

  /** @param now Unix ms */
  admit(now: number): Admission {
    if (this.#state === 'closed') return pass
    const wait = (this.#trialEndsAt ?? this.#opensAt) - now
    if (wait > 0) return { passes: false, retryAfterMs: this.#trialEndsAt === null ? wait : 1_000 }
    this.#state = 'half-open'
    this.#trialEndsAt = now + breakerBounds.trialMs
    return trial
  }

  /** @returns the state that it has come to by this, null when it stays */
  settle(outcome: CallOutcome, isTrial: boolean, now: number): 'open' | 'closed' | null {
    if (isTrial && this.#trialEndsAt !== null) return this.#settleTrial(outcome, now)
    if (outcome === 'answered') this.#failures = 0
    if (outcome !== 'failed' || this.#state !== 'closed') return null
    if (++this.#failures < breakerBounds.failures) return null
    this.#open(now + this.#pauseMs)
    return 'open'
  }

  /** Others found the server down. */
  trip(now: number): void {
    if (this.#state === 'closed') this.#open(now + this.#pauseMs)
  }

  /** Others found the server up, or nobody knows: the next call decides. */
  relent(): void {
    if (this.#state === 'open') this.#opensAt = 0
  }

  /** Nobody knows whether it is down: the first call decides. */
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
    this.#opensAt = until
  }
}

const pass: Admission = { passes: true, isTrial: false }
const trial: Admission = { passes: true, isTrial: true }
