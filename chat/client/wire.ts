// The wire of chat as this package knows it: a copy of its own, so that nothing of the server is loaded.
// 1. test/chat/wire.test.ts checks that the server's shapes fit these.
// 2. Kinds of parts and events may be added by the server; a client passes over those that it does not know.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

export interface ChatSession {
  readonly id: string
  readonly title: string | null
  readonly workflowId: string | null
  /** Unix ms, as all moments. */
  readonly createdAt: number
  readonly lastMessageAt: number | null
  readonly messageCount: number
}

export type ExecutionStatus =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'awaiting_approval'
  | 'completed'
  | 'failed'
  | 'cancelled'

/** What a chat shows of an execution. */
export interface ChatExecution {
  readonly id: string
  readonly workflowId: string
  readonly workflowName: string
  readonly status: ExecutionStatus
  readonly output: Json
  readonly error: { readonly message: string; readonly step: string | null; readonly code: string } | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly durationMs: number | null
}

export type StepStatus =
  | 'running'
  | 'waiting'
  | 'awaiting_approval'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled'

/** What a chat shows of a step. */
export interface ChatStep {
  readonly id: string
  readonly title: string
  readonly status: StepStatus
  readonly tool: string | null
  readonly attempt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
}

export interface Approval {
  readonly id: string
  readonly kind: string
  readonly executionId: string | null
  readonly stepId: string | null
  readonly message: string
  readonly tool: string | null
  /** As they were proposed. */
  readonly args: Json
  /** What somebody approved instead; null when nobody edited them. */
  readonly decidedArgs: Json
  /** Hash of what is shown. A decision that names a different one is refused. */
  readonly digest: string
  readonly assignees: readonly string[]
  /** A JSON Schema of what the decider fills in. */
  readonly form: { readonly [name: string]: unknown } | null
  readonly status: 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled'
  readonly requestedAt: number
  readonly expiresAt: number | null
  readonly decidedAt: number | null
  readonly decidedBy: string | null
  readonly note: string | null
  /** How long an approval can hold; absent: as long as one says. */
  readonly remember?: readonly 'once'[] | undefined
}

/** One thing that a person confirms of a workflow before it starts by itself. */
export interface ConfirmationEntry {
  readonly id: string
  /** `effect`, `recipient`, `assumption` and others; more may come. */
  readonly kind: string
  /** Id of the step; null for the plan as a whole. */
  readonly step: string | null
  /** In lines. Texts of others stand in quotes, with hidden characters escaped. */
  readonly says: string
  /** The words of the request that ask for the step. */
  readonly quote?: string | undefined
  /** What could stand there instead. */
  readonly options?: readonly string[] | undefined
  /** `tick`: it is confirmed by itself, with its id. */
  readonly severity: 'tick' | 'warning' | 'info'
  /** The next times of a schedule. */
  readonly times?: readonly number[] | undefined
}

export interface ConfirmationPart {
  readonly type: 'confirmation'
  readonly workflowId: string
  readonly workflowName: string
  /** URL of the page where it is confirmed, too. */
  readonly page: string
  /** Null: there is nothing to confirm any more, a later message shows it, or it cannot be listed now. */
  readonly confirmation: {
    /** A confirmation that names a different one is refused. */
    readonly digest: string
    readonly entries: readonly ConfirmationEntry[]
    readonly accepted: boolean
    readonly required: boolean
  } | null
  /** Whoever reads this may: a signed-in person, or a key with the scope `confirm`. */
  readonly mayConfirm: boolean
}

/** What a person has read, and ticked one by one. */
export interface ChatConfirmation {
  readonly workflowId: string
  readonly digest: string
  /** Ids of entries. */
  readonly entries: readonly string[]
}

export interface TextPart {
  readonly type: 'text'
  readonly text: string
  /** Id of a workflow whose `confirmation` part shows the same. */
  readonly standsFor?: string | undefined
}

export interface ExecutionPart {
  readonly type: 'execution'
  readonly executionId: string
  readonly workflowId: string | null
  readonly workflowName: string
  readonly status: ExecutionStatus
}

export interface ApprovalPart {
  readonly type: 'approval'
  readonly approval: Approval
}

export interface ToolPart {
  readonly type: 'tool'
  /** Unique in the message. */
  readonly id: string
  readonly name: string
  readonly status: 'running' | 'awaiting_approval' | 'done' | 'failed' | 'denied' | 'cancelled'
  readonly args: Json
  readonly output: Json
  readonly error: string | null
}

export interface ChoicesPart {
  readonly type: 'choices'
  readonly choices: readonly { readonly title: string; readonly message: string }[]
}

export type ChatPart = TextPart | ExecutionPart | ApprovalPart | ConfirmationPart | ToolPart | ChoicesPart

export interface ChatMessage {
  readonly id: string
  readonly sessionId: string
  readonly role: 'user' | 'assistant'
  /** `cancelled`: somebody ended the answer; `failed`: it could not be made. */
  readonly status: 'complete' | 'cancelled' | 'failed'
  /** Markdown. */
  readonly content: string
  readonly parts: readonly ChatPart[]
  readonly executionId: string | null
  readonly createdAt: number
}

/** The events of a session by name. */
export interface ChatEvents {
  readonly message: { readonly message: ChatMessage; readonly answerId?: string }
  readonly chunk: { readonly messageId: string; readonly text: string }
  readonly restart: { readonly messageId: string }
  readonly tool: { readonly messageId: string; readonly tool: ToolPart }
  readonly execution: { readonly execution: ChatExecution }
  readonly step: { readonly executionId: string; readonly step: ChatStep }
  readonly approval: { readonly approval: Approval }
  readonly done: { readonly message: ChatMessage }
  readonly session: { readonly session: ChatSession }
  readonly end: Readonly<Record<string, never>>
}

export type ChatEventName = keyof ChatEvents

/** An event with its name; `id` is what a stream resumes after. */
export type ChatEvent = {
  readonly [Name in ChatEventName]: { readonly type: Name; readonly id: string | null } & ChatEvents[Name]
}[ChatEventName]

/** What becomes of a message that comes while an answer is under way. */
export type OnBusy = 'queue' | 'interrupt' | 'reject'

export interface ChatDecision {
  readonly decision: 'approve' | 'deny'
  readonly note?: string | null
  /** Arguments to call the tool with instead of those shown. */
  readonly args?: { readonly [name: string]: Json } | null
  /** What the form of the approval asks for. */
  readonly form?: Json
  readonly digest?: string | null
  /** How long an approval of a tool holds: for this call, for the session, or until it is revoked. */
  readonly remember?: 'once' | 'session' | 'always'
}
