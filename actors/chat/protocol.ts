// The messages, events, effects and state of a chat session.
// 1. All of them are JSON.
// 2. The number of an event in the journal is its id in the streams (stream-fold.ts), so readers resume by
//    it.
// 3. A change to the shape of State counts `stateVersion` up (effects.ts).
import type { ChatDecision, ChatMessage, ChatPart, OnBusy, ToolPart } from '../../domain/chat/chat.ts'
import type { Speaker } from '../../domain/chat/speaker.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import type { ApprovalDecision, ApprovalRequest, ApprovalStatus } from '../../domain/work/approval.ts'
import type { ExecutionStatus, ListedExecution } from '../../domain/work/execution.ts'
import type { Effect } from '../../runtime/actor.ts'

export interface ChatStart {
  readonly organizationId: string
  /** Who sees the session (domain/chat/speaker.ts). */
  readonly owner: string
  readonly title: string | null
  /** The only workflow that it is about; null for all. */
  readonly workflowId: string | null
}

/** Who asks: to another organization, and to another owner, the session does not exist. */
interface Asked {
  readonly organizationId: string
  readonly owner: string
}

/** A message of the user; `text` is what is stored also when it carries a decision. */
export interface Saying {
  readonly text: string
  readonly decision: ChatDecision | null
  /** The speaker has just confirmed this workflow: the message says so. Absent as null. */
  readonly confirmed?: ConfirmedPlan | null
  readonly by: Speaker
  readonly onBusy: OnBusy
  /** Identity of the request: one that was taken before changes nothing. */
  readonly intent: string
}

export interface ConfirmedPlan {
  readonly workflowId: string
  readonly workflowName: string
  /** URL of the page of the workflow. */
  readonly page: string
}

export type Message =
  | { readonly type: 'open'; readonly start: ChatStart }
  | ({ readonly type: 'say' } & Asked & Saying)
  | ({ readonly type: 'view' } & Asked)
  | ({ readonly type: 'rename'; readonly title: string } & Asked)
  | ({ readonly type: 'cancel' } & Asked)
  | ({ readonly type: 'delete' } & Asked)
  /** A piece of the answer has come. */
  | { readonly type: 'chunk'; readonly answerId: string; readonly text: string }
  /** The answer begins anew: what came of it so far is void. */
  | { readonly type: 'restart'; readonly answerId: string }
  | { readonly type: 'returned'; readonly answerId: string; readonly answer: ReturnedAnswer }
  /** A language model asks for calls, as its turn of this number, from 0. */
  | { readonly type: 'turned'; readonly answerId: string; readonly turn: number; readonly said: ModelTurn }
  | {
      readonly type: 'call-returned'
      readonly answerId: string
      readonly callId: string
      readonly result: CallResult
    }
  /** The decision about an approval of a call, by another way than a message of the session. */
  | ({ readonly type: 'decide' } & ApprovalDecision)
  /** A tool is allowed until somebody revokes it. */
  | { readonly type: 'grant-kept'; readonly grantId: string }
  /** An execution that the session has started is in another state. */
  | { readonly type: 'execution-news'; readonly execution: ListedExecution; readonly news: number }
  | { readonly type: 'alarm' }
  /** Its code ended its host too often. */
  | { readonly type: 'poison'; readonly reason: string }

/** What an assistant has come to. */
export interface ReturnedAnswer {
  readonly parts: readonly ChatPart[]
  readonly memory: JsonObject
  /** The execution that it has started, or whose approval it has decided. */
  readonly executionId: string | null
  readonly title?: string | null
  /** It could not answer. */
  readonly isFailed?: true
}

export interface ModelTurn {
  readonly text: string
  readonly calls: readonly AskedCall[]
  /** Compute units of the tokens. */
  readonly cu: number
}

/** A call that a model asks for. */
export interface AskedCall {
  /** Unique in the session. */
  readonly id: string
  /** As the model names it. */
  readonly wireId: string
  /** Offered name of a tool, or what the model made up. */
  readonly tool: string
  readonly args: JsonObject
  /** Was the tool among those that the model got? Absent in journals of earlier versions. */
  readonly isOffered?: boolean
}

