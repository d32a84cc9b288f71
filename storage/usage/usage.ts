// What an organization has used: the sums of a month (the limits count by them, storage/usage/charges.ts),
// and days, workflows, keys and tools (storage/usage/usage-days.ts).
// 1. What the chore has not counted yet is counted here, so that an answer lacks nothing.
import type { PeriodUse } from '../../domain/billing/billing-period.ts'
import type { UsageBy, UsageRow } from '../../domain/billing/usage.ts'
import { periodOf } from '../../domain/work/projection.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { countedDays, countedGroups, countedTools } from './usage-days.ts'

export type UsageStore = ReturnType<typeof usageStore>

/** Days, as yyyymmdd, both included. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

interface CountedRow {
  /** Day as yyyymmdd, id of a workflow or key, or name of a tool; empty: none. */
  readonly name: string
  readonly executions: number
  readonly cu: number
  readonly modelTokens: number
}

/** Workflows, keys or tools in one answer; those with the most compute units come first. */
const mostRows = 10_000

export function usageStore(database: Queries) {
  return {
    /** @param at Unix ms: the month */
    async ofMonth(organizationId: string, at: number): Promise<PeriodUse> {
      const [row] = await database.query<PeriodUse>(sum, [organizationId, periodOf(at)])
      return row!
    },

    /** Days newest first, the others by their compute units. */
    async by(organizationId: string, by: UsageBy, { from, to }: DayRange): Promise<UsageRow[]> {
      const rows = await database.query<CountedRow>(statements[by], [organizationId, from, to, mostRows])
      return rows.map(row => rowOf(by, row))
    },
  }
}

function rowOf(by: UsageBy, { name, ...figures }: CountedRow): UsageRow {
  switch (by) {
    case 'day':
      return { day: `${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6)}`, ...figures }
    case 'workflow':
      return { workflowId: name === '' ? null : name, ...figures }
    case 'key':
      return { keyId: name === '' ? null : name, ...figures }
    case 'tool':
      return { tool: name, ...figures }
  }
}

const sum: Statement = {
  name: 'usage.of-month',
  text: `select coalesce(sum(executions), 0)::int8 as executions, coalesce(sum(cu), 0)::int8 as cu
    from usage where organization_id = $1 and period = $2`,
}

const inRange = 'organization_id = $1 and day between $2 and $3'
const uncounted = `with ${countedGroups('usage_queue')}`

function byColumn(by: UsageBy, column: string): Statement {
  const order = by === 'day' ? 'day desc' : 'sum(cu) desc, 1'
  return {
    name: `usage.by-${by}`,
    text: `${uncounted}
      select ${column}::text as name, sum(executions)::int8 as executions, sum(cu)::int8 as cu,
        sum(model_tokens)::int8 as "modelTokens"
      from (
        select day, workflow_id, key_id, executions, cu, model_tokens from usage_days where ${inRange}
        union all
        select day, workflow_id, key_id, executions, cu, model_tokens from (${countedDays}) days where ${inRange}
      ) used
      group by ${column} order by ${order} limit $4`,
  }
}

const statements: Readonly<Record<UsageBy, Statement>> = {
  day: byColumn('day', 'day'),
  workflow: byColumn('workflow', 'workflow_id'),
  key: byColumn('key', 'key_id'),
  tool: {
    name: 'usage.by-tool',
    text: `${uncounted}
      select tool as name, sum(executions)::int8 as executions, sum(calls)::int8 as cu, 0::int8 as "modelTokens"
      from (
        select tool, executions, calls from usage_tools where ${inRange}
        union all
        select tool, executions, calls from (${countedTools}) tools where ${inRange}
        union all
        select tool, 0, calls from chat_calls where ${inRange} and calls > 0
      ) used
      group by tool order by sum(calls) desc, 1 limit $4`,
  },
}
