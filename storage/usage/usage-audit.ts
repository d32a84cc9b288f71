// What there is of usage, for the check that recomputes it from the journal (actors/usage-check.ts): the rows
// of executions, and every sum that is kept.
// 1. Sums hold what the chore of usage has not counted yet.
import type { Queries, Statement } from '../postgres/statement.ts'
import { chatShard, modelShard } from './charges.ts'
import { countedDays, countedGroups, countedTools } from './usage-days.ts'

/** An execution with what its row says; times are Unix ms. */
export interface UsedRow {
  readonly id: string
  readonly organizationId: string
  readonly workflowId: string
  readonly versionId: string
  readonly trigger: string
  readonly cu: number
  /** JSON text of a Meter; null when nothing but the start was used, and of executions from before. */
  readonly usage: string | null
  readonly createdAt: number
  readonly finishedAt: number | null
}

/** A sum under its name: `days org_... 20261123 wf_... key_...`. */
export interface KeptSum {
  readonly name: string
  /** The figures, separated by commas. */
  readonly figures: string
}

export function executionsAfter(queries: Queries, id: string, limit: number): Promise<UsedRow[]> {
  return queries.query<UsedRow>(listExecutions, [id, limit])
}

/** @param day yyyymmdd: sums of earlier days, and of months that hold such, are left out */
export async function keptSums(queries: Queries, day: number): Promise<KeptSum[]> {
  const firstMonth = day % 100 <= 1 ? Math.floor(day / 100) : Math.floor(day / 100) + 1
  const months = await queries.query<KeptSum>(listMonths, [firstMonth, [modelShard, chatShard]])
  const days = await queries.query<KeptSum>(listDays, [day])
  const tools = await queries.query<KeptSum>(listTools, [day])
  return [...months, ...days, ...tools]
}

const listExecutions: Statement = {
  name: 'usage-audit.executions',
  text: `select id, organization_id as "organizationId", workflow_id as "workflowId", version_id as "versionId", trigger,
      cu, usage, created_at as "createdAt", finished_at as "finishedAt"
    from executions where id > $1 order by id limit $2`,
}

const listMonths: Statement = {
  name: 'usage-audit.months',
  text: `select 'months ' || organization_id || ' ' || period as name, sum(executions) || ',' || sum(cu) as figures
    from usage where period >= $1 and shard <> all($2::int4[]) group by organization_id, period
    having sum(executions) > 0 or sum(cu) > 0`,
}

/** Neither models that planned nor calls in chats have the journal of an execution. */
const listDays: Statement = {
  name: 'usage-audit.days',
  text: `with ${countedGroups('usage_queue')}
    select 'days ' || organization_id || ' ' || day || ' ' || workflow_id || ' ' || key_id as name,
      sum(executions) || ',' || sum(cu) || ',' || sum(model_tokens) as figures
    from (
      select organization_id, day, workflow_id, key_id, executions, cu, model_tokens from usage_days
      union all select organization_id, day, workflow_id, key_id, executions, cu, model_tokens from (${countedDays}) d
    ) used where day >= $1 and workflow_id <> ''
    group by organization_id, day, workflow_id, key_id`,
}

const listTools: Statement = {
  name: 'usage-audit.tools',
  text: `with ${countedGroups('usage_queue')}
    select 'tools ' || organization_id || ' ' || day || ' ' || tool as name,
      sum(executions) || ',' || sum(calls) as figures
    from (
      select organization_id, day, tool, executions, calls from usage_tools
      union all select organization_id, day, tool, executions, calls from (${countedTools}) t
    ) used where day >= $1
    group by organization_id, day, tool`,
}
