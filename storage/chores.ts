// The chores of the database: search index and retention. main/chores.ts runs them in the main thread.

import type { Clock } from '../runtime/clock.ts'
import type { Chore } from '../runtime/process/chore.ts'
import { signInRetention } from './accounts/sign-in-retention.ts'
import { chatRetention } from './chat/chat-retention.ts'
import { connectionRetention } from './connections/connection-retention.ts'
import { eventRetention } from './events/event-retention.ts'
import { Retention } from './executions/retention.ts'
import { SearchIndex } from './executions/search-index.ts'
import { memoryRetention } from './memory/memory-retention.ts'
import { modelAnswerRetention } from './models/model-answers.ts'
import type { Queries } from './postgres/statement.ts'
import { toolResultRetention } from './tool-servers/tool-results.ts'
import { startRetention } from './usage/start-retention.ts'
import { usageDays } from './usage/usage-days.ts'

/** @param retentionDays 0 keeps executions for ever */
export function databaseChores(queries: Queries, clock: Clock, retentionDays: number): readonly Chore[] {
  const search = { name: 'search index', work: new SearchIndex(queries).work }
  const usage = usageDays(queries)
  const events = eventRetention(queries, clock, retentionDays)
  const signIns = signInRetention(queries, clock)
  const connections = connectionRetention(queries, clock)
  const starts = startRetention(queries, clock)
  const memories = memoryRetention(queries, clock)
  const answers = modelAnswerRetention(queries, clock)
  const chats = chatRetention(queries, clock)
  const kept = [search, usage, events, signIns, connections, starts, memories, answers, chats]
  if (retentionDays === 0) return kept
  const retention = new Retention(queries, { days: retentionDays, now: () => clock.now() })
  const results = toolResultRetention(queries, clock, retentionDays)
  return [...kept, { name: 'retention', work: retention.work }, results]
}
