// The audit log of the caller's organization: read only, since nobody changes it.
import { z } from 'zod'
import { AuditEntry } from '../../domain/audit.ts'
import { page } from '../reply.ts'
import { route } from '../route.ts'
import { listQuery, queryInteger } from '../validation.ts'

const time = queryInteger(0, 9_999_999_999_999).optional()
const word = (description: string) => z.string().min(1).max(100).optional().meta({ description })

const AuditQuery = z.object({
  ...listQuery,
  action: word('Exactly this, for example `api-key.created`'),
  actor: word('Id of the user who did it'),
  target: word('Id of what it was done to'),
  from: time.meta({ description: 'Not before, Unix ms' }),
  to: time.meta({ description: 'Before, Unix ms' }),
})

export const auditRoutes = [
  route('GET /api/v1/audit', {
    summary: 'List who did what that matters for security',
    description: 'Newest first. Entries are never changed or removed, and hold no secrets.',
    permission: 'audit:read',
    query: AuditQuery,
    returns: z.array(AuditEntry),
  }).handle(async ({ caller, query }, { audit }) => {
    const { items, next } = await audit.list(caller.organizationId, query, query)
    return page(items, next)
  }),
]
