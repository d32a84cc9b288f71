// A filter of executions: the fields of a search, of a list and of a bulk action. All given fields must
// hold.
import { z } from 'zod'
import { type ExecutionStatus, executionStatuses, Trigger } from './execution.ts'

/** Characters of a text that are looked for; the rest is ignored. */
const longestText = 200
const time = z.int().min(0)

const text = z.string().overwrite(text => text.slice(0, longestText))

export const filterFields = {
  q: text.optional().meta({
    description: `Words of the workflow's name, the inputs, the output or the error; the last word may be incomplete. Only the first ${longestText} characters count`,
  }),
  workflowId: z.string().max(100).optional(),
  trigger: Trigger.shape.kind.optional().meta({ description: 'What started it' }),
  tool: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'A tool that the plan calls: `http_get`, `<server>__<tool>`' }),
}

export const ExecutionFilter = z.object({
  ...filterFields,
  status: z.array(z.enum(executionStatuses)).min(1).max(executionStatuses.length).optional(),
  createdAfter: time.optional().meta({ description: 'Unix ms, inclusive' }),
  createdBefore: time.optional().meta({ description: 'Unix ms, exclusive' }),
  minDurationMs: time.optional().meta({ description: 'From start to end in ms, inclusive' }),
  maxDurationMs: time.optional().meta({ description: 'From start to end in ms, inclusive' }),
})

export interface ExecutionFilter {
  readonly q?: string | undefined
  readonly status?: readonly ExecutionStatus[] | undefined
  readonly workflowId?: string | undefined
  readonly trigger?: Trigger['kind'] | undefined
  readonly tool?: string | undefined
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  readonly minDurationMs?: number | undefined
  readonly maxDurationMs?: number | undefined
}

/**
 * A leading `-` puts the greatest first. Orders by duration and by end hold only executions that have one.
 */
export const executionSorts = ['-createdAt', 'createdAt', '-durationMs', '-finishedAt'] as const
export type ExecutionSort = (typeof executionSorts)[number]
