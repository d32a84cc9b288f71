// Parses the header Retry-After: how long a server wants to be left alone, as seconds or a date (RFC 9110,
// 10.2.3).

/**
 * @param header as received; undefined when absent
 * @param now Unix ms
 * @returns milliseconds; nothing when the header is absent or unreadable
 */
export function retryAfter(header: string | undefined, now: number): { readonly retryAfterMs?: number } {
  if (header === undefined) return {}
  if (/^\d{1,9}$/.test(header)) return { retryAfterMs: Number(header) * 1_000 }
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? {} : { retryAfterMs: Math.max(0, date - now) }
}
