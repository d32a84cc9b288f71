// A bulk action: the same for every execution that a filter means. Shapes as they leave over HTTP.
import { z } from 'zod'
import type { ExecutionStatus } from './execution.ts'
import { ExecutionFilter } from './execution-filter.ts'

export const bulkActions = ['cancel', 'retry'] as const
export type BulkAction = (typeof bulkActions)[number]

/**
 * `POST /executions/bulk`. The filter has to be there, and a field of it that there is not is refused, unlike elsewhere: so
 * that nobody means everything by leaving one out or misspelling it.
 */
export const StartBulk = z.object({ action: z.enum(bulkActions), filter: ExecutionFilter.strict() })

export const bulkStatuses = ['running', 'completed', 'failed', 'cancelled'] as const

export const Bulk = z.object({
  id: z.string(),
  action: z.enum(bulkActions),
  filter: ExecutionFilter,
  status: z.enum(bulkStatuses),
  total: z.int().nullable().meta({
    description: 'How many there were at the start, as far as a million; null until they are counted',
  }),
  done: z.int(),
  failed: z.int(),
  failures: z
    .array(z.object({ executionId: z.string(), error: z.string() }))
    .meta({ description: 'The first of those that failed, and why' }),
  error: z.string().nullable().meta({ description: 'Why the whole action failed' }),
  createdAt: z.int(),
  finishedAt: z.int().nullable(),
})
export type Bulk = z.infer<typeof Bulk>

/** The statuses that an action is about, when the filter names none. */
const statusesOf: Record<BulkAction, readonly ExecutionStatus[]> = {
  cancel: ['queued', 'running', 'waiting', 'awaiting_approval'],
  retry: ['failed'],
}

/**
 * What the filter means at that time: executions that begin later, those that a retry begins among them, are not meant.
 * @param at Unix ms
 */
export function meant(action: BulkAction, filter: ExecutionFilter, at: number): ExecutionFilter {
  const createdBefore = Math.min(filter.createdBefore ?? Number.POSITIVE_INFINITY, at + 1)
  return { ...filter, status: filter.status ?? statusesOf[action], createdBefore }
}
