// The limits that an organization sets for itself.
import { z } from 'zod'
import { Concurrency } from '../../../domain/work/workflow.ts'
import { route } from '../../pipeline/route.ts'

const Limits = z.object({ concurrency: z.int().nullable() })

export const limitRoutes = [
  route('GET /api/v1/limits', {
    summary: 'Get how many executions may run at once',
    permission: 'workflow:read',
    returns: Limits,
  }).handle(async ({ caller }, { organizations }) => {
    const { concurrency } = await organizations.terms(caller.organizationId)
    return { concurrency }
  }),

  route('PUT /api/v1/limits', {
    summary: 'Change how many executions may run at once',
    description:
      'Further executions are queued, and workflows take turns. Null means no limit. Applies at once, also to queued executions.',
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
