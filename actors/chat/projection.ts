// The rows of a chat session, for lists and searches; the journal writes them in the commit of their events.
import type { ChatMessage } from '../../domain/chat/chat.ts'
import { columnsOf } from '../../domain/work/approval-subject.ts'
import type {
  ApprovalChange,
  ApprovalProjection,
  ApprovalRow,
  ChatMessageRow,
  ChatProjection,
  ChatRow,
} from '../../domain/work/projection.ts'
import type { ChatStart, Event, State } from './protocol.ts'

export type ChatProjections = ChatProjection | ApprovalProjection

const kinds: ReadonlySet<Event['type']> = new Set([
  'opened',
  'said',
  'answered',
  'following',
  'renamed',
  'ended',
])

export function project(id: string, state: State, events: readonly Event[]): readonly ChatProjections[] {
  if (state.start === null) return []
  const approvals = approvalsOf(id, state.start, events)
  const all: readonly ChatProjections[] = approvals === null ? [] : [approvals]
  if (!events.some(({ type }) => kinds.has(type))) return all
  const messages = events.flatMap(event => ('message' in event ? [event.message] : []))
  const { organizationId } = state.start
  const first = state.messageCount - messages.length + 1
  const rows = messages.map((message, index) => rowOf(message, organizationId, first + index))
  return [...all, { kind: 'chat', session: sessionOf(id, state), messages: rows }]
}

/** An approval that one commit both requests and decides has one row, with the decision. */
function approvalsOf(
  id: string,
  { organizationId, workflowId }: ChatStart,
  events: readonly Event[],
): ApprovalProjection | null {
  const decisions = events.filter(event => event.type === 'call-decided')
  const asked = events.filter(event => event.type === 'call-asks')
  if (decisions.length + asked.length === 0) return null
  const changes = new Map(decisions.map(event => [event.request.id, changeOf(id, event)]))
  const requested = asked.map(event => {
    const row = requestedRow(id, organizationId, event)
    return { ...row, ...changes.get(row.id) }
  })
  const isNew = new Set(requested.map(row => row.id))
  const decided = [...changes.values()].filter(change => !isNew.has(change.id))
  const origin = { organizationId, workflowId, workflowName: 'Chat' }
  return { kind: 'approvals', requested, decided, origin }
}

function requestedRow(
  sessionId: string,
  organizationId: string,
  { callId, request, requestedAt }: Extract<Event, { type: 'call-asks' }>,
): ApprovalRow {
  const { id, message, tool, args, digest, assignees, expiresAt } = request
  return {
    ...{ id, organizationId, ...columnsOf({ kind: 'chat', sessionId, callId }), message, tool, digest },
    ...{ args: JSON.stringify(args), assignees: JSON.stringify(assignees), form: null, status: 'pending' },
    ...{ requestedAt, expiresAt, decidedArgs: null, decidedAt: null, decidedBy: null, note: null },
  }
}

function changeOf(
  sessionId: string,
  { callId, request, decision, by, note, args, decidedAt }: Extract<Event, { type: 'call-decided' }>,
): ApprovalChange {
  const decidedArgs = args === null ? null : JSON.stringify(args)
  const subject = columnsOf({ kind: 'chat', sessionId, callId })
  return { id: request.id, ...subject, status: decision, decidedAt, decidedBy: by, note, decidedArgs }
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
