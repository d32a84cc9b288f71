// How a month goes on at its pace so far. Pure: the time is passed in.

export interface Pace {
  readonly left: number
  /** How many it will be at the end of the period. */
  readonly expected: number
  /** When the limit is reached, Unix ms; null: not in this period. */
  readonly reachedAt: number | null
  readonly isReached: boolean
}

export interface PaceInput {
  readonly used: number
  readonly limit: number
  readonly periodStart: number
  readonly periodEnd: number
  readonly now: number
}

export function paceOf({ used, limit, periodStart, periodEnd, now }: PaceInput): Pace {
  // Within the first hour nothing is known of a pace.
  const elapsed = Math.max(now - periodStart, 3_600_000)
  const expected = Math.max(used, Math.round((used * (periodEnd - periodStart)) / elapsed))
  const isReached = used >= limit
  const reachedAt = isReached || used === 0 ? null : periodStart + (elapsed * limit) / used
  return {
    left: Math.max(0, limit - used),
    expected,
    reachedAt: reachedAt !== null && reachedAt < periodEnd ? Math.max(reachedAt, now) : null,
    isReached,
  }
}
