// The plan language: what a prompt compiles to, what a person can read, what an execution runs. A plan is a
// tree of blocks, immutable once it is stored with a workflow version. This file defines its shape;
// domain/compiler/compiler.ts checks its meaning, plan-schema.ts a request that holds one.

import { maxExpressionLength } from '../expression/bounds.ts'
import type { Json, JsonSchema } from '../json.ts'
import type { PlanStart, PromptSchedule } from '../work/starts/said-starts.ts'
import type { AgentBlock } from './blocks/agent.ts'
import type { ApprovalBlock } from './blocks/approval.ts'
import type { AskBlock } from './blocks/ask.ts'
import type { CodeBlock } from './blocks/code.ts'
import type { FailBlock } from './blocks/fail.ts'
import type { ForeachBlock } from './blocks/foreach.ts'
import type { IfBlock } from './blocks/if.ts'
import type { NextBlock } from './blocks/next.ts'
import type { ParallelBlock } from './blocks/parallel.ts'
import type { RepeatBlock } from './blocks/repeat.ts'
import type { ReturnBlock } from './blocks/return.ts'
import type { SetBlock } from './blocks/set.ts'
import type { StopBlock } from './blocks/stop.ts'
import type { ToolBlock } from './blocks/tool.ts'
import type { WaitBlock } from './blocks/wait.ts'
import type { WorkflowBlock } from './blocks/workflow.ts'
import type { ComputeEstimate } from './compute-estimate.ts'
import type { DiagnosticCode } from './diagnostics.ts'
import type { Assumption, Cannot, OpenQuestion } from './said-of-plan.ts'

/** Bounds of every plan, whoever made it. */
export const planBounds = {
  depth: 6,
  steps: 100,
  expressionLength: maxExpressionLength,
  sizeBytes: 256 * 1024,
} as const

/** Of one run of a code step. */
export const codeBounds = {
  /** Characters of the code. */
  length: 65_536,
  memoryBytes: 64 * 1_048_576,
  stackBytes: 192 * 1_024,
  /** Characters of the result as JSON. */
  outputLength: 1_048_576,
  /** Characters of what the code throws. */
  messageLength: 1_000,
  /** When the step names no shorter time. */
  timeoutMs: 10_000,
} as const

/** Of one agent step. */
export const agentBounds = {
  tools: 50,
  /** When the step does not say. */
  maxSteps: 10,
  maxCu: 100,
  timeoutMs: 3_600_000,
  /** Calls that the model may ask for at once. */
  callsAtOnce: 10,
} as const

/** Of one ask step. */
export const askBounds = {
  choices: 200,
  /** Answers that the model may give: the first, and two corrections. */
  answers: 3,
  /** When the step does not say. */
  maxCu: 50,
  timeoutMs: 600_000,
  /** Of a question whose input is parted. */
  partedTimeoutMs: 3_600_000,
  /** Parts of an input that is longer than what the model takes. */
  parts: 20,
  /** How long an answer is taken again when the step does not say; and at most. */
  cacheMs: 86_400_000,
  longestCacheMs: 30 * 86_400_000,
} as const

/** Of one repeat step. */
export const repeatBounds = { turns: 1_000, everyMs: 1_000 } as const

/**
 * A value in a plan: JSON in which an object with exactly one of these keys stands for something computed:
 * `{"$": "<CEL>"}` an expression, `{"$t": "text ${<CEL>}"}` a text with expressions, `{"$secret":
 * "cred_..."}`. Expressions see `inputs`, `steps.<id>` (outputs of earlier steps in scope), the names bound
 * by `foreach`, `now` (Unix ms, when the step begins), and inside of an `onError` `error` {code, message,
 * step}.
 */
export type Argument = Json

export interface StepCommon {
  /** Unique in the plan: a lower-case letter, then letters, digits and `_`; expressions say `steps.<id>`. */
  readonly id: string
  readonly title: string
  /**
   * The part of the prompt that the step comes from: [start, end) in UTF-16 units; null for hand-written
   * plans.
   */
  readonly span?: readonly [number, number] | null
  /** CEL; when it is false the step is skipped and its output is null. */
  readonly when?: string
  /**
   * Ids of steps that have to end before this one begins, although it reads nothing of theirs: of its own
   * list, or of one around it.
   */
  readonly after?: readonly string[]
  /** How long a tool call, an approval or a wait for an event may take. */
  readonly timeoutMs?: number
  readonly retry?: RetryPolicy
  /**
   * After the step has failed for good the execution fails, goes on with null as the output, or runs these
   * steps.
   */
  readonly onError?: 'fail' | 'continue' | { readonly steps: readonly Step[] }
  /** For a tool step: somebody approves the tool and its arguments before they are sent. */
  readonly approval?: ApprovalPolicy
}

/**
 * Pauses have full jitter below a ceiling that doubles from `backoffMs` (default 1 s) up to `maxBackoffMs`
 * (default 60 s); or they are `pauseMs` long. The other side may ask for longer ones.
 */
export interface RetryPolicy {
  /** Calls in all, the first included. */
  readonly maxAttempts: number
  /**
   * Which errors are worth another attempt. `transient` (default): the other side was out of reach, busy or
   * too slow. `any`: also those that the tool itself answers, such as a result with `isError`.
   */
  readonly on?: 'transient' | 'any'
  readonly backoffMs?: number
  readonly maxBackoffMs?: number
  /** The same pause each time, in place of those that grow. */
  readonly pauseMs?: number
  /** After the beginning of the first call; no attempt begins later. */
  readonly deadlineMs?: number
  /** After the last attempt the step waits until a person continues it, instead of failing. */
  readonly park?: boolean
}

