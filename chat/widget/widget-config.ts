// What a widget is made with, beside what its client needs. The element, mount and React take it.
import type { Conversation, ConversationConfig } from '../conversation/conversation.ts'
import type { ChatStrings } from './strings.ts'

export interface Suggestion {
  readonly title: string
  /** What is sent when it is chosen. */
  readonly message: string
}

export interface WidgetConfig extends ConversationConfig {
  /** `floating`: a button in the corner opens it. `inline`: it fills the element around it. */
  readonly display?: 'floating' | 'inline' | undefined
  /** `auto` follows the system. */
  readonly theme?: 'auto' | 'light' | 'dark' | undefined
  /** A floating one is open from the beginning. */
  readonly isOpen?: boolean | undefined
  readonly title?: string | undefined
  /** Above the first message. */
  readonly greeting?: string | undefined
  /** Below the greeting. */
  readonly suggestions?: readonly (string | Suggestion)[] | undefined
  /** Other words for what the widget says. */
  readonly strings?: Partial<ChatStrings> | undefined
}

/** What the parts of a widget share. */
export interface WidgetContext {
  readonly conversation: Conversation
  readonly strings: ChatStrings
  readonly suggestions: readonly Suggestion[]
  /** Says something to those who hear the page. */
  readonly announce: (text: string) => void
  /** Back to where one writes. */
  readonly focusComposer: () => void
}
