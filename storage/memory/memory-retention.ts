// The chore that forgets what calls of memories were answered, a portion at a time (storage/chores.ts): once
// an execution has ended, none of its calls is made again.
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

/** A host that was given up may still be sending a call of an execution that has ended elsewhere. */
const keptMs = 60 * 60_000
const portion = 1_000
const betweenPassesMs = 10 * 60_000

export function memoryRetention(queries: Queries, clock: Pick<Clock, 'now'>): Chore {
  /** The last answer that this pass has looked at. */
  let after = { at: 0, call: '' }
  return {
    name: 'answers of memories',
    async work() {
      const values = [clock.now() - keptMs, after.at, after.call, portion]
      const [row] = await queries.query<LookedRow>(forget, values)
      const { looked, at, call } = row!
      after = looked < portion ? { at: 0, call: '' } : { at: Number(at), call: call! }
      return looked < portion ? betweenPassesMs : 250
    },
  }
}

interface LookedRow {
  readonly looked: number
  readonly at: string | null
  readonly call: string | null
}

const forget: Statement = {
  name: 'memory-retention.answers',
  text: `
with looked as materialized (
  select a.memory_id, a.call, a.at, a.execution_id from memory_answers a
  where a.at < $1 and (a.at, a.call) > ($2, $3) order by a.at, a.call limit $4
),
removed as (
  delete from memory_answers a using looked l
  where a.memory_id = l.memory_id and a.call = l.call and not exists (
    select from executions e where e.id = l.execution_id and e.status not in ('completed', 'failed', 'cancelled'))
)
select count(*)::int as looked, max(at) as at,
  (select call from looked order by at desc, call desc limit 1) as call from looked`,
}
