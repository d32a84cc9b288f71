// The audit log of the caller's organization, read only.
import { z } from 'zod'
import { AuditEntry } from '../../../domain/people/audit.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery, queryInteger } from '../../pipeline/validation.ts'

const time = queryInteger(0, 9_999_999_999_999).optional()
const word = (description: string) => z.string().min(1).max(100).optional().meta({ description })

const AuditQuery = z.object({
  ...listQuery,
  action: word('Only this action, for example `api-key.created`'),
  actor: word('Only actions of the user with this id'),
  target: word('Only actions on the resource with this id'),
  from: time.meta({ description: 'Only from this time on, Unix ms' }),
  to: time.meta({ description: 'Only before this time, Unix ms' }),
})

export const auditRoutes = [
  route('GET /api/v1/audit', {
    summary: 'List security-relevant actions and who did them',
    description: 'Newest first. Nobody can change or remove entries, and they hold no secrets.',
    permission: 'audit:read',
    query: AuditQuery,
    returns: z.array(AuditEntry),
  }).handle(async ({ caller, query }, { audit }) => {
    const listed = await audit.list(caller.organizationId, query, query)
    return page(listed)
  }),
]
