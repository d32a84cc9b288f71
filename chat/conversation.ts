// The package's inner entry that React and the widget share: a conversation as a view needs it.
export { Conversation, type ConversationConfig } from './conversation/conversation.ts'
export type {
  ConversationError,
  ConversationState,
  ShownExecution,
  ShownMessage,
} from './conversation/state.ts'
