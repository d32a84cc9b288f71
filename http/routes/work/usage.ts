// Usage and its prices.
import { z } from 'zod'
import { monthAround } from '../../../domain/billing/billing-period.ts'
import { CuRate, cuRates } from '../../../domain/billing/compute-units.ts'
import { dayOf, longestUsageDays, UsageRow, usageDimensions } from '../../../domain/billing/usage.ts'
import { Failure } from '../../../domain/failure.ts'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import type { DayRange } from '../../../storage/usage/usage.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery, queryInteger } from '../../pipeline/validation.ts'

const moment = queryInteger(0, 253_402_300_799_999).optional()

export const usageRoutes = [
  route('GET /api/v1/usage/cu', {
    summary: 'List what each kind of work costs in compute units',
    permission: 'usage:read',
    query: z.object(listQuery),
    returns: z.array(CuRate),
  }).handle(({ query }) => page(pageOfList(cuRates, query, fixedOrder('rates')))),

  route('GET /api/v1/usage', {
    summary: 'List what was used, by day, workflow, tool or key',
    description:
      'Whole days in UTC, from the day of `from` to that of `to` (Unix ms); by default the current month up to now, at most 366 days. Days come newest first, the others by their compute units. Executions count on the day of their start, compute units and tokens on the day of their end.',
    permission: 'usage:read',
    query: z.object({
      ...listQuery,
      by: z.enum(usageDimensions).default('day'),
      from: moment,
      to: moment,
    }),
    returns: z.array(UsageRow),
  }).handle(async ({ caller, query }, { usage }) => {
    const rows = await usage.by(caller.organizationId, query.by, rangeOf(query, Date.now()))
    return page(pageOfList(rows, query, fixedOrder(`usage by ${query.by}`)))
  }),
]

/** @throws {Failure} validation-failed */
function rangeOf(
  { from, to }: { from?: number | undefined; to?: number | undefined },
  now: number,
): DayRange {
  const end = to ?? now
  const begin = from ?? monthAround(end).start
  if (begin > end) throw new Failure('validation-failed', 'from: expected a time before to')
  if (end - begin > longestUsageDays * 86_400_000)
    throw new Failure('validation-failed', `from: expected at most ${longestUsageDays} days before to`)
  return { from: dayOf(begin), to: dayOf(end) }
}
