// What is said to an execution, what happens in it, what it remembers, what it owes. All of it is JSON.
// Every event is one event of the log stream, so that its number in the journal is its SSE id.
import type { ApprovalRequest, ApprovalStatus, Decider } from '../../domain/approval.ts'
import type { ExecutionError, ExecutionStatus, StartExecution } from '../../domain/execution.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import type { SecretPlace } from '../../domain/secret-places.ts'
import type { ToolResult } from '../../domain/tool.ts'
import type { Effect } from '../../runtime/actor.ts'

export type Message =
  | { readonly type: 'start'; readonly start: StartExecution }
  /** `attempt`: whose result it is; absent: that of the call which is owed. */
  | {
      readonly type: 'step-returned'
      readonly step: string
      readonly attempt?: number
      readonly result: ToolResult
    }
  /** There is a place for it: what was queued begins. */
  | { readonly type: 'admit'; readonly organizationId: string }
  | { readonly type: 'cancel'; readonly organizationId: string }
  | { readonly type: 'view'; readonly organizationId: string }
  | { readonly type: 'explain'; readonly organizationId: string }
  | DecideMessage
  /** Something happened outside that a step may be waiting for. */
  | EventMessage
  /** The cause of the failures is mended: parked steps are tried again. */
  | ContinueMessage
  /** A time that the state named has come, or may have. */
  | { readonly type: 'alarm' }
  | { readonly type: 'child-started'; readonly step: string }
  | { readonly type: 'child-ended'; readonly step: string; readonly childId: string; readonly end: End }
  | { readonly type: 'child-cancelled'; readonly childId: string }
  | { readonly type: 'parent-told' }
  /** Its code ended its host too often. */
  | { readonly type: 'park'; readonly reason: string }

/** What a person or a program asks for, which must not be done twice when the request is sent twice. */
interface Intended {
  /** Names what the sender means; one that was taken before changes nothing. Null: every one counts. */
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
}

export interface DecideMessage extends Intended {
  readonly type: 'decide'
  readonly organizationId: string
  readonly approvalId: string
  readonly decision: 'approve' | 'deny'
  readonly by: Decider
  readonly note: string | null
  /** Checked against the tool's schema already. */
  readonly args: JsonObject | null
  readonly form: Json
  readonly digest: string | null
}

/** How an execution ended, as its parent is told. */
export interface End {
  readonly status: ExecutionStatus
  readonly output: Json
  readonly error: ExecutionError | null
}

/** `intent`: the message's, on the first event that it led to. */
export type Event = Happening & { readonly intent?: string }

/** `step` is a path: `pay_all.each[2].pay`. */
type Happening =
  | { readonly type: 'started'; readonly start: StartExecution }
  | { readonly type: 'status-changed'; readonly status: ExecutionStatus }
  /** A tool call is owed, or a composite has opened. `branch`: which case of an `if`. */
  | {
      readonly type: 'step-started'
      readonly step: string
      readonly input: Json
      readonly branch?: string
      readonly attempt?: number
    }
  /**
   * `input` is there when the step started in the same commit (pure steps). `kept`: from an earlier execution.
   * `taken`: the output is the body of the oldest event of that name in the inbox.
   */
  | {
      readonly type: 'step-completed'
      readonly step: string
      readonly output: Json
      readonly input?: Json
      readonly kept?: true
      readonly taken?: string
    }
  | {
      readonly type: 'step-failed'
      readonly step: string
      readonly error: ExecutionError
      readonly input?: Json
    }
  | { readonly type: 'step-skipped'; readonly step: string }
  /** An attempt failed and another follows at `retryAt`. */
  | {
      readonly type: 'attempt-failed'
      readonly step: string
      readonly error: ExecutionError
      readonly retryAt: number
    }
  /** The last attempt failed; somebody continues it when the cause is mended. */
  | { readonly type: 'step-parked'; readonly step: string; readonly error: ExecutionError }
  /** The step's `onError` takes over; whatever was open inside of the step is dropped. */
  | { readonly type: 'step-recovered'; readonly step: string; readonly error: ExecutionError }
  | {
      readonly type: 'wait-started'
      readonly step: string
      readonly dueAt: number | null
      readonly event: string | null
      readonly expiresAt: number | null
    }
  | { readonly type: 'event-received'; readonly name: string; readonly body: Json }
  | { readonly type: 'approval-requested'; readonly step: string; readonly request: ApprovalRequest }
  | { readonly type: 'approval-voted'; readonly step: string; readonly by: string }
  | ApprovalDecided
  | { readonly type: 'child-started'; readonly step: string }
  /** Its step waits for it no longer; it is owed a cancel. */
  | { readonly type: 'child-abandoned'; readonly step: string }
  | { readonly type: 'child-cancelled'; readonly childId: string }
  | { readonly type: 'ended'; readonly output: Json; readonly error: ExecutionError | null }
  | { readonly type: 'parent-told' }

