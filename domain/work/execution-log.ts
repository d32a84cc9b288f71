// The events of an execution's log as they leave over HTTP: a schema for each by its name.
// actors/execution/reading/timeline.ts makes them.
import { z } from 'zod'
import { JsonValue } from '../json.ts'
import { ExecutionError, ExecutionStep, executionStatuses } from './execution.ts'

/** Steps that one event names besides its own. */
export const mostEnded = 1_000

const ts = z.int().meta({ description: 'Unix ms' })
const status = z.enum(executionStatuses)
const cu = z.int().meta({ description: 'Compute units that the execution has used so far' })
/** Steps that ended with the one of the event, or with the execution: they have no event of their own. */
const ended = z
  .array(ExecutionStep.pick({ id: true, status: true }))
  .max(mostEnded)
  .optional()
  .meta({ description: 'Other steps that ended with this, innermost first; absent when there are none' })
export type EndedStep = NonNullable<z.infer<typeof ended>>[number]

export const ExecutionLogEvents = {
  log: z.object({
    ts,
    level: z.enum(['info', 'warn']),
    message: z.string(),
    stepId: z.string().nullable(),
    ended,
  }),
  step: z.object({ ts, step: ExecutionStep, cu, ended }),
  status: z.object({ ts, status, cu, ended }),
  /** The last event: the server closes the stream after it. */
  end: z.object({ ts, status, output: JsonValue.nullable(), error: ExecutionError.nullable(), cu }),
} as const
