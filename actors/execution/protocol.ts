// The messages, events, effects and state of an execution.
// 1. All of them are JSON.
// 2. Every event is one event of the log stream, so its number in the journal is its SSE id.
// 3. A change to the shape of State counts `stateVersion` up (snapshots.ts).

import type { Meter } from '../../domain/billing/meter.ts'
import type { Ending } from '../../domain/expression/endings.ts'
import type { Json, JsonObject, JsonSchema } from '../../domain/json.ts'
import type { CallingExecution } from '../../domain/memory/memory.ts'
import type { Words } from '../../domain/models/named-address.ts'
import type { SecretPlace } from '../../domain/plan/secret-places.ts'
import type { ToolError, ToolResult } from '../../domain/tools/tool.ts'
import type { ApprovalDecision, ApprovalRequest, ApprovalStatus } from '../../domain/work/approval.ts'
import type {
  Execution,
  ExecutionError,
  ExecutionStatus,
  StartExecution,
  StepEdit,
} from '../../domain/work/execution.ts'
import type { Effect } from '../../runtime/actor.ts'
import type { Asked } from './steps/asking/ask.ts'
import type { BudgetRefusal, MonthlyState } from './steps/month-budget.ts'

export type Message =
  | { readonly type: 'start'; readonly start: StartExecution }
  /** The result of a call. `attempt`: of which attempt; absent: of the pending one. */
  | {
      readonly type: 'step-returned'
      readonly step: string
      readonly attempt?: number
      readonly result: ToolResult
    }
  /** What the model of an agent step said at this turn. */
  | {
      readonly type: 'model-answered'
      readonly step: string
      readonly turn: number
      readonly result: AgentAnswer
    }
  /** The input of an ask step is longer than its model takes; parts have so many characters at most. */
  | { readonly type: 'input-too-long'; readonly step: string; readonly turn: number; readonly most: number }
  /** Begin: there is a place for this queued execution. */
  | { readonly type: 'admit'; readonly organizationId: string }
  | { readonly type: 'cancel'; readonly organizationId: string }
  | { readonly type: 'view'; readonly organizationId: string }
  | { readonly type: 'explain'; readonly organizationId: string }
  | DecideMessage
  /** Something happened outside that a step may wait for. */
  | EventMessage
  /** Retry the parked steps: the cause of their failure is mended. */
  | ContinueMessage
  /** The time of `wakeAt` may have come. */
  | { readonly type: 'alarm' }
  | { readonly type: 'child-started'; readonly step: string }
  | { readonly type: 'child-ended'; readonly step: string; readonly childId: string; readonly end: End }
  | { readonly type: 'child-cancelled'; readonly childId: string }
  | { readonly type: 'parent-told' }
  /** The answer of the monthly budgets. */
  | {
      readonly type: 'budget-answered'
      readonly question: number
      readonly granted: number
      readonly refused: BudgetRefusal | null
    }
  | { readonly type: 'budget-settled' }
  | { readonly type: 'follower-told'; readonly news: number }
  /** Its code ended its host too often. */
  | { readonly type: 'poison'; readonly reason: string }

/** A request that must have one effect even when it is sent twice. */
interface Intended {
  /** Idempotency key: a message with a known one changes nothing. Null: every message counts. */
  readonly intent?: string | null
}

export interface EventMessage extends Intended {
  readonly type: 'event'
  readonly organizationId: string
  readonly name: string
  readonly body: Json
}

export interface ContinueMessage extends Intended {
  readonly type: 'continue'
  readonly organizationId: string
  /** Path of the parked step to continue; absent: all of them. */
  readonly step?: string
  /** Its other arguments. */
  readonly edit?: StepEdit
}

export interface DecideMessage extends ApprovalDecision {
  readonly type: 'decide'
}

/** How an execution ended, as it reports to its parent. */
export interface End {
  readonly status: ExecutionStatus
  readonly output: Json
  readonly error: ExecutionError | null
}

/** `intent`: of the message, on the first event of its decision. */
export type Event = Happening & { readonly intent?: string }

