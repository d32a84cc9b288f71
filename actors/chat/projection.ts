// The rows of a chat session, for lists and searches; the journal writes them in the commit of their events.
import type { ChatMessage } from '../../domain/chat/chat.ts'
import type { ChatMessageRow, ChatProjection, ChatRow } from '../../domain/work/projection.ts'
import type { Event, State } from './protocol.ts'

export type ChatProjections = ChatProjection

const kinds: ReadonlySet<Event['type']> = new Set([
  'opened',
  'said',
  'answered',
  'following',
  'renamed',
  'ended',
])

export function project(id: string, state: State, events: readonly Event[]): readonly ChatProjection[] {
  if (state.start === null || !events.some(({ type }) => kinds.has(type))) return []
  const messages = events.flatMap(event => ('message' in event ? [event.message] : []))
  const { organizationId } = state.start
  const first = state.messageCount - messages.length + 1
  const rows = messages.map((message, index) => rowOf(message, organizationId, first + index))
  return [{ kind: 'chat', session: sessionOf(id, state), messages: rows }]
}

function sessionOf(id: string, state: State): ChatRow {
  const { start, title, createdAt, lastMessageAt, messageCount, deletedAt } = state
  const { organizationId, owner, workflowId } = start!
  return { id, organizationId, owner, title, workflowId, createdAt, lastMessageAt, messageCount, deletedAt }
}

function rowOf(message: ChatMessage, organizationId: string, number: number): ChatMessageRow {
  const { id, sessionId, role, status, content, parts, executionId, createdAt } = message
  const texts = { role, status, content, parts: JSON.stringify(parts) }
  return { id, number, sessionId, organizationId, ...texts, executionId, createdAt }
}
