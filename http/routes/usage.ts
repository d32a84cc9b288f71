// What is used, and what it costs.
import { z } from 'zod'
import { CuRate, cuRates } from '../../domain/compute-units.ts'
import { route } from '../route.ts'

export const usageRoutes = [
  route('GET /api/v1/usage/cu', {
    summary: 'List what costs how many compute units',
    permission: 'usage:read',
    returns: z.array(CuRate),
  }).handle(() => cuRates),
]
