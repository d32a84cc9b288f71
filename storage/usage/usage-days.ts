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

const dayMs = 86_400_000
/** SQL of yyyymmdd from the days since 1970. */
const dayOf = (days: string) => `to_char(date '1970-01-01' + ${days}::int, 'YYYYMMDD')::int`
/** Ids have a fixed length; only keys begin so. */
const keyOf = `case when position('"key_' in e.trigger) > 0
    then substr(e.trigger, position('"key_' in e.trigger) + 1, 30) else '' end`

/**
 * SQL: what the executions of a queue count for. Texts are looked into once for all executions that are
 * alike, so that it costs little for each.
 * @param queue table with `started` and `ended`
 */
export const countedGroups = (queue: string) => `ids as (
  select id, sum(start)::int as starts, sum(finish)::int as ends from (
    select unnest(started) as id, 1 as start, 0 as finish from ${queue}
    union all select unnest(ended), 0, 1 from ${queue}
  ) queued group by id
),
alike as materialized (
  select e.organization_id, e.created_at / ${dayMs} as start_day, e.finished_at / ${dayMs} as end_day, e.workflow_id,
    ${keyOf} as key_id, e.usage, sum(starts) as starts, sum(ends) as ends, sum(e.cu * ends) as cu
  from ids join executions e on e.id = ids.id
  group by e.organization_id, start_day, end_day, e.workflow_id, key_id, e.usage
)`

/** SQL over `alike`: rows of `usage_days`. */
export const countedDays = `select organization_id, ${dayOf('days')} as day, workflow_id, key_id,
    sum(executions) as executions, sum(cu) as cu, sum(model_tokens) as model_tokens
  from (
    select organization_id, start_day as days, workflow_id, key_id, starts as executions, 0 as cu, 0 as model_tokens
    from alike where starts > 0
    union all
    select organization_id, end_day, workflow_id, key_id, 0, cu, ends * coalesce((usage::json->>'tokens')::int8, 0)
    from alike where ends > 0
  ) counted
  group by organization_id, days, workflow_id, key_id`

/** SQL over `alike`: rows of `usage_tools`. */
export const countedTools = `select organization_id, ${dayOf('end_day')} as day, left(t.key, 200) as tool,
    sum(ends) as executions, sum(ends * t.value::int8) as calls
  from alike cross join lateral json_each_text(usage::json->'tools') t
  where usage is not null and ends > 0
  group by organization_id, end_day, left(t.key, 200)`

const count: Statement = {
  name: 'usage-days.count',
  text: `with taken as (
  delete from usage_queue where ctid = any(array(select ctid from usage_queue limit $1)) returning started, ended
),
${countedGroups('taken')},
days as (
  insert into usage_days as u (organization_id, day, workflow_id, key_id, executions, cu, model_tokens)
  ${countedDays}
  on conflict (organization_id, day, workflow_id, key_id) do update set
    executions = u.executions + excluded.executions, cu = u.cu + excluded.cu,
    model_tokens = u.model_tokens + excluded.model_tokens
),
tools as (
  insert into usage_tools as u (organization_id, day, tool, executions, calls)
  ${countedTools}
  on conflict (organization_id, day, tool) do update set
    executions = u.executions + excluded.executions, calls = u.calls + excluded.calls
)
select count(*)::int as taken from taken`,
}