export type CallResult =
  | { readonly ok: true; readonly output: Json }
  | {
      readonly ok: false
      readonly error: string
      readonly isApprovalNeeded?: true
      /** Absent: because of what the tool does. */
      readonly why?: string
      /** What an approval for further calls allows; absent: the tool; null: there is none. */
      readonly remembers?: string | null
    }

export type Event =
  | { readonly type: 'opened'; readonly start: ChatStart }
  | {
      readonly type: 'said'
      readonly message: ChatMessage
      readonly answerId: string
      readonly decision: ChatDecision | null
      readonly by: Speaker
      readonly intent: string
      /** It decides about a call, and waits for no answer of its own. */
      readonly isDecision?: true
    }
  | { readonly type: 'answer-begun' }
  | { readonly type: 'chunk'; readonly answerId: string; readonly text: string }
  | { readonly type: 'restarted'; readonly answerId: string }
  /** The answer goes on when the execution rests, or at `until`. */
  | {
      readonly type: 'following'
      readonly executionId: string
      readonly until: number
      readonly parts: readonly ChatPart[]
      readonly memory: JsonObject
      readonly title: string | null
    }
  /** The end of the answer under way, or news of an execution. Absent memory and title: as they were. */
  | {
      readonly type: 'answered'
      readonly message: ChatMessage
      readonly memory?: JsonObject
      readonly title?: string
    }
  | { readonly type: 'turned'; readonly answerId: string; readonly said: ModelTurn }
  | {
      readonly type: 'call-begun'
      readonly answerId: string
      readonly callId: string
      readonly tool: string
      readonly args: JsonObject
    }
  /** The call waits for the approval. */
  | {
      readonly type: 'call-asks'
      readonly answerId: string
      readonly callId: string
      readonly request: ApprovalRequest
      readonly requestedAt: number
      /** What an approval for further calls allows; absent: the tool. */
      readonly remembers?: string
    }
  | {
      readonly type: 'call-decided'
      readonly callId: string
      readonly request: ApprovalRequest
      readonly requestedAt: number
      readonly decidedAt: number
      readonly decision: Exclude<ApprovalStatus, 'pending'>
      readonly by: string | null
      readonly note: string | null
      /** Edited arguments. */
      readonly args: JsonObject | null
      /** Further calls of the tool are allowed too. */
      readonly remember: 'once' | 'session' | 'always'
    }
  /** The answer goes on after the decisions, under another id. */
  | { readonly type: 'resumed'; readonly answerId: string }
  | {
      readonly type: 'call-ended'
      readonly answerId: string
      readonly callId: string
      readonly tool: string
      readonly args: JsonObject
      readonly result: CallResult
    }
  | { readonly type: 'grant-kept'; readonly grantId: string }
  | { readonly type: 'execution-news'; readonly execution: ListedExecution; readonly news: number }
  | { readonly type: 'renamed'; readonly session: ChatView['session'] }
  /** The session is deleted. */
  | { readonly type: 'ended' }

export interface AnswerEffect extends Effect {
  readonly type: 'answer'
  readonly organizationId: string
  readonly answerId: string
  readonly text: string
  readonly decision: ChatDecision | null
  readonly by: Speaker
  readonly memory: JsonObject
  readonly workflowId: string | null
  readonly executionIds: readonly string[]
  /** There are chunks of an earlier try. */
  readonly hasBegun: boolean
  /** There are chunks, of this try's turns or an earlier one. */
  readonly hasText: boolean
  /** Compute units of the tokens so far. */
  readonly cu: number
  /** What the turns so far put into the message. */
  readonly shown: readonly ChatPart[]
  /** What a language model has done for this answer, and what was said before. */
  readonly turns: readonly Turn[]
  readonly transcript: readonly Spoken[]
}

