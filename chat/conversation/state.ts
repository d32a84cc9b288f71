// What a conversation looks like at a moment: immutable, so that a view knows by identity what has changed.
// Conversation holds it, reduce.ts makes the next one of it, the widget and the React hook show it.
import type { ConnectionState } from '../client/transport.ts'
import type { Approval, ChatExecution, ChatMessage, ChatSession, ChatStep } from '../client/wire.ts'

export interface ShownMessage extends ChatMessage {
  /** `sending`: not stored yet. `unsent`: it was refused or did not arrive. `streaming`: it is being made. */
  readonly progress: 'stored' | 'sending' | 'unsent' | 'streaming'
}

export interface ShownExecution {
  readonly execution: ChatExecution
  /** In the order in which they began. */
  readonly steps: readonly ChatStep[]
}

export interface ConversationState {
  readonly session: ChatSession | null
  /** Oldest first. */
  readonly messages: readonly ShownMessage[]
  /** Executions that were heard of since the page was loaded, by id. */
  readonly executions: { readonly [id: string]: ShownExecution }
  /** Approvals as they were heard of last, by id. */
  readonly approvals: { readonly [id: string]: Approval }
  /** The history is on its way. */
  readonly isLoading: boolean
  /** There are messages before the first one. */
  readonly hasOlder: boolean
  /** An answer is under way, or asked for. */
  readonly isAnswering: boolean
  readonly connection: ConnectionState
  /** What went wrong last, for people; null when all is well. */
  readonly error: ConversationError | null
}

export interface ConversationError {
  readonly message: string
  readonly code: string
  /** Where a limit can be raised, when the service says so. */
  readonly upgrade: string | null
}

export const emptyState: ConversationState = {
  session: null,
  messages: [],
  executions: {},
  approvals: {},
  isLoading: false,
  hasOlder: false,
  isAnswering: false,
  connection: { state: 'online', retryAt: null },
  error: null,
}
