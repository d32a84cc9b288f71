// The events of an execution's log as they leave over HTTP: the schema of the data of each, by its name. What they are
// folded from is actors/execution/timeline.ts.
import { z } from 'zod'
import { ExecutionError, ExecutionStep, executionStatuses } from './execution.ts'
import { JsonValue } from './json.ts'

const ts = z.int().meta({ description: 'Unix ms' })
const status = z.enum(executionStatuses)

export const ExecutionLogEvents = {
  log: z.object({
    ts,
    level: z.enum(['info', 'warn']),
    message: z.string(),
    stepId: z.string().nullable(),
  }),
  step: z.object({ ts, step: ExecutionStep }),
  status: z.object({ ts, status }),
  /** The last one: the server closes after it. */
  end: z.object({ ts, status, output: JsonValue.nullable(), error: ExecutionError.nullable() }),
} as const
