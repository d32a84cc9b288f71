// The chore that gives back what was taken for starts that never began, a portion at a time: the process
// ended before the start, or the answer to it got lost (storage/usage/start-bounds.ts). It also forgets how
// many executions old roots have led to (storage/chores.ts).
// 1. A start that is asked for again renews its time, so one that has not begun an hour later never does.
// 2. What has begun keeps what it has, and is not looked at again: its end settles (month-budgets.ts).
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

const hourMs = 3_600_000
const waitedMs = hourMs
/** Counted from the last start of the chain. */
const chainsKeptMs = 30 * 24 * hourMs
const portion = 500
const betweenPassesMs = 10 * 60_000

export function startRetention(queries: Queries, clock: Pick<Clock, 'now'>): Chore {
  return {
    name: 'starts that never began',
    async work() {
      const now = clock.now()
      const looked = [
        await queries.query(returnBudgets, [now - waitedMs, portion]),
        await queries.query(returnChains, [now - waitedMs, portion]),
        await queries.query(removeChains, [now - chainsKeptMs, portion]),
      ]
      return looked.some(rows => rows.length === portion) ? 250 : betweenPassesMs
    },
  }
}

/** The time goes from those that have begun, and so they leave the index. */
const returnBudgets: Statement = {
  name: 'start-retention.budgets',
  text: `
with looked as materialized (
  select g.execution_id as id, g.scopes, g.ids, exists (select from executions e where e.id = g.execution_id) as has_begun
  from budget_grants g where g.question = 0 and g.at < $1 order by g.at limit $2 for update skip locked
),
kept as (
  update budget_grants g set at = null from looked l
  where l.has_begun and g.execution_id = l.id and g.question = 0
)
select case when has_begun then null else settle_budget(id, scopes, ids, 0)::text end from looked`,
}

const returnChains: Statement = {
  name: 'start-retention.chains',
  text: `
with looked as materialized (
  select s.execution_id as id, exists (select from executions e where e.id = s.execution_id) as has_begun
  from chain_starts s where s.at < $1 order by s.at limit $2 for update skip locked
),
begun as (delete from chain_starts s using looked l where l.has_begun and s.execution_id = l.id)
select case when has_begun then null else leave_chain(id)::text end from looked`,
}

const removeChains: Statement = {
  name: 'start-retention.old-chains',
  text: `delete from chains where root in (
      select root from chains where at < $1 order by at limit $2 for update skip locked)
    returning 1 as one`,
}
