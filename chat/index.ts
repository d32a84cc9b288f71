// The package's main entry: the client, its types, and `mount` of the widget, which loads the widget when it
// is called.
import type { MountConfig, MountedChat } from './widget/mount.ts'

export { ChatAnswer, type ChatChunk } from './client/answer.ts'
export { ChatError, type ChatErrorFacts } from './client/chat-error.ts'
export {
  type ClientEvents,
  type HistoryOptions,
  type SendOptions,
  ServiceChatClient,
  ServiceChatClient as default,
} from './client/client.ts'
export { type ChatToken, defaults, type ServiceChatConfig } from './client/config.ts'
export type { FeedOptions } from './client/feed.ts'
export type { ConnectionState } from './client/transport.ts'
export type * from './client/wire.ts'
export type { MountConfig, MountedChat } from './widget/mount.ts'

/** The widget in the page, once. Loads it first; `@service/chat/widget` has it at once. */
export async function mount(config: MountConfig): Promise<MountedChat> {
  const widget = await import('./widget.ts')
  return widget.mount(config)
}

/** Takes the widget away. Does nothing when there is none. */
export async function unmount(): Promise<void> {
  const widget = await import('./widget.ts')
  widget.unmount()
}