/** Its id is the call's. */
export interface CallEffect extends Effect {
  readonly type: 'call'
  readonly organizationId: string
  readonly answerId: string
  readonly workflowId: string | null
  readonly by: Speaker
  readonly tool: string
  readonly args: JsonObject
  readonly isOffered: boolean
  /** A person has approved it. */
  readonly isApproved: boolean
  /** What needs no approval in this session. */
  readonly granted: readonly string[]
  /** What the user has said. */
  readonly words: readonly string[]
}

export interface KeepGrantEffect extends Effect {
  readonly type: 'keep-grant'
  readonly organizationId: string
  readonly owner: string
  readonly grant: Grant
}

export type ChatEffect = AnswerEffect | CallEffect | KeepGrantEffect

/** A tool that its user has allowed for good, maybe for one host only; kept outside of the session too. */
export interface Grant {
  readonly id: string
  readonly tool: string
  readonly by: Speaker
}

export interface Spoken {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export interface Turn {
  readonly text: string
  calls: readonly TurnCall[]
}

export interface TurnCall extends AskedCall {
  readonly status: ToolPart['status']
  readonly output: Json
  readonly error: string | null
  /** Of a call that waits for it, or has waited. */
  readonly approval: { readonly request: ApprovalRequest; readonly requestedAt: number } | null
  readonly isApproved: boolean
  readonly remembers?: string
}

/** A message of the user that waits for its answer. */
export interface Waiting {
  readonly messageId: string
  readonly answerId: string
  readonly text: string
  readonly decision: ChatDecision | null
  readonly by: Speaker
}

export interface Answering extends Waiting {
  /** Number of the first event that belongs to the answer. */
  readonly sinceEvent: number
  /** The chunks so far. */
  content: string
  /** What the assistant has come to, while the answer follows an execution. */
  following: {
    readonly executionId: string
    /** Unix ms. */
    readonly until: number
    readonly parts: readonly ChatPart[]
  } | null
  /** Of a language model, oldest first. */
  readonly turns: Turn[]
  /** Turns that an earlier message has shown: the answer was suspended after them. */
  shownTurns: number
  /** Compute units of its tokens. */
  cu: number
}

/** An execution that the session has started, or decided about. */
export interface Followed {
  readonly id: string
  readonly status: ExecutionStatus
  /** Number of the latest news of it; 0 for none. */
  readonly heard: number
  /** Its latest state; null once a message has told of it. */
  readonly news: ListedExecution | null
  /** What messages have told of it last (following.ts). */
  readonly said: string
}

export interface State {
  start: ChatStart | null
  /** Events so far. */
  events: number
  title: string | null
  createdAt: number
  lastMessageAt: number | null
  messageCount: number
  deletedAt: number | null
  readonly waiting: Waiting[]
  answering: Answering | null
  /** An answer that has ended with calls that wait for approval: it goes on when they are decided. */
  suspended: Answering | null
  /** The latest that was said, for a language model. */
  transcript: readonly Spoken[]
  /** What needs no approval in this session: tools, and tools at hosts (domain/models/model-call.ts). */
  granted: readonly string[]
  /** Grants that are to be kept outside of the session. */
  grants: readonly Grant[]
  memory: JsonObject
  /** Oldest first. */
  executions: Followed[]
  /** The latest messages that it has taken, by intent, oldest first. */
  intents: readonly TakenMessage[]
}

export interface TakenMessage {
  readonly intent: string
  readonly messageId: string
  readonly answerId: string
  /** Number of the event that has the message. */
  readonly eventId: number
}

/** The reply to `say`. */
export type SaidReply = TakenMessage

/** The reply to everything else. */
export interface ChatView {
  readonly session: {
    readonly id: string
    readonly title: string | null
    readonly workflowId: string | null
    readonly createdAt: number
    readonly lastMessageAt: number | null
    readonly messageCount: number
  }
  /** Number of the last event. */
  readonly lastEventId: number
  /** The answer under way. */
  readonly answering: { readonly answerId: string; readonly sinceEvent: number } | null
}
