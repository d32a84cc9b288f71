// A bulk action: one action for every execution that matches a filter. Shapes as they leave over HTTP.
import { z } from 'zod'
import type { ExecutionStatus } from './execution.ts'
import { ExecutionFilter } from './execution-filter.ts'

export const bulkActions = ['cancel', 'retry'] as const
export type BulkAction = (typeof bulkActions)[number]

/**
 * `POST /executions/bulk`. The filter is required, and unlike elsewhere an unknown field of it is refused,
 * so that nobody acts on everything by leaving a field out or misspelling it.
 */
export const StartBulk = z.object({ action: z.enum(bulkActions), filter: ExecutionFilter.strict() })

export const bulkStatuses = ['running', 'completed', 'failed', 'cancelled'] as const

export const Bulk = z.object({
  id: z.string(),
  action: z.enum(bulkActions),
  filter: ExecutionFilter,
  status: z.enum(bulkStatuses),
  total: z.int().nullable().meta({
    description:
      'How many executions fitted the filter at the start, counted up to a million; null until they are counted',
  }),
  done: z.int(),
  failed: z.int(),
  failures: z
    .array(z.object({ executionId: z.string(), error: z.string() }))
    .meta({ description: 'The first executions for which the action failed, and why' }),
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
 * The filter of a bulk action that starts at `at`, with the statuses that the action applies to. It leaves
 * out later executions, including those that a retry of this action starts.
 * @param at Unix ms
 */
export function filterAt(action: BulkAction, filter: ExecutionFilter, at: number): ExecutionFilter {
  const createdBefore = Math.min(filter.createdBefore ?? Number.POSITIVE_INFINITY, at + 1)
  return { ...filter, status: filter.status ?? statusesOf[action], createdBefore }
}
