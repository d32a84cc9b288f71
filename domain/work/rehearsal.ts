// What a workflow would do: a dry run with inputs, and recorded executions replayed against another version.
// Shapes as they leave over HTTP.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { JsonValue } from '../json.ts'
import { SentPlan } from '../plan/plan-schema.ts'
import { ExecutionError, executionStatuses, Inputs, stepStatuses } from './execution.ts'
import { SentPrompt } from './workflow.ts'

export const rehearsalBounds = {
  /** Calls of tools that read, for real, in one dry run. */
  reads: 100,
  /** Characters of what they answer together, as JSON. */
  readLength: 8 * 1_048_576,
  /** Of a dry run, with its reads. */
  lifeMs: 60_000,
  /** Executions that one backtest replays. */
  executions: 50,
  /** Characters of the journal of one of them. */
  journalLength: 16 * 1_048_576,
  /** Steps and effects that an answer shows. */
  shown: 500,
  /** Characters of all values that an answer shows. */
  shownLength: 512 * 1_024,
} as const

export const DryRunWorkflow = z.object({ inputs: Inputs.default({}) }).default({ inputs: {} })

/** The body of `POST /workflows/dry-run`: as of `POST /workflows/plan`, with inputs. */
export const DryRunPrompt = z.object({
  prompt: SentPrompt,
  plan: SentPlan.nullish(),
  inputs: Inputs.default({}),
})

/** Something that would happen outside, or that somebody would be asked. */
export const RehearsedEffect = z.object({
  step: z.string(),
  kind: z.enum(['tool', 'workflow', 'agent', 'approval', 'event']).meta(openValues),
  /** Name of the tool, workflow, model or event; null for an approval and for the default model. */
  name: z.string().nullable(),
  /** What the tool does to the world. */
  effect: z.enum(['read', 'write', 'destructive']).nullable(),
  /** Arguments, inputs, or the message of an approval. Secrets stand as their names. */
  args: JsonValue.nullable(),
})
export type RehearsedEffect = z.infer<typeof RehearsedEffect>

export const RehearsedStep = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(stepStatuses),
  tool: z.string().nullable(),
  /** `made_up`: the output is a sample of what the tool says that it answers. */
  source: z.enum(['real', 'made_up', 'recorded']).meta(openValues),
  input: JsonValue.nullable(),
  output: JsonValue.nullable(),
  error: ExecutionError.nullable(),
})
export type RehearsedStep = z.infer<typeof RehearsedStep>

export const DryRun = z.object({
  workflowId: z.string(),
  version: z.int(),
  status: z.enum(executionStatuses),
  output: JsonValue.nullable(),
  error: ExecutionError.nullable(),
  /** What an execution like this one would cost. */
  cu: z.int(),
  effects: z.array(RehearsedEffect),
  effectsCount: z.int(),
  steps: z.array(RehearsedStep),
  stepsCount: z.int(),
  /** Tools that were called for real. */
  reads: z.int(),
})
export type DryRun = z.infer<typeof DryRun>

/** Of what is not saved. */
export const PromptDryRun = DryRun.omit({ workflowId: true, version: true })

export const BacktestWorkflow = z.object({
  version: z
    .int()
    .min(1)
    .max(2 ** 31 - 1),
  last: z.int().min(1).max(rehearsalBounds.executions).default(10),
})

const values = z.object({ status: z.string(), input: JsonValue.nullable(), output: JsonValue.nullable() })

/** A step that differs; `before` is null for a new one, `after` for one that no longer runs. */
export const StepDifference = z.object({
  id: z.string(),
  fields: z.array(z.enum(['status', 'input', 'output'])),
  before: values.nullable(),
  after: values.nullable(),
  /** The version asks a tool what no recorded call answers: what follows is made up. */
  isMadeUp: z.boolean(),
})
export type StepDifference = z.infer<typeof StepDifference>

export const Backtest = z.object({
  workflowId: z.string(),
  version: z.int(),
  executions: z.int(),
  same: z.int(),
  different: z.int(),
  /** Executions that were left out, because their journals are too large. */
  skipped: z.int(),
  runs: z.array(
    z.object({
      executionId: z.string(),
      version: z.int(),
      isSame: z.boolean(),
      status: z.object({ before: z.enum(executionStatuses), after: z.enum(executionStatuses) }),
      output: z.object({ before: JsonValue.nullable(), after: JsonValue.nullable() }),
      error: ExecutionError.nullable(),
      steps: z.array(StepDifference),
      stepsCount: z.int(),
    }),
  ),
})
export type Backtest = z.infer<typeof Backtest>
