// Limits that an organization sets for itself.
import { z } from 'zod'
import { Concurrency } from '../../domain/workflow.ts'
import { route } from '../route.ts'

const Limits = z.object({ concurrency: z.int().nullable() })

export const limitRoutes = [
  route('GET /api/v1/limits', {
    summary: 'How many executions of the organization may be at work at once',
    permission: 'workflow:read',
    returns: Limits,
  }).handle(async ({ caller }, { organizations }) => {
    const { concurrency } = await organizations.terms(caller.organizationId)
    return { concurrency }
  }),

  route('PUT /api/v1/limits', {
    summary: 'Change how many executions may be at work at once',
    description:
      'More are queued, and workflows take turns. Null: no limit. Counts at once, also for what is queued.',
    permission: 'organization:write',
    audit: 'organization.limits-changed',
    body: z.object({ concurrency: Concurrency.nullable() }),
    returns: Limits,
  }).handle(async ({ caller, body }, { organizations, admission }) => {
    const { concurrency } = await organizations.setConcurrency(caller.organizationId, body.concurrency)
    admission.poke()
    return { concurrency }
  }),
]
