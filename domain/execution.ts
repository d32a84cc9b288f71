// An execution: one run of one workflow version. Shapes as they leave over HTTP, and the laws of its status.
import { z } from 'zod'
import { Approval } from './approval.ts'
import { type Json, type JsonObject, JsonValue } from './json.ts'

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
export const Inputs = z.record(z.string(), JsonValue) as unknown as z.ZodType<JsonObject, JsonObject>

export const ExecutionError = z.object({
  message: z.string(),
  step: z.string().nullable(),
  code: z.string(),
})
export type ExecutionError = z.infer<typeof ExecutionError>

export const Trigger = z.object({
  kind: z.enum(['api', 'chat', 'schedule', 'tool', 'workflow', 'retry']),
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

export const stepStatuses = [
  'running',
  'waiting',
  'awaiting_approval',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const

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
  startedAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  durationMs: z.int().nullable(),
})
export type ExecutionStep = z.infer<typeof ExecutionStep>

/** `POST /workflows/:id/execute`. */
export const ExecuteWorkflow = z.object({ inputs: Inputs.default({}) }).default({ inputs: {} })

/** `POST /executions`. Without `version` the active one runs. */
export const CreateExecution = z.object({
  workflowId: z.string(),
  inputs: Inputs.default({}),
  version: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .nullish(),
})

/**
 * `POST /executions/:id/retry`. Results of steps before `fromStep` are kept; without it, of all that succeeded. With any of
 * the three, approval steps ask again.
 */
export const RetryExecution = z
  .object({
    fromStep: z.string().max(1_000).nullish(),
    inputs: Inputs.nullish(),
    version: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .nullish(),
  })
  .default({})
export type RetryExecution = z.infer<typeof RetryExecution>

/** What the caller of `start` hands over, resolved by the route: the version is already chosen and ready. */
export interface StartExecution {
  readonly organizationId: string
  readonly workflowId: string
  readonly workflowName: string
  readonly workflowVersion: number
  /** The immutable version row that holds the plan. */
  readonly versionId: string
  readonly inputs: JsonObject
  readonly trigger: Trigger
  /** Executions that the organization may start in a month; null when there is no limit. */
  readonly limit: number | null
  /** A limit of its workflow or organization is in force: it is queued until there is a place. */
  readonly isGated?: boolean
  /** User who started it, or whose key did, or who set its schedule; null when nobody did. */
  readonly startedBy: string | null
  /** Who is told when it has ended: the execution that waits for it as a step, or the schedule that started it. */
  readonly parent: { readonly id: string; readonly step: string; readonly depth: number } | null
  /** Results of an earlier execution, by path: those steps are not run again. */
  readonly forkedFrom: { readonly id: string; readonly kept: { readonly [path: string]: Json } } | null
  /** Of the request that started it, for the log. */
  readonly requestId?: string
  /** `traceparent` of what started it, when that is traced. */
  readonly trace?: string
}

/** How deep workflows may start workflows. */
export const workflowDepth = 10
