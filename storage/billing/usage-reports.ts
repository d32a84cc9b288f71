// Compute units that were, or are to be, reported to the payment provider: portions of a month's sum, each
// with an id under which the provider counts it once. Called by rpc/billing/usage-reports.ts.
// 1. The portions of a month add up to what was used in it since the subscription began.
// 2. The first portion of a subscription holds what was used before: it counts as sent.
import { newId } from '../../domain/ids.ts'
import { periodOf } from '../../domain/work/projection.ts'
import type { Database } from '../postgres/database.ts'
import type { Statement } from '../postgres/statement.ts'

export interface UsageReport {
  readonly id: string
  readonly customerId: string
  readonly cu: number
  /** Unix ms. */
  readonly madeAt: number
}

export type UsageReportStore = ReturnType<typeof usageReportStore>

export function usageReportStore(database: Database) {
  return {
    /** Writes down what was used since the last portions, in this month and the one before. */
    async make(at: number): Promise<void> {
      const month = periodOf(at)
      const periods = [month, month % 100 === 1 ? month - 89 : month - 1]
      await database.atomically(async queries => {
        await queries.query(lock, [])
        const owed = await queries.query<Owed>(findOwed, [periods])
        for (const { organizationId, externalId, period, cu, isFirst } of owed) {
          const values = [newId('event'), organizationId, period, cu, at, isFirst ? at : null, externalId]
          await queries.query(insert, values)
        }
      })
    },

    unsent: (limit: number) => database.query<UsageReport>(findUnsent, [limit]),

    async sent(id: string, at: number): Promise<void> {
      await database.query(markSent, [id, at])
    },
  }
}

interface Owed {
  readonly organizationId: string
  readonly externalId: string
  readonly period: number
  readonly cu: number
  readonly isFirst: boolean
}

/** One at a time, whoever asks. */
const lock: Statement = {
  name: 'usage-reports.lock',
  text: 'lock table usage_reports in share row exclusive mode',
}

const findOwed: Statement = {
  name: 'usage-reports.owed',
  text: `select organization_id as "organizationId", external_id as "externalId", period, used - reported as cu,
      is_first as "isFirst"
    from (
      select s.organization_id, s.external_id, p.period,
        (select coalesce(sum(u.cu), 0) from usage u
          where u.organization_id = s.organization_id and u.period = p.period)::int8 as used,
        (select coalesce(sum(r.cu), 0) from usage_reports r
          where r.organization_id = s.organization_id and r.period = p.period)::int8 as reported,
        not exists (select from usage_reports r
          where r.organization_id = s.organization_id and r.external_id = s.external_id) as is_first
      from subscriptions s cross join unnest($1::int4[]) as p(period)
      where s.status in ('active', 'past_due') and s.external_id is not null
    ) owed
    where is_first or used > reported`,
}

const insert: Statement = {
  name: 'usage-reports.insert',
  text: `insert into usage_reports (id, organization_id, period, cu, made_at, sent_at, external_id)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

const findUnsent: Statement = {
  name: 'usage-reports.unsent',
  text: `select r.id, s.customer_id as "customerId", r.cu, r.made_at as "madeAt" from usage_reports r
    join subscriptions s on s.organization_id = r.organization_id
    where r.sent_at is null order by r.made_at, r.id limit $1`,
}

const markSent: Statement = {
  name: 'usage-reports.mark-sent',
  text: 'update usage_reports set sent_at = $2 where id = $1',
}
