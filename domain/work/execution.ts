// An execution: one run of one workflow version. Shapes as they leave over HTTP, and the laws of its
// status.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import type { Ending } from '../expression/endings.ts'
import { type Json, type JsonObject, JsonObjectValue, JsonValue } from '../json.ts'
import { truncatedField } from '../page.ts'
import { ToolAnswer } from '../tools/failures/tool-answer.ts'
import { Approval, approvalStatuses } from './approval.ts'
import { Budget } from './budget.ts'

export const executionStatuses = [
  'queued',
  'running',
  'waiting',
  'awaiting_approval',
  'completed',
  'failed',
  'cancelled',
] as const
export type ExecutionStatus = (typeof executionStatuses)[number]

/** Terminal states never change. */
export function isTerminal(status: ExecutionStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** Names to values; checked against the workflow's inputsSchema when the execution starts. */
export const Inputs = JsonObjectValue

// No interface: it would be no JSON to the type checker.
type PlainError = { readonly message: string; readonly step: string | null; readonly code: string }

/** Two forms, so that either is JSON: a tool that answered is told with its answer. */
export type ExecutionError = PlainError | (PlainError & { readonly tool: ToolAnswer })

export const ExecutionError = z.object({
  message: z.string(),
  step: z.string().nullable(),
  code: z.string(),
  tool: ToolAnswer.optional(),
}) as unknown as z.ZodType<ExecutionError>

export const Trigger = z.object({
  kind: z
    .enum(['api', 'chat', 'schedule', 'tool', 'workflow', 'retry', 'hook', 'completion'])
    .meta(openValues),
  ref: z.string().nullable(),
})
export type Trigger = z.infer<typeof Trigger>

export const Execution = z.object({
  id: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  workflowVersion: z.int(),
  status: z.enum(executionStatuses),
  inputs: Inputs,
  output: JsonValue.nullable(),
  error: ExecutionError.nullable(),
  trigger: Trigger,
  approvals: z.array(Approval),
  forkedFrom: z.string().nullable(),
  cu: z.int(),
  createdAt: z.int(),
  startedAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  durationMs: z.int().nullable(),
})
export type Execution = z.infer<typeof Execution>

/**
 * In a list, `inputs` that are too large are `{}`, `output` and `error` null; `approvals` are the first
 * ones.
 */
export const ListedExecution = Execution.extend(truncatedField)
export type ListedExecution = z.infer<typeof ListedExecution>

export const stepStatuses = [
  'running',
  'waiting',
  'awaiting_approval',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const

/** The approval that a step asked for; the latest when it asked more than once. */
export const StepApproval = z.object({
  id: z.string(),
  status: z.enum(approvalStatuses),
  requestedAt: z.int(),
  decidedAt: z.int().nullable(),
  decidedBy: z.string().nullable(),
  note: z.string().nullable(),
  /** The proposed arguments, when others were approved: the approved ones are the step's input. */
  proposedArgs: JsonValue.nullable(),
})
export type StepApproval = z.infer<typeof StepApproval>

/**
 * A stretch of the life of a step, until the next one begins or the step ends: it runs, pauses before another
 * attempt, waits, waits for a decision, or waits until a person continues it.
 */
export const StepPhase = z.object({
  kind: z.enum(['run', 'retry', 'wait', 'approval', 'parked']).meta(openValues),
  at: z.int().meta({ description: 'When it began, Unix ms' }),
  error: z.string().nullable().meta({ description: 'What ended the attempt before, in a few words' }),
})
export type StepPhase = z.infer<typeof StepPhase>

/** A step of an execution. `id` is its path in the plan: `pay_all.each[2].pay`, `check.then.notify`. */
export const ExecutionStep = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(stepStatuses),
  tool: z.string().nullable(),
  input: JsonValue.nullable(),
  output: JsonValue.nullable(),
  error: ExecutionError.nullable(),
  attempt: z.int(),
  approval: StepApproval.nullable(),
  phases: z.array(StepPhase).meta({ description: 'The last 50' }),
  startedAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  durationMs: z.int().nullable(),
})
export type ExecutionStep = z.infer<typeof ExecutionStep>

