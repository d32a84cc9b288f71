// The answer to "why is this execution not done yet", and to "why did it fail": the shape of
// GET /executions/:id/why.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { toolServerStatuses } from '../tools/tool-server.ts'
import { ExecutionError, executionStatuses } from './execution.ts'

export const Reason = z.object({
  kind: z
    .enum(['queue', 'tool', 'code', 'model', 'retry', 'parked', 'approval', 'timer', 'event', 'workflow'])
    .meta(openValues),
  /** Path of the step. */
  step: z.string().nullable(),
  message: z.string(),
  /** Unix ms by which this wait ends at the latest; null when nobody can know. */
  eta: z.int().nullable(),
  tool: z.string().nullable(),
  approvalId: z.string().nullable(),
  assignees: z.array(z.string()).nullable(),
  /** Of an approval: how many must approve, who has so far, and whether its starter may not. */
  quorum: z.int().nullable(),
  approvedBy: z.array(z.string()).nullable(),
  notStarter: z.boolean().nullable(),
  event: z.string().nullable(),
  executionId: z.string().nullable(),
  attempt: z.int().nullable(),
  error: z.string().nullable(),
  /** The tool server that it waits for, when that server has a problem. */
  server: z
    .object({
      id: z.string(),
      name: z.string(),
      status: z.enum(toolServerStatuses),
      error: z.string().nullable(),
    })
    .nullable(),
})
export type Reason = z.infer<typeof Reason>

export const Why = z.object({
  executionId: z.string(),
  status: z.enum(executionStatuses),
  /** Why it failed, and at which step; null unless it did. */
  error: ExecutionError.nullable(),
  /** Id of the user who started it, whose key did, or who set its schedule; null when nobody did. */
  startedBy: z.string().nullable(),
  /** The first 100; `waitsForCount` counts all. */
  waitsFor: z.array(Reason),
  waitsForCount: z.int(),
  eta: z.int().nullable(),
  nextCheckAt: z.int().nullable(),
  deadlineAt: z.int().nullable(),
})
export type Why = z.infer<typeof Why>
