// The chore that counts usage by day, workflow, key and tool: it takes the executions that commits have
// started and ended, a portion at a time. storage/usage/usage.ts reads what it has counted, and the rest.
// 1. A commit pays one small row (`usage_queue`) and nothing for days.
// 2. A portion is one statement that takes and counts, or does neither: each execution counts once.
// 3. Executions count on the day of their start, compute units and tokens on the day of their end (UTC).
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

/** Commits in a portion; one commit holds up to 512 executions. */
const portion = 64
const idleMs = 500
/** Rests as long as it works. */
const leastRestMs = 5

export function usageDays(queries: Queries): Chore {
  return {
    name: 'usage by day',
    async work() {
      const beganAt = performance.now()
      const [row] = await queries.query<{ taken: number }>(count, [portion])
      return row!.taken < portion ? idleMs : Math.max(leastRestMs, performance.now() - beganAt)
    },
  }
}

/** SQL of the day of a time, as yyyymmdd. */
export const dayOf = (at: string) => `to_char(to_timestamp(${at} / 1000) at time zone 'utc', 'YYYYMMDD')::int`

const keyOf = `case when e.trigger::json->>'ref' like 'key\\_%' then e.trigger::json->>'ref' else '' end`

/**
 * SQL of what executions count for, by day.
 * @param started and @param ended SQL of the ids
 */
export const countedRows = (started: string, ended: string) => `
  select e.organization_id, ${dayOf('e.created_at')} as day, e.workflow_id, ${keyOf} as key_id,
    1 as executions, 0 as cu, 0 as model_tokens
  from (${started}) s(id) join executions e on e.id = s.id
  union all
  select e.organization_id, ${dayOf('e.finished_at')}, e.workflow_id, ${keyOf}, 0, e.cu,
    coalesce((e.usage::json->>'tokens')::int8, 0)
  from (${ended}) s(id) join executions e on e.id = s.id`

/** SQL of the tools that ended executions have called. @param ended SQL of the ids */
export const countedTools = (ended: string) => `
  select e.organization_id, ${dayOf('e.finished_at')} as day, left(t.key, 200) as tool, 1 as executions,
    t.value::int8 as calls
  from (${ended}) s(id) join executions e on e.id = s.id
  cross join lateral json_each_text(e.usage::json->'tools') t
  where e.usage is not null`

const startedIds = 'select unnest(started) from taken'
const endedIds = 'select unnest(ended) from taken'

const count: Statement = {
  name: 'usage-days.count',
  text: `with taken as (
  delete from usage_queue where ctid = any(array(select ctid from usage_queue limit $1)) returning started, ended
),
days as (
  insert into usage_days as u (organization_id, day, workflow_id, key_id, executions, cu, model_tokens)
  select organization_id, day, workflow_id, key_id, sum(executions), sum(cu), sum(model_tokens)
  from (${countedRows(startedIds, endedIds)}) counted
  group by organization_id, day, workflow_id, key_id
  on conflict (organization_id, day, workflow_id, key_id) do update set
    executions = u.executions + excluded.executions, cu = u.cu + excluded.cu,
    model_tokens = u.model_tokens + excluded.model_tokens
),
tools as (
  insert into usage_tools as u (organization_id, day, tool, executions, calls)
  select organization_id, day, tool, sum(executions), sum(calls) from (${countedTools(endedIds)}) counted
  group by organization_id, day, tool
  on conflict (organization_id, day, tool) do update set
    executions = u.executions + excluded.executions, calls = u.calls + excluded.calls
)
select count(*)::int as taken from taken`,
}
