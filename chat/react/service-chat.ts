// The widget as a component. It loads the widget when it is mounted, so a server and a page that has only the
// hook never do.
import { createElement, type ReactElement, useContext, useEffect, useRef } from 'react'
import type { ServiceChatElement } from '../widget/element.ts'
import type { WidgetConfig } from '../widget/widget-config.ts'
import { ConversationContext } from './provider.ts'

export interface ServiceChatProps {
  /** Not needed inside of a <ServiceChatProvider>: what is given here is put over its options. */
  readonly config?: Partial<WidgetConfig>
  readonly className?: string
}

/** @throws {Error} neither a `config` nor a provider above it */
export function ServiceChat({ config, className }: ServiceChatProps): ReactElement {
  const provided = useContext(ConversationContext)
  const element = useRef<HTMLElement>(null)
  const all = { ...provided?.config, ...config }
  if (!all.tenantId) throw new Error('<ServiceChat> needs a config, or a <ServiceChatProvider> above it')
  const conversation = provided?.conversation ?? null
  useEffect(() => {
    let isGone = false
    void import('../widget.ts').then(() => {
      const chat = element.current as ServiceChatElement | null
      if (isGone || !chat) return
      chat.conversation = conversation
      chat.config = all as WidgetConfig
    })
    return () => {
      isGone = true
    }
  })
  return createElement('service-chat', { ref: element, class: className })
}