/** In the timeline, `input`, `output` and `error` that are too large are null. */
export const ListedStep = ExecutionStep.extend(truncatedField)
export type ListedStep = z.infer<typeof ListedStep>

/** One step, whole, with the lines of the log that are about it. */
export const DetailedStep = ExecutionStep.extend({
  log: z
    .array(z.object({ ts: z.int(), level: z.enum(['info', 'warn']), message: z.string() }))
    .meta({ description: 'The last 200 lines' }),
})
export type DetailedStep = z.infer<typeof DetailedStep>

/** `POST /workflows/:id/execute`. */
export const ExecuteWorkflow = z
  .object({
    inputs: Inputs.default({}),
    budget: Budget.nullish().meta({
      description:
        'Compute units that the execution may use before it pauses and asks for more; the workflow may have a smaller one',
    }),
  })
  .default({ inputs: {} })

/** `POST /executions`. Without `version` the active version runs. */
export const CreateExecution = z.object({
  workflowId: z.string(),
  inputs: Inputs.default({}),
  budget: Budget.nullish(),
  version: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .nullish(),
})

/**
 * `POST /executions/:id/retry`. Keeps the results of steps before `fromStep`; without it, of all steps that
 * succeeded. With any of the fields, approval steps ask again. Of an execution with parked steps, `fromStep`
 * is the one that goes on.
 */
export const RetryExecution = z
  .object({
    fromStep: z.string().max(1_000).nullish(),
    /** What `fromStep` begins with instead of the input of its plan. */
    args: JsonObjectValue.nullish(),
    inputs: Inputs.nullish(),
    version: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .nullish(),
  })
  .default({})
export type RetryExecution = z.infer<typeof RetryExecution>

/** The message of a start. The route has resolved it: the version is chosen and ready to run. */
export interface StartExecution {
  readonly organizationId: string
  readonly workflowId: string
  readonly workflowName: string
  readonly workflowVersion: number
  /** Id of the version row, which never changes and holds the plan. */
  readonly versionId: string
  readonly inputs: JsonObject
  readonly trigger: Trigger
  /** Executions that the organization may start in a month; null when there is no limit. */
  readonly limit: number | null
  /** Its workflow or organization limits concurrency: it is queued until there is a place. */
  readonly isGated?: boolean
  /** Compute units that it may use before it asks for more; absent: no limit. */
  readonly budget?: number
  /** What all executions of its workflow, and of the API key that started it, may use in a month. */
  readonly budgets?: readonly {
    readonly scope: 'workflow' | 'key'
    readonly id: string
    readonly limit: number
  }[]
  /** Compute units that it has of them from its start; absent: none yet. */
  readonly granted?: number
  /** The execution from which it descends, the first of its chain; absent: it descends from none. */
  readonly root?: string
  /** The execution at the top, where others wait for this one as a step, and their steps that lead here. */
  readonly top?: { readonly id: string; readonly step: string }
  /** The user who started it, whose key did, or who set its schedule; null when nobody did. */
  readonly startedBy: string | null
  /** Who is told when it ends: the execution that waits for it as a step, or the schedule that started it. */
  readonly parent: { readonly id: string; readonly step: string; readonly depth: number } | null
  /** The chat session that hears how it goes. */
  readonly follower?: string
  readonly forkedFrom: ForkedFrom | null
  /** Id of the request that started it, for the log. */
  readonly requestId?: string
  /** `traceparent` of the request or execution that started it, when that is traced. */
  readonly trace?: string
}

/** The earlier execution that one retries. */
export interface ForkedFrom {
  readonly id: string
  /** Its results, by path: those steps are not run again. */
  readonly kept: { readonly [path: string]: Json }
  /** Of those that were skipped, or failed before their `onError` gave the result; absent: of none. */
  readonly endings?: { readonly [path: string]: Ending }
  /** The step that begins with other arguments. */
  readonly edit?: StepEdit
}

/** Arguments that a person gave a step in place of those of its plan. */
export interface StepEdit {
  /** Path of the step. */
  readonly step: string
  readonly args: JsonObject
  /** User id. */
  readonly by: string
}

/** Depth to which workflows may start workflows. */
export const workflowDepth = 10
