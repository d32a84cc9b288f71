// When a tool server is asked for its tools again. Pauses have jitter, so that servers that were registered or that fell
// together are not asked together.

export const probeBounds = {
  /** For all pages of tools/list together. */
  listTimeoutMs: 10_000,
  /** The same while the server is down: a probe of it must not keep anything waiting. */
  downTimeoutMs: 3_000,
  /** A server that was up is asked once more after this, before it counts as down. */
  secondLookMs: 2_000,
  /** First and longest pause between two probes of a server that is down. */
  downPauseMs: [1_000, 15_000],
  /** A server that promises its list for less or more than this is asked this often. */
  ttlMs: [30_000, 3_600_000],
} as const

/** How often a server that is up is asked. @param ttlMs what it promises, null for nothing @param defaultMs then */
export function intervalMs(ttlMs: number | null, defaultMs: number): number {
  const [least, most] = probeBounds.ttlMs
  return ttlMs === null ? defaultMs : Math.min(most, Math.max(least, ttlMs))
}

/** @param random in [0, 1) @returns nine to eleven tenths of the interval */
export function refreshPauseMs(intervalMs: number, random: number): number {
  return Math.round(intervalMs * (0.9 + random * 0.2))
}

/**
 * Pause before the next probe of a server that is down: doubles each time, with half of it as jitter.
 * @param attempt 0 for the first
 * @param limitMs the interval of servers that are up: one that is down is not asked less often
 */
export function downPauseMs(attempt: number, limitMs: number, random: number): number {
  const [first, last] = probeBounds.downPauseMs
  const longest = Math.min(last, limitMs, first * 2 ** Math.min(attempt, 20))
  return Math.round(longest * (0.5 + random * 0.5))
}