/** `step` is a path: `pay_all.each[2].pay`. */
type Happening =
  | { readonly type: 'started'; readonly start: StartExecution }
  | { readonly type: 'status-changed'; readonly status: ExecutionStatus }
  /** A call of a tool or of code is pending, or a composite has opened. `branch`: which case of an `if`. */
  | {
      readonly type: 'step-started'
      readonly step: string
      readonly input: Json
      readonly branch?: string
      readonly attempt?: number
      /** Of a call that an agent makes: the plan does not name it. */
      readonly tool?: string
    }
  /** The model of an agent step asks for calls, or is told what is wrong with its answer. */
  | { readonly type: 'agent-turned'; readonly step: string; readonly turn: AgentTurn }
  /** The input of an ask step is asked about in parts of at most so many characters. */
  | {
      readonly type: 'input-parted'
      readonly step: string
      readonly most: number
      readonly parts: number
      /** Characters of the whole. */
      readonly length: number
    }
  /** The answer that follows was given before, so long ago, and the model was not asked. */
  | { readonly type: 'answer-taken'; readonly step: string; readonly ageMs: number }
  /**
   * `input`: of a pure step, which has no `step-started`. `kept`: the output comes from the execution that
   * this one retries. `taken`: the output is the body of the oldest inbox event of that name.
   */
  | {
      readonly type: 'step-completed'
      readonly step: string
      readonly output: Json
      readonly input?: Json
      readonly kept?: true
      readonly taken?: string
      /** What the last answer of an agent's model took. */
      readonly spent?: Spent
    }
  | {
      readonly type: 'step-failed'
      readonly step: string
      readonly error: ExecutionError
      readonly input?: Json
      readonly spent?: Spent
    }
  | { readonly type: 'step-skipped'; readonly step: string }
  /** An attempt failed; the next one is due at `retryAt`. */
  | {
      readonly type: 'attempt-failed'
      readonly step: string
      readonly error: ExecutionError
      readonly retryAt: number
    }
  /** The last attempt failed; the step waits for a ContinueMessage. */
  | { readonly type: 'step-parked'; readonly step: string; readonly error: ExecutionError }
  /** A person has given the step other arguments; if it was parked, it begins again with them. */
  | ({ readonly type: 'step-edited' } & StepEdit)
  /** The step's `onError` takes over; everything open inside the step is dropped. */
  | { readonly type: 'step-recovered'; readonly step: string; readonly error: ExecutionError }
  | {
      readonly type: 'wait-started'
      readonly step: string
      readonly dueAt: number | null
      readonly event: string | null
      readonly expiresAt: number | null
    }
  /** The next item of a loop, beside those that wait for a decision. */
  | { readonly type: 'item-opened'; readonly step: string }
  /** The next turn of a repeat. */
  | { readonly type: 'turn-started'; readonly step: string }
  | { readonly type: 'event-received'; readonly name: string; readonly body: Json }
  | {
      readonly type: 'approval-requested'
      readonly step: string
      readonly request: ApprovalRequest
      /** What the answer took that is reviewed. */
      readonly spent?: Spent
    }
  | { readonly type: 'approval-voted'; readonly step: string; readonly by: string }
  | ApprovalDecided
  | { readonly type: 'child-started'; readonly step: string }
  /** Its step no longer waits for the child; its cancel is pending. */
  | { readonly type: 'child-abandoned'; readonly step: string }
  | { readonly type: 'child-cancelled'; readonly childId: string }
  /** It needs more of its monthly budgets, so many compute units. */
  | { readonly type: 'budget-requested'; readonly needed: number }
  | { readonly type: 'budget-granted'; readonly granted: number }
  | { readonly type: 'budget-refused'; readonly refused: BudgetRefusal }
  | { readonly type: 'budget-settled' }
  | { readonly type: 'ended'; readonly output: Json; readonly error: ExecutionError | null }
  | { readonly type: 'parent-told' }
  /** `news`: up to which it was told (steps/following.ts). */
  | { readonly type: 'follower-told'; readonly news: number }

export interface ApprovalDecided {
  readonly type: 'approval-decided'
  readonly step: string
  readonly id: string
  readonly decision: Exclude<ApprovalStatus, 'pending'>
  /** User id; null when time decided, or the end of the execution. */
  readonly by: string | null
  readonly note: string | null
  /** The edited arguments that were approved; null when nobody edited the request's. */
  readonly args: JsonObject | null
  readonly form: Json
}

export type ExecutionEffect =
  | ReserveBudgetEffect
  | SettleBudgetEffect
  | ToolCallEffect
  | RunCodeEffect
  | AskModelEffect
  | StartChildEffect
  | (Effect & { readonly type: 'cancel-child'; readonly organizationId: string; readonly childId: string })
  | (Effect & {
      readonly type: 'tell-parent'
      readonly parentId: string
      readonly step: string
      readonly end: End
    })
  | TellFollowerEffect

export interface TellFollowerEffect extends Effect {
  readonly type: 'tell-follower'
  readonly follower: string
  readonly news: number
  readonly execution: Execution
}

/** Asks the monthly budgets for compute units. */
export interface ReserveBudgetEffect extends Effect {
  readonly type: 'reserve-budget'
  readonly organizationId: string
  readonly executionId: string
  readonly budgets: NonNullable<StartExecution['budgets']>
  readonly question: number
  readonly needed: number
}