export interface ApprovalDecided {
  readonly type: 'approval-decided'
  readonly step: string
  readonly id: string
  readonly decision: Exclude<ApprovalStatus, 'pending'>
  /** User id; null when time decided, or the end of the execution. */
  readonly by: string | null
  readonly note: string | null
  readonly args: JsonObject | null
  readonly form: Json
}

export type ExecutionEffect =
  | ToolCallEffect
  | StartChildEffect
  | (Effect & { readonly type: 'cancel-child'; readonly organizationId: string; readonly childId: string })
  | (Effect & {
      readonly type: 'tell-parent'
      readonly parentId: string
      readonly step: string
      readonly end: End
    })

/** A tool call that the state owes; `id` is the step's path. */
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
  /** Somebody has approved the call: the hub does not ask for it. */
  readonly approved: boolean
  /** As of StartExecution. */
  readonly trace: string | null
}

export interface StartChildEffect extends Effect {
  readonly type: 'start-child'
  readonly step: string
  readonly organizationId: string
  readonly workflow: string
  readonly inputs: JsonObject
  readonly limit: number | null
  readonly startedBy: string | null
  readonly depth: number
  /** As of StartExecution. */
  readonly trace: string | null
}

/** One list of steps being worked through. */
export interface Frame {
  /** Index in the program's lists. */
  readonly list: number
  /** Path of the composite that it belongs to; null for the whole plan. */
  readonly owner: string | null
  /** Which item or branch of the composite. */
  readonly slot: number
  /** What foreach bound, and `error` of an onError, those of enclosing frames included. */
  readonly names: { readonly [name: string]: Json }
  readonly outputs: { [stepId: string]: Json }
  /** How many steps each step still waits for. */
  readonly waits: number[]
  left: number
}

/** An open `if`, `foreach`, `parallel` or onError. */
export interface Composite {
  readonly items: readonly Json[]
  /** The next item to open a frame for. */
  next: number
  left: number
  readonly results: Json[]
  /** Its output is that of its one branch, not a list. */
  readonly isSingle: boolean
}

export interface Call {
  readonly input: JsonObject
  /** 1 for the first. */
  readonly attempt: number
  /** Somebody has approved it, not time; so have been the attempts after it. */
  readonly isApproved?: true
}

export interface PendingApproval {
  readonly request: ApprovalRequest
  readonly requestedAt: number
  readonly votes: string[]
}

/** Who changes its shape counts `stateVersion` up (snapshots.ts). */
export interface State {
  start: StartExecution | null
  status: ExecutionStatus
  createdAt: number
  startedAt: number | null
  finishedAt: number | null
  output: Json
  error: ExecutionError | null
  cu: number
  hasEnded: boolean
  /** Time spent paused, and since when it pauses now: deadlines may leave it out. */
  pausedMs: number
  pausedSince: number | null
  isParentTold: boolean
  readonly frames: { [path: string]: Frame }
  readonly composites: { [path: string]: Composite }
  /** Steps that can begin and frames that can close, oldest first. */
  readonly ready: Ready[]
  /** Tool calls owed, by path. */
  readonly calls: { [path: string]: Call }
  /** Calls that are made again at `dueAt`. */
  readonly retries: { [path: string]: Call & { readonly dueAt: number } }
  readonly parked: { [path: string]: Call & { readonly error: ExecutionError } }
  readonly waits: {
    [path: string]: {
      readonly dueAt: number | null
      readonly event: string | null
      readonly expiresAt: number | null
    }
  }
  /** Events that came before a step waited for them, oldest first. */
  readonly inbox: { readonly name: string; readonly body: Json; readonly sizeBytes: number }[]
  readonly approvals: { [path: string]: PendingApproval }
  /** Approvals that were dropped: nobody is asked any more, and their cancel is still to be recorded. */
  readonly withdrawn: { readonly step: string; readonly id: string; readonly requestedAt: number }[]
  /** Arguments that were approved for steps which have not begun yet; by somebody, or because time ran out. */
  readonly approved: { [path: string]: { readonly args: JsonObject; readonly isByPerson: boolean } }
  /** Who decided what, by approval id: the answer to whoever comes second. */
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
  /** The latest intents that were taken, oldest first. */
  readonly intents: string[]
  /** Executions that this one started and no longer waits for: to be cancelled. */
  readonly abandoned: string[]
}

export interface Ready {
  readonly act: 'begin' | 'close'
  readonly path: string
}
