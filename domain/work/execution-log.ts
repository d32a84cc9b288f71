// The events of an execution's log as they leave over HTTP: a schema for each by its name.
// actors/execution/reading/timeline.ts makes them.
import { z } from 'zod'
import { JsonValue } from '../json.ts'
import { ExecutionError, ExecutionStep, executionStatuses } from './execution.ts'

const ts = z.int().meta({ description: 'Unix ms' })
const status = z.enum(executionStatuses)
const cu = z.int().meta({ description: 'Compute units that the execution has used so far' })

export const ExecutionLogEvents = {
  log: z.object({
    ts,
    level: z.enum(['info', 'warn']),
    message: z.string(),
    stepId: z.string().nullable(),
  }),
  step: z.object({ ts, step: ExecutionStep, cu }),
  status: z.object({ ts, status, cu }),
  /** The last event: the server closes the stream after it. */
  end: z.object({ ts, status, output: JsonValue.nullable(), error: ExecutionError.nullable(), cu }),
} as const
