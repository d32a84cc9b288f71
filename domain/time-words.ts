// Times in words, as answers say them.

/** "820 ms", "4.2 s", "3 min", "2 h 5 min", "4 days" */
export function durationWords(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = ms / 1_000
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60]
  if (hours < 48) return left === 0 ? `${hours} h` : `${hours} h ${left} min`
  return `${Math.round(hours / 24)} days`
}

/** "just now", "5 min ago", "in 2 h" */
export function agoWords(at: number, now: number): string {
  const passed = now - at
  if (Math.abs(passed) < 5_000) return 'just now'
  return passed > 0 ? `${durationWords(passed)} ago` : `in ${durationWords(-passed)}`
}
