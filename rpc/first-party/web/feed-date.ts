// The date of a feed's entry. Feeds should write RFC 822 (RSS) or RFC 3339 (Atom), and write much else.
import { withNumericZone } from '../../builtin/zone-abbreviations.ts'

/** @returns Unix ms; null when nobody can say which moment it is. A date without a zone is in UTC. */
export function readFeedDate(text: string): number | null {
  const date = withNumericZone(
    text
      .replace(/\([^()]*\)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      // With points the day comes first, whatever the library of dates thinks.
      .replace(/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/, (_, day, month, year) => `${year}-${month}-${day}`),
  )
  const hasZone = /(GMT|UTC|UT|[ \d])[+-]\d{2}:?\d{2}( \d{4})?$/i.test(date) && /\d:\d/.test(date)
  // Without a zone the library takes the one of the machine.
  const ms = Date.parse(hasZone ? date : /\dT\d/.test(date) ? `${date}Z` : `${date} GMT`)
  return Number.isNaN(ms) ? null : ms
}
