// The chore that publishes an event, once a month each, when an organization has used 80 % and all of the
// executions of its plan. It reads the sums, so that no start of an execution has to.
// (storage/usage/limit-events.ts tells that a start was refused.)

import type { ExecutionLimits } from '../../domain/billing/tiers.ts'
import { type BillingPlan, billingPlans } from '../../domain/people/organization.ts'
import { periodOf } from '../../domain/work/projection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import { eventStore } from '../events/events.ts'
import type { Database } from '../postgres/database.ts'

export interface UsageThresholdParts {
  readonly database: Database
  readonly clock: Clock
  /** Executions a month, by plan. */
  readonly executionLimits: ExecutionLimits
}

/** Percent of the limit. */
const thresholds = [80, 100] as const
const intervalMs = 10_000
const mostAtOnce = 500

export function usageThresholds({ database, clock, executionLimits }: UsageThresholdParts): Chore {
  const events = eventStore(database)

  async function tell({ organizationId, current }: Used, { period, limit, percent }: Watched): Promise<void> {
    const data = { period, limit, current, percent }
    const event = { organizationId, type: 'usage.threshold', resource: organizationId, data } as const
    await database.atomically(async queries => {
      const noted = await queries.query(note, [organizationId, period, percent])
      if (noted.length > 0) await events.publish({ ...event, at: clock.now() }, queries)
    })
  }

  return {
    name: 'usage thresholds',
    async work() {
      const period = periodOf(clock.now())
      let isMore = false
      for (const watched of watchedOf(executionLimits, period)) {
        const { plan, limit, percent } = watched
        const values = [period, (limit * percent) / 100, mostAtOnce, plan, percent]
        const found = await database.query<Used>(findUsed, values)
        for (const one of found) await tell(one, watched)
        isMore ||= found.length === mostAtOnce
      }
      return isMore ? 100 : intervalMs
    },
  }
}

interface Watched {
  readonly plan: BillingPlan
  /** Above 0. */
  readonly limit: number
  readonly percent: number
  readonly period: number
}

function watchedOf(limits: ExecutionLimits, period: number): Watched[] {
  return billingPlans.flatMap(plan => {
    const limit = limits[plan]
    return limit === null || limit === 0 ? [] : thresholds.map(percent => ({ plan, limit, percent, period }))
  })
}

interface Used {
  readonly organizationId: string
  /** Executions started in the period. */
  readonly current: number
}

const findUsed = {
  name: 'usage-thresholds.find',
  text: `select u.organization_id as "organizationId", sum(u.executions)::int8 as current
    from usage u join organizations o on o.id = u.organization_id and o.plan = $4 and o.deleted_at is null
    where u.period = $1 and not exists (
      select from usage_warnings w where w.organization_id = u.organization_id and w.period = u.period
        and w.percent = $5
    )
    group by u.organization_id having sum(u.executions) >= $2::float8 limit $3`,
}

const note = {
  name: 'usage-thresholds.note',
  text: `insert into usage_warnings (organization_id, period, percent) values ($1, $2, $3)
    on conflict do nothing returning period`,
}