/** Gives back what is left, at the end. */
export interface SettleBudgetEffect extends Effect {
  readonly type: 'settle-budget'
  readonly organizationId: string
  readonly executionId: string
  readonly budgets: NonNullable<StartExecution['budgets']>
  readonly used: number
}

/** A pending tool call; `id` is the step's path. */
export interface ToolCallEffect extends Effect {
  readonly type: 'call'
  readonly organizationId: string
  readonly server: string | null
  readonly tool: string
  readonly args: JsonObject
  readonly secrets: readonly SecretPlace[]
  readonly timeoutMs: number
  /** 1 for the first. */
  readonly attempt: number
  /** How often a person has given the pending call other arguments: each time it is another call. */
  readonly edits: number
  /** A person has approved the call: the hub does not ask again. */
  readonly approved: boolean
  /** A model asks for it; absent: the plan does. */
  readonly model?: AskedByModel
  /** Who started the execution; absent when it was nobody. */
  readonly startedBy?: string
  /** The first execution of the chain. */
  readonly root: string
  /** Who calls, for tools of ours. */
  readonly execution?: CallingExecution
  /** As of StartExecution. */
  readonly trace: string | null
}

/** What an agent step allows its model: the tools of its list, and what the plan and a person have named. */
export interface AskedByModel {
  readonly tools: readonly string[]
  readonly words: Words
}

/** A pending run of code; `id` is the step's path. */
export interface RunCodeEffect extends Effect {
  readonly type: 'run-code'
  readonly organizationId: string
  readonly js: string
  readonly args: JsonObject
  /** Null: as long as code may take. */
  readonly timeoutMs: number | null
  /** 1 for the first. */
  readonly attempt: number
}

/** What an agent step asks its model next. */
export interface AskModelEffect extends Effect {
  readonly type: 'ask-model'
  readonly step: string
  /** From 0. */
  readonly turn: number
  readonly organizationId: string
  readonly model: string | null
  readonly goal: string
  /** Of an ask step: no more is wanted than an answer. */
  readonly about?: AskedAbout
  /** Offered names. */
  readonly tools: readonly string[]
  readonly outputSchema: JsonSchema | null
  readonly turns: readonly AgentTurn[]
  /** Of all calls so far, in their order. */
  readonly results: readonly Json[]
}

/** What a question is about, and what its answer looks like. */
export interface AskedAbout {
  readonly input: Json
  /** Null for a text. */
  readonly form: JsonSchema | null
  /** Of an input in parts: which one is asked about, from 0; after the last, the answers to all of them. */
  readonly part?: Parting & { readonly index: number; readonly answers: readonly Json[] }
  /** How old an answer may be that is taken again; null: none is. */
  readonly cacheMs: number | null
}

/** How an ask step cuts its input: parts of at most so many characters (domain/models/input-parts.ts). */
export interface Parting {
  readonly most: number
  readonly parts: number
}

/** A call that a model asks for; `tool` is an offered name, or whatever the model made up. */
export interface AgentCall {
  readonly id: string
  readonly tool: string
  readonly args: Json
}

export interface AgentTurn {
  readonly text: string
  readonly calls: readonly AgentCall[]
  /** What is wrong with its answer, for the model; null when it asked for calls. */
  readonly defect: string | null
  /** Compute units of the tokens. */
  readonly cu: number
  /** Absent in turns from before they were counted. */
  readonly tokens?: number
  /** Of the input's part that was asked about: an answer that fits. */
  readonly answer?: Json
}

/** What an answer of a model took. */
export interface Spent {
  readonly cu: number
  readonly tokens: number
}

export type AgentAnswer =
  | {
      readonly ok: true
      readonly text: string
      /** Of an answer by schema; not checked against it. */
      readonly value: Json
      readonly calls: readonly AgentCall[]
      readonly cu: number
      readonly tokens: number
      /** Of an answer that was given before: what it was, and when, Unix ms. */
      readonly taken?: { readonly answer: Json; readonly at: number }
    }
  | { readonly ok: false; readonly error: ToolError }

export interface AgentRun {
  readonly goal: string
  /** Of an ask step. */
  readonly asked?: Asked
  /** How its input is parted; absent: it is not. */
  readonly parting?: Parting
  readonly turns: AgentTurn[]
  /** Of tokens and calls. */
  cu: number
  /** Unix ms. */
  readonly expiresAt: number
}

export interface StartChildEffect extends Effect {
  readonly type: 'start-child'
  readonly step: string
  readonly organizationId: string
  readonly workflow: string
  readonly inputs: JsonObject
  readonly limit: number | null
  readonly startedBy: string | null
  /** The API key whose monthly budget holds the parent, and so the child. */
  readonly key: { readonly id: string; readonly budget: number } | null
  readonly depth: number
  /** The first execution of the chain. */
  readonly root: string
  /** As of StartExecution. */
  readonly top: NonNullable<StartExecution['top']>
  readonly trace: string | null
}

