// The conversation of the nearest <ServiceChatProvider>, for a view of one's own.
import { useContext, useMemo, useSyncExternalStore } from 'react'
import type { Conversation, ConversationState } from '../conversation.ts'
import { ConversationContext } from './provider.ts'

type Actions = Pick<
  Conversation,
  'send' | 'retry' | 'decide' | 'confirm' | 'cancel' | 'reset' | 'loadOlder' | 'dismissError'
>

export interface ServiceChatState extends ConversationState, Actions {
  readonly client: Conversation['client']
}

/** @throws {Error} outside of a provider */
export function useServiceChat(): ServiceChatState {
  const provided = useContext(ConversationContext)
  if (!provided) throw new Error('useServiceChat needs a <ServiceChatProvider> above it')
  const { conversation } = provided
  const read = () => conversation.state
  const state = useSyncExternalStore(listen => conversation.subscribe(listen), read, read)
  const actions = useMemo(() => actionsOf(conversation), [conversation])
  return { ...state, ...actions }
}

function actionsOf(conversation: Conversation): Actions & { client: Conversation['client'] } {
  return {
    client: conversation.client,
    send: text => conversation.send(text),
    retry: id => conversation.retry(id),
    decide: (approval, decision) => conversation.decide(approval, decision),
    confirm: (part, ticked) => conversation.confirm(part, ticked),
    cancel: () => conversation.cancel(),
    reset: () => conversation.reset(),
    loadOlder: () => conversation.loadOlder(),
    dismissError: () => conversation.dismissError(),
  }
}
