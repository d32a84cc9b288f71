// The package's entry `./widget`: the custom element, which is defined when this is loaded in a page, and
// mount and unmount.
import { defineServiceChat } from './widget/element.ts'

export { Conversation, type ConversationConfig } from './conversation/conversation.ts'
export type { ConversationState, ShownExecution, ShownMessage } from './conversation/state.ts'
export { ServiceChatElement } from './widget/element.ts'
export { type MountConfig, type MountedChat, mount, unmount } from './widget/mount.ts'
export { type ChatStrings, defaultStrings } from './widget/strings.ts'
export type { Suggestion, WidgetConfig } from './widget/widget-config.ts'

defineServiceChat()
