// What the database needs done again and again, beside what requests ask of it.
import type { Chore } from '../runtime/chore.ts'
import type { Clock } from '../runtime/clock.ts'
import { eventRetention } from './event-retention.ts'
import { Retention } from './retention.ts'
import { SearchIndex } from './search-index.ts'
import { signInRetention } from './sign-in-retention.ts'
import type { Queries } from './statement.ts'
import { toolResultRetention } from './tool-results.ts'

/** @param retentionDays 0 keeps executions for ever */
export function databaseChores(queries: Queries, clock: Clock, retentionDays: number): readonly Chore[] {
  const search = { name: 'search index', work: new SearchIndex(queries).work }
  const events = eventRetention(queries, clock, retentionDays)
  const signIns = signInRetention(queries, clock)
  if (retentionDays === 0) return [search, events, signIns]
  const retention = new Retention(queries, { days: retentionDays, now: () => clock.now() })
  const results = toolResultRetention(queries, clock, retentionDays)
  return [search, events, signIns, { name: 'retention', work: retention.work }, results]
}
