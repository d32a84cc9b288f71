// Gives its children one conversation: useServiceChat() reads it, <ServiceChat> shows it.
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { Conversation } from '../conversation.ts'
import type { WidgetConfig } from '../widget/widget-config.ts'

export interface Provided {
  readonly conversation: Conversation
  readonly config: WidgetConfig
}

export const ConversationContext = createContext<Provided | null>(null)

export interface ServiceChatProviderProps {
  readonly config: WidgetConfig
  readonly children?: ReactNode
}

/** Another tenant, service, workflow or key is another conversation; another object with the same is not. */
export function ServiceChatProvider({ config, children }: ServiceChatProviderProps): ReactElement {
  const latest = useRef(config)
  useEffect(() => {
    latest.current = config
  })
  const { tenantId, apiKey, baseUrl, workflowId, sessionId } = config
  const conversation = useMemo(() => {
    const getToken = latest.current.getToken && (() => latest.current.getToken!())
    return new Conversation({ ...latest.current, tenantId, apiKey, baseUrl, workflowId, sessionId, getToken })
  }, [tenantId, apiKey, baseUrl, workflowId, sessionId])
  useEffect(() => conversation.show(), [conversation])
  return createElement(ConversationContext.Provider, { value: { conversation, config } }, children)
}
