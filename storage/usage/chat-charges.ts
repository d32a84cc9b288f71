// Charges the calls of tools that language models make in chats (actors/chat/charged-hub.ts), which no
// journal of an execution counts: a compute unit each, in the sums of the month, the day and the tool.
// 1. A call counts once, by its name, whoever makes it again after a crash.
// 2. Nothing begins once the organization has used up its executions of the month, or the compute units of a
//    plan that takes no money for more. What was charged before may be made again.
import { toolCu } from '../../domain/billing/meter.ts'
import type { CuLimits, ExecutionLimits } from '../../domain/billing/tiers.ts'
import { dayOf } from '../../domain/billing/usage.ts'
import { billingPlans } from '../../domain/people/organization.ts'
import { periodOf } from '../../domain/work/projection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { chatShard } from './charges.ts'

/** A call is not made again after a restart that comes later than this. */
const rememberedMs = 30 * 24 * 3_600_000

export interface ChatCall {
  readonly organizationId: string
  /** Unique among all calls, the same for every try. */
  readonly name: string
  /** Offered name. */
  readonly tool: string
}

/** A limit that is reached. */
export interface ReachedQuota {
  readonly unit: 'executions' | 'compute units'
  readonly limit: number
}

export interface ChatCharges {
  /** @returns null: it is charged, now or before; otherwise nothing was */
  charge(call: ChatCall): Promise<ReachedQuota | null>
  /** The call has not begun after all: it costs nothing. */
  takeBack(call: ChatCall): Promise<void>
}

export interface ChatChargeParts {
  readonly queries: Queries
  readonly clock: Clock
  readonly executionLimits: ExecutionLimits
  readonly cuLimits: CuLimits
}

export function chatCharges({ queries, clock, executionLimits, cuLimits }: ChatChargeParts): ChatCharges {
  const limits = [billingPlans.map(plan => executionLimits[plan]), billingPlans.map(plan => cuLimits[plan])]
  const valuesOf = ({ organizationId, name, tool }: ChatCall, now: number) => [
    ...[
      `chat-call/${name}`,
      organizationId,
      periodOf(now),
      chatShard,
      dayOf(now),
      tool.slice(0, 200),
      toolCu,
    ],
  ]
  return {
    async charge(call) {
      const now = clock.now()
      const given = [...valuesOf(call, now), now + rememberedMs, [...billingPlans], ...limits]
      const [reached] = await queries.query<ReachedQuota>(charge, given)
      return reached ?? null
    },

    async takeBack(call) {
      await queries.query(takeBack, valuesOf(call, clock.now()))
    },
  }
}

const charge: Statement = {
  name: 'chat-charges.charge',
  text: `with used as (
      select coalesce(sum(executions), 0)::int8 as executions, coalesce(sum(cu), 0)::int8 as cu
      from usage where organization_id = $2 and period = $3
    ),
    reached as (
      select case when u.executions >= t.executions then 'executions' else 'compute units' end as unit,
        case when u.executions >= t.executions then t.executions else t.cu end as "limit"
      from organizations o join unnest($9::text[], $10::int8[], $11::int8[]) as t(plan, executions, cu)
        on t.plan = o.plan cross join used u
      where o.id = $2 and (u.executions >= t.executions or u.cu >= t.cu)
        and not exists (select from spent where what = $1)
    ),
    begun as (
      insert into spent (what, expires_at) select $1, $8::int8 where not exists (select from reached)
      on conflict do nothing returning 1 as one
    ),
    metered as (
      insert into usage as m (organization_id, period, shard, cu) select $2, $3, $4::int4, $7::int8 from begun
      on conflict (organization_id, period, shard) do update set cu = m.cu + excluded.cu
    ),
    counted as (
      insert into usage_days as d (organization_id, day, workflow_id, key_id, cu) select $2, $5, '', '', $7::int8 from begun
      on conflict (organization_id, day, workflow_id, key_id) do update set cu = d.cu + excluded.cu
    ),
    listed as (
      insert into chat_calls as c (organization_id, day, tool, calls) select $2, $5, $6, 1 from begun
      on conflict (organization_id, day, tool) do update set calls = c.calls + 1
    )
    select unit, "limit" from reached`,
}

const takeBack: Statement = {
  name: 'chat-charges.take-back',
  text: `with gone as (delete from spent where what = $1 returning 1 as one),
    metered as (
      update usage set cu = greatest(0, cu - $7::int8)
      where organization_id = $2 and period = $3 and shard = $4::int4 and exists (select from gone)
    ),
    counted as (
      update usage_days set cu = greatest(0, cu - $7::int8)
      where organization_id = $2 and day = $5 and workflow_id = '' and key_id = '' and exists (select from gone)
    )
    update chat_calls set calls = greatest(0, calls - 1)
    where organization_id = $2 and day = $5 and tool = $6 and exists (select from gone)`,
}
