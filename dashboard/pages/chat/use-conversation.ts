// The conversation of an address: the SDK's own, with the session of the person who is signed in.
// 1. A new conversation has no address until its first message; then it takes one, and goes on undisturbed.
// 2. A tab that nobody sees keeps no stream, unless an answer is on its way.
import { Conversation, type ConversationState } from '@service/chat/conversation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentToken, useUser } from '../../app/session.ts'

export interface Talk {
  readonly conversation: Conversation
  readonly state: ConversationState
  /** The session of the address is no more. */
  readonly isGone: boolean
}

/** @param id of the address; null for a new conversation */
export function useConversation(id: string | null): Talk {
  const { organization } = useUser()
  const [held, setHeld] = useState(() => ({ id, conversation: begin(organization.id, id) }))
  let current = held
  if (held.id !== id) {
    const isOwn = held.id === null && held.conversation.client.sessionId === id
    current = { id, conversation: isOwn ? held.conversation : begin(organization.id, id) }
    setHeld(current)
  }
  const { conversation } = current
  const read = () => conversation.state
  const state = useSyncExternalStore(listener => conversation.subscribe(listener), read)
  useShown(conversation)
  useAddress(conversation, id)
  return { conversation, state, isGone: id !== null && conversation.client.sessionId === null }
}

function begin(tenantId: string, sessionId: string | null): Conversation {
  return new Conversation({
    tenantId,
    baseUrl: location.origin,
    persist: 'none',
    ...(sessionId !== null && { sessionId }),
    async getToken() {
      const token = await currentToken()
      if (token === null) throw new Error('nobody is signed in')
      return token
    },
  })
}

/** Listens while somebody looks. */
function useShown(conversation: Conversation): void {
  useEffect(() => {
    let release: (() => void) | null = conversation.show()
    const rest = () => {
      if (!document.hidden) release ??= conversation.show()
      else if (!conversation.state.isAnswering) {
        release?.()
        release = null
      }
    }
    const unsubscribe = conversation.subscribe(() => document.hidden && rest())
    document.addEventListener('visibilitychange', rest)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', rest)
      release?.()
    }
  }, [conversation])
}

/** Takes the address of its session, and tells the list of sessions what has changed. */
function useAddress(conversation: Conversation, id: string | null): void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = () => void queries.invalidateQueries({ queryKey: ['GET /api/v1/chat/sessions'] })
    const endings = [conversation.client.on('session', refresh), conversation.client.on('done', refresh)]
    const look = () => {
      const { sessionId } = conversation.client
      if (id !== null || sessionId === null) return
      refresh()
      void navigate({ to: '/chat/{-$id}', params: { id: sessionId }, replace: true })
    }
    const unsubscribe = conversation.subscribe(look)
    return () => {
      unsubscribe()
      for (const end of endings) end()
    }
  }, [conversation, id, navigate, queries])
}