/** One list of steps that the execution is working through. */
export interface Frame {
  /** Index in the program's lists. */
  readonly list: number
  /** Path of the composite that it belongs to; null for the whole plan. */
  readonly owner: string | null
  /** Which item or branch of the composite. */
  readonly slot: number
  /** The items of foreach and the `error` of onError, also those of enclosing frames. */
  readonly names: { readonly [name: string]: Json }
  readonly outputs: { [stepId: string]: Json }
  /** Of those that were skipped or failed: their output is null, or that of `onError`. Absent: none. */
  endings?: { [stepId: string]: Ending }
  /** By step of the list: how many steps it still waits for. */
  readonly waits: number[]
  /** Steps that have not ended. */
  left: number
}

/** An open `if`, `foreach`, `repeat`, `parallel` or onError. */
export interface Composite {
  readonly items: readonly Json[]
  /** Index of the next item, or turn, that gets a frame. */
  next: number
  /** Frames that have not ended. */
  left: number
  readonly results: Json[]
  /** Its output is the output of its one branch, not a list. */
  readonly isSingle: boolean
  /** Of a repeat: when its turn began, Unix ms. */
  readonly begunAt?: number
}

export interface Call {
  readonly input: JsonObject
  /** 1 for the first. */
  readonly attempt: number
  /** When the first attempt began, Unix ms; absent where no deadline counts from it. */
  readonly firstAt?: number
  /** A person, not time, has approved it; true for its later attempts too. */
  readonly isApproved?: true
}

export interface PendingApproval {
  readonly request: ApprovalRequest
  readonly requestedAt: number
  readonly votes: string[]
}

/** Count `stateVersion` up when you change its shape (snapshots.ts). */
export interface State {
  start: StartExecution | null
  status: ExecutionStatus
  createdAt: number
  startedAt: number | null
  finishedAt: number | null
  output: Json
  error: ExecutionError | null
  cu: number
  /** Compute units that it may use; null for no limit. */
  budget: number | null
  /** What it has of the monthly budgets of its workflow and its key; null when there are none. */
  monthly: MonthlyState | null
  /** What the compute units were for. */
  readonly meter: Meter
  hasEnded: boolean
  /** Time spent paused, and since when it pauses now: a deadline may exclude it. */
  pausedMs: number
  pausedSince: number | null
  isParentTold: boolean
  /** How much a follower was to hear so far, and up to which it has heard. */
  news: number
  toldFollower: number
  readonly frames: { [path: string]: Frame }
  readonly composites: { [path: string]: Composite }
  /** Steps that can begin and frames that can close, oldest first. */
  readonly ready: Ready[]
  /** Pending calls of tools, and of code. */
  readonly calls: { [path: string]: Call }
  /** Calls whose next attempt is due at `dueAt`. */
  readonly retries: { [path: string]: Call & { readonly dueAt: number } }
  readonly parked: { [path: string]: Call & { readonly error: ExecutionError } }
  /** Open agent steps; the composite of the same path has their calls. */
  readonly agents: { [path: string]: AgentRun }
  readonly waits: {
    [path: string]: {
      readonly dueAt: number | null
      readonly event: string | null
      readonly expiresAt: number | null
    }
  }
  /** Events that no step has waited for yet, oldest first. */
  readonly inbox: { readonly name: string; readonly body: Json; readonly sizeBytes: number }[]
  readonly approvals: { [path: string]: PendingApproval }
  /** Dropped approvals whose `approval-decided` (cancelled) is still to be recorded. */
  readonly withdrawn: { readonly step: string; readonly id: string; readonly requestedAt: number }[]
  /** Approved arguments of steps that have not begun yet; by a person, or by timeout. */
  readonly approved: { [path: string]: { readonly args: JsonObject; readonly isByPerson: boolean } }
  /** Arguments that a person gave in place of those of the plan; `times`: while the step was parked. */
  edited?: { [path: string]: { readonly args: JsonObject; readonly times: number } }
  /** Who decided what: the answer to a second decision. */
  readonly decisions: {
    [approvalId: string]: { readonly decision: string; readonly by: string | null; readonly at: number }
  }
  readonly children: {
    [path: string]: {
      readonly id: string
      readonly inputs: JsonObject
      isStarted: boolean
      readonly expiresAt: number | null
    }
  }
  /** Bytes of the inputs and outputs of all steps so far (sizes.ts). */
  recordedBytes: number
  /** The latest intents that it acted on, oldest first. */
  readonly intents: string[]
  /** Ids of children that it no longer waits for: their cancel is pending. */
  readonly abandoned: string[]
}

export interface Ready {
  readonly act: 'begin' | 'close'
  readonly path: string
}
