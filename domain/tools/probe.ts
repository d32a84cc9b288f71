// When a tool server is asked for its tools again. Called by actors/tool-server/effects.ts. Pauses have
// jitter, so that servers that were registered or went down together are not asked together.

export const probeBounds = {
  /** All pages of tools/list together. */
  listTimeoutMs: 10_000,
  /** The same for a server that is down: probing it must not keep anything waiting. */
  downTimeoutMs: 3_000,
  /** A server that was up gets a second probe after this, before it counts as down. */
  secondLookMs: 2_000,
  /** First and longest pause between two probes of a server that is down. */
  downPauseMs: [1_000, 15_000],
  /** From a server's word that its tools have changed to the look: many words come together. */
  heedMs: 2_000,
  /** First and longest pause before a stream is listened to again; longer for a server that has none. */
  listenPauseMs: [2_000, 300_000],
  withoutStreamMs: 3_600_000,
  /** Bounds of the validity that a server may promise for its list. */
  ttlMs: [30_000, 3_600_000],
} as const

/**
 * Interval between two probes of a server that is up.
 * @param ttlMs validity that the server promises for its list, null for none
 * @param defaultMs the interval without a promise
 */
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

/**
 * Pause before a server is listened to again.
 * @param failures in a row, 0 after a stream that was there
 * @param random in [0, 1)
 */
export function listenAgainMs(
  outcome: 'ended' | 'none' | 'failed',
  failures: number,
  random: number,
): number {
  const [first, last] = probeBounds.listenPauseMs
  const longest =
    outcome === 'none' ? probeBounds.withoutStreamMs : Math.min(last, first * 2 ** Math.min(failures, 20))
  return Math.round(longest * (0.5 + random * 0.5))
}
