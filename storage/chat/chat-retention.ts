// The chore that removes what deleted chat sessions leave behind, a portion at a time (storage/chores.ts):
// their journals, snapshots, approvals and threads, and then the row. Expired grants go with it.
// 1. A session is there with its whole journal or not at all: a portion is one statement.
// 2. It stays for an hour after its end, so that a reader that comes back hears of it, and as long as it has
//    pending effects: then it has a row in `wakeups`.
// actors/chat/forgetting.ts deletes the sessions that nobody needs any more.
import type { Failure } from '../../domain/failure.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

const keptMs = 60 * 60 * 1_000
const largestPortion = 100
const betweenPassesMs = 10 * 60 * 1_000

export function chatRetention(queries: Queries, clock: Pick<Clock, 'now'>): Chore {
  let portion = largestPortion
  return {
    name: 'deleted chat sessions',
    async work() {
      try {
        const now = clock.now()
        await queries.query(removeGrants, [now])
        const [row] = await queries.query<{ removed: number }>(removeSessions, [now - keptMs, portion])
        if (row!.removed < portion) return betweenPassesMs
        portion = Math.min(largestPortion, portion * 2)
        return 250
      } catch (error) {
        // The journals of this portion may have been long: try fewer within the deadline.
        if ((error as Failure).code === 'unavailable') portion = Math.max(1, portion >> 2)
        throw error
      }
    },
  }
}

const removeSessions: Statement = {
  name: 'chat-retention.sessions',
  text: `
with gone as materialized (
  select s.id from chat_sessions s
  where s.deleted_at < $1 and not exists (select from wakeups w where w.address = s.id)
  order by s.deleted_at limit $2
),
entries as (delete from journal where address = any(array(select id from gone))),
states as (delete from snapshots where address = any(array(select id from gone))),
asked as (delete from approvals where session_id = any(array(select id from gone))),
said as (delete from chat_messages where session_id = any(array(select id from gone))),
threads as (delete from chat_threads where session_id = any(array(select id from gone))),
removed as (delete from chat_sessions where id = any(array(select id from gone)))
select count(*)::int as removed from gone`,
}

const removeGrants: Statement = {
  name: 'chat-retention.grants',
  text: `delete from chat_grants where id = any(array(select id from chat_grants where expires_at <= $1 limit 1000))`,
}
