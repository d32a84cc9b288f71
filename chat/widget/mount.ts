// The widget in a page, without a framework: at most one at a time.
import type { Conversation } from '../conversation/conversation.ts'
import { defineServiceChat, type ServiceChatElement } from './element.ts'
import type { WidgetConfig } from './widget-config.ts'

export interface MountConfig extends WidgetConfig {
  /** Where it goes, inline unless `display` says otherwise. Without: a button in the corner of the page. */
  readonly target?: Element | string | null | undefined
}

export interface MountedChat {
  readonly element: ServiceChatElement
  readonly conversation: Conversation
  open(): void
  close(): void
  unmount(): void
}

let mounted: { readonly element: ServiceChatElement; readonly target: Element } | null = null

/**
 * Again with the same configuration, it changes nothing; with another one, the widget takes that.
 * @throws {TypeError} there is no such target, or the configuration lacks something
 */
export function mount({ target, ...config }: MountConfig): MountedChat {
  defineServiceChat()
  const home = typeof target === 'string' ? document.querySelector(target) : (target ?? document.body)
  if (!home) throw new TypeError(`ServiceChat: nothing in the page matches ${target}`)
  const display = config.display ?? (target ? 'inline' : 'floating')
  if (mounted && (mounted.target !== home || !mounted.element.isConnected)) unmount()
  const element = mounted?.element ?? (document.createElement('service-chat') as ServiceChatElement)
  element.config = { ...config, display }
  if (!mounted) home.append(element)
  mounted = { element, target: home }
  return {
    element,
    conversation: element.conversation!,
    open: () => element.open(),
    close: () => element.close(),
    unmount: () => {
      if (mounted?.element === element) unmount()
    },
  }
}

/** Takes the widget away. Does nothing when there is none. */
export function unmount(): void {
  mounted?.element.remove()
  mounted = null
}
