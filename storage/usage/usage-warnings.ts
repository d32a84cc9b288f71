// The chore that publishes an event, once a month, when an organization on the free plan comes near its
// monthly limit. It reads the sums, so that no start of an execution has to. (storage/usage/limit-events.ts
// tells that the limit is reached.)

import { executionLimit } from '../../domain/billing/tiers.ts'
import { periodOf } from '../../domain/work/projection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import { eventStore } from '../events/events.ts'
import type { Database } from '../postgres/database.ts'

export interface UsageWarningParts {
  readonly database: Database
  readonly clock: Clock
  /** Executions a month on the free plan. */
  readonly freeExecutions: number
}

/** Share of the limit. */
const warningShare = 0.8
const intervalMs = 10_000
const mostAtOnce = 500

export function usageWarnings({ database, clock, freeExecutions }: UsageWarningParts): Chore {
  const events = eventStore(database)

  async function warn({ organizationId, current }: Used, period: number, limit: number): Promise<void> {
    const data = { period, limit, current }
    const event = { organizationId, type: 'usage.warning', resource: organizationId, data } as const
    await database.atomically(async queries => {
      const noted = await queries.query(note, [organizationId, period])
      if (noted.length > 0) await events.publish({ ...event, at: clock.now() }, queries)
    })
  }

  return {
    name: 'usage warnings',
    async work() {
      const limit = executionLimit('free', freeExecutions)
      if (limit === null || limit === 0) return intervalMs
      const period = periodOf(clock.now())
      const found = await database.query<Used>(findUsed, [period, limit * warningShare, mostAtOnce])
      for (const one of found) await warn(one, period, limit)
      return found.length === mostAtOnce ? 100 : intervalMs
    },
  }
}

interface Used {
  readonly organizationId: string
  /** Executions started in the period. */
  readonly current: number
}

const findUsed = {
  name: 'usage-warnings.find',
  text: `select u.organization_id as "organizationId", sum(u.executions)::int8 as current
    from usage u join organizations o on o.id = u.organization_id and o.plan = 'free' and o.deleted_at is null
    where u.period = $1 and not exists (
      select from usage_warnings w where w.organization_id = u.organization_id and w.period = u.period
    )
    group by u.organization_id having sum(u.executions) >= $2::float8 limit $3`,
}

const note = {
  name: 'usage-warnings.note',
  text: `insert into usage_warnings (organization_id, period) values ($1, $2) on conflict do nothing returning period`,
}
