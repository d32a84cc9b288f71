// Usage and its prices.
import { z } from 'zod'
import { CuRate, cuRates } from '../../../domain/billing/compute-units.ts'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const usageRoutes = [
  route('GET /api/v1/usage/cu', {
    summary: 'List what each kind of work costs in compute units',
    permission: 'usage:read',
    query: z.object(listQuery),
    returns: z.array(CuRate),
  }).handle(({ query }) => page(pageOfList(cuRates, query, fixedOrder('rates')))),
]
