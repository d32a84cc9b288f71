// Periods as messages name them, and moments as answers do. Days and months are those of UTC.
import type { Period } from './command.ts'

const hour = 3_600_000
const day = 24 * hour

export interface Span {
  /** Unix ms, included. */
  readonly createdAfter?: number
  /** Unix ms, excluded. */
  readonly createdBefore?: number
}

/** @param now Unix ms */
export function spanOf(period: Period | null, now: number): Span {
  const today = now - (now % day)
  const then = new Date(now)
  const monthAt = (months: number) => Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + months, 1)
  switch (period) {
    case null:
      return {}
    case 'hour':
      return { createdAfter: now - hour }
    case 'today':
      return { createdAfter: today }
    case 'yesterday':
      return { createdAfter: today - day }
    case 'week':
      return { createdAfter: today - 6 * day }
    case 'month':
      return { createdAfter: monthAt(0) }
    case 'last-month':
      return { createdAfter: monthAt(-1), createdBefore: monthAt(0) }
  }
}

/** @param at Unix ms @returns `2026-01-31 09:00 UTC` */
export function momentWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
