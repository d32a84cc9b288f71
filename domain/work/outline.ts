// The outline of an execution: its steps as a tree whose large groups are counted and opened page by page, so
// that a loop over 100,000 items stays readable. The shape of GET /executions/:id/outline.
import { z } from 'zod'
import { StepPhase, stepStatuses } from './execution.ts'

export const outlineKinds = ['item', 'branch', 'turn', 'call'] as const

/** What is inside of a row, at every depth. */
export const OutlineInside = z.object({
  rows: z.int().meta({ description: 'Rows directly inside' }),
  steps: z.int(),
  open: z.int().meta({ description: 'Steps that have begun and not ended' }),
  failed: z.int(),
})
export type OutlineInside = z.infer<typeof OutlineInside>

/** A step, or an item of a loop or a branch with several steps. */
export const OutlineRow = z.object({
  id: z.string().meta({ description: 'Path of the step, item or branch' }),
  in: z.string().nullable().meta({ description: 'The row that it stands in; null at the top' }),
  kind: z.string().meta({ description: 'Kind of the step, or `item` or `branch`' }),
  title: z.string(),
  place: z
    .int()
    .nullable()
    .meta({ description: 'Which item, branch, turn or call of the row around it, from 0' }),
  status: z.enum(stepStatuses),
  tool: z.string().nullable(),
  attempt: z.int(),
  error: z.string().nullable().meta({ description: 'The beginning of what the error says' }),
  startedAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  durationMs: z.int().nullable(),
  phases: z.array(StepPhase),
  inside: OutlineInside.nullable(),
})
export type OutlineRow = z.infer<typeof OutlineRow>

export const Outline = z.object({
  executionId: z.string(),
  seq: z.int().meta({ description: 'Number of the last event in it: follow the log from there' }),
  at: z.int().meta({ description: 'When that event was, Unix ms' }),
  inside: OutlineInside,
  rows: z.array(OutlineRow).meta({
    description: 'The page of rows, and below each small group (30 rows at most) what is inside of it',
  }),
  next: z.string().nullable().meta({ description: 'Cursor of the next page; null when this is the last' }),
})
export type Outline = z.infer<typeof Outline>