/** Who approves, until when, and what silence means. */
export interface ApprovalPolicy {
  readonly message: Argument
  /** CEL; when it is true nobody is asked, and it counts as approved. */
  readonly unless?: string
  /**
   * E-mail addresses, user ids, or roles, those above them included once compiled; absent: whoever may decide
   * approvals.
   */
  readonly assignees?: readonly string[]
  /** CEL: each gives such a text, or a list of them. Nobody at all fails the step. */
  readonly assigneesFrom?: readonly string[]
  /** JSON Schema of what the decider fills in. */
  readonly form?: JsonSchema
  /** How long the decision may take; the step's own `timeoutMs` is for the call that follows it. */
  readonly timeoutMs?: number
  /** Default `fail`. */
  readonly onTimeout?: 'approve' | 'deny' | 'fail'
  /**
   * What a denial means: the step fails (default), or goes on, and its output says `approved: false`; that of
   * a tool step is null since irVersion 2.
   */
  readonly onDeny?: 'fail' | 'continue'
  /** How many must approve, default 1; one denial is enough to deny. */
  readonly quorum?: number
  /** Whoever started the execution may not approve. */
  readonly notStarter?: boolean
}

export type Step = StepCommon & Block
export type Block =
  | ToolBlock
  | SetBlock
  | IfBlock
  | ForeachBlock
  | RepeatBlock
  | ParallelBlock
  | ReturnBlock
  | StopBlock
  | NextBlock
  | FailBlock
  | ApprovalBlock
  | WaitBlock
  | WorkflowBlock
  | AgentBlock
  | AskBlock
  | CodeBlock

/**
 * Versions of the plan language. Counted up when a plan of before would mean something else; such plans are
 * read as what they were. 2: after a denial that it lets go on, the output of a tool step is null; an item of
 * a loop that waits for a decision holds up no other.
 */
export const irVersions = [1, 2] as const
export type IrVersion = (typeof irVersions)[number]

export interface Plan {
  /** Of the plan language. Absent: 1. */
  readonly irVersion?: IrVersion
  /** Deadline of the whole execution; with `excludeWaiting`, pauses do not count. */
  readonly deadline?: { readonly ms: number; readonly excludeWaiting?: boolean }
  /**
   * JSON Schema of an object: what an execution is started with, in place of what follows from what the plan
   * reads. A default fills an input that is missing.
   */
  readonly inputs?: JsonSchema
  /** What the output of an execution fits; one that does not fails it. Absent: anything. */
  readonly outputSchema?: JsonSchema
  /** What starts the workflow by itself, once it is saved. Absent: the plan does not say. */
  readonly start?: readonly PlanStart[]
  readonly steps: readonly Step[]
}

/** `error` blocks execution, `question` and `info` do not. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'question' | 'info'
  /** Step id and field, for example `fetch.args.url`; null when it is about the prompt as a whole. */
  readonly path: string | null
  /** [start, end) in the prompt, or null. */
  readonly span: readonly [number, number] | null
  /** Quotes the words it is about and says what to do. */
  readonly message: string
  readonly candidates?: readonly string[]
  /** What could be written instead, best first; bounds in domain/compiler/fixes.ts. */
  readonly fixes?: readonly Fix[]
}

/** A whole prompt to put in place of the one that was written. */
export interface Fix {
  /** One line on what changes. */
  readonly title: string
  readonly prompt: string
}

/** The result of compiling. A plan with errors is kept, but only one without errors runs. */
export interface Compilation {
  readonly plan: Plan
  readonly diagnostics: readonly Diagnostic[]
  readonly inputsSchema: JsonSchema
  readonly status: 'ready' | 'needs_review'
  /** The only schedule that prompt or plan say; null for none, and for several. */
  readonly schedule: PromptSchedule | null
  /** What else they say starts the workflow; absent: nothing. */
  readonly triggers?: readonly PromptTrigger[]
  /** The plan in the planner's words; null for plans written by hand, and from planners that give none. */
  readonly explanation: string | null
  /** What an execution may cost. */
  readonly cu: ComputeEstimate
}

/**
 * Who made a plan: its author by hand, the embedded reader, a language model that was asked for it, or an
 * agent that sent it through `/rpc` or a chat.
 */
export const planners = ['author', 'reader', 'model', 'agent'] as const
export type PlannedBy = (typeof planners)[number]

/** A compiled plan, and who made it. */
export interface AttributedPlan extends Compilation, Partial<SaidOfPlan> {
  readonly plannedBy: PlannedBy
}

/** What whoever wrote the plan said of it. */
export interface SaidOfPlan {
  /** What it took for granted. */
  readonly assumptions: readonly Assumption[]
  /** Parts of the request that are not in the plan. */
  readonly cannot: readonly Cannot[]
  readonly questions: readonly OpenQuestion[]
  /** By step id: the words of the request that ask for it. */
  readonly quotes: { readonly [step: string]: string }
  /** A name for the workflow. */
  readonly name: string | null
  /** The plan as the model wrote it, where something that was changed by hand stays: the base of a change. */
  readonly base?: Plan
}

export type { PromptSchedule }

/** `span`: where the prompt says it, while it is judged. */
export type PromptTrigger =
  | { readonly kind: 'hook'; readonly span?: readonly [number, number] }
  | {
      readonly kind: 'completion'
      /** Name or id, as the prompt says it. */
      readonly workflow: string
      /** Which it is, once the compiler has found it. */
      readonly workflowId?: string | undefined
      readonly on: 'completed' | 'failed' | 'both'
      readonly span?: readonly [number, number]
    }
