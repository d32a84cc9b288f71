// The events of the live stream as they leave over HTTP: a schema for each by its name. http/live/ makes
// them.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { roles } from '../people/permissions.ts'
import { approvalStatuses } from '../work/approval.ts'
import { executionStatuses } from '../work/execution.ts'

const ts = z.int().meta({ description: 'Unix ms' })
const ids = z.array(z.string())

/** Why a live stream has ended for good. */
export const liveEndings = ['signed-out', 'removed', 'expired'] as const
export type LiveEnding = (typeof liveEndings)[number]

export const LiveChanges = z.object({
  ts,
  executions: z.array(
    z.object({ id: z.string(), workflowId: z.string(), status: z.enum(executionStatuses) }),
  ),
  approvals: z.array(
    z.object({
      id: z.string(),
      executionId: z.string().nullable().meta({ description: 'Null: a chat session asks' }),
      status: z.enum(approvalStatuses),
    }),
  ),
  workflows: ids,
  notifications: z
    .object({ unread: z.int() })
    .nullable()
    .meta({ description: 'Your inbox has changed; null: it has not' }),
  toolServers: ids,
  webhooks: ids,
  chats: ids.meta({ description: 'Your own sessions' }),
  more: z.boolean().meta({ description: 'More has changed than is listed: read again all that you show' }),
})
export type LiveChanges = z.infer<typeof LiveChanges>

export const LiveEvents = {
  /** The first event, and again when the caller's role has changed. */
  hello: z.object({ ts, userId: z.string(), organizationId: z.string(), role: z.enum(roles) }),
  changes: LiveChanges,
  /** The last event. */
  end: z.object({ reason: z.enum(liveEndings).meta(openValues) }),
} as const
