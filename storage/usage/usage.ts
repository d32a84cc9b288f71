// What an organization has used in a calendar month: started executions and compute units, the sum of all
// shards (storage/usage/charges.ts).
import type { PeriodUse } from '../../domain/billing/billing-period.ts'
import { periodOf } from '../../domain/work/projection.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export type UsageStore = ReturnType<typeof usageStore>

export function usageStore(database: Queries) {
  return {
    /** @param at Unix ms: the month */
    async ofMonth(organizationId: string, at: number): Promise<PeriodUse> {
      const [row] = await database.query<PeriodUse>(sum, [organizationId, periodOf(at)])
      return row!
    },
  }
}

const sum: Statement = {
  name: 'usage.of-month',
  text: `select coalesce(sum(executions), 0)::int8 as executions, coalesce(sum(cu), 0)::int8 as cu
    from usage where organization_id = $1 and period = $2`,
}
