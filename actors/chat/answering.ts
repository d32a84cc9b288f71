// How an answer ends: with what the assistant came to, by a cancel, or by a defect. behavior.ts calls it.
// Pure.
import { type ChatMessage, type ChatPart, chatBounds } from '../../domain/chat/chat.ts'
import { isTerminal } from '../../domain/work/execution.ts'
import type { Answering, Event, Message, State } from './protocol.ts'
import { saidOf } from './telling.ts'

/** An execution that the assistant has started may take so long until the answer ends without its result. */
const followMs = 20_000

interface MessageFacts {
  readonly id: string
  readonly parts: readonly ChatPart[]
  readonly executionId: string | null
  readonly status?: ChatMessage['status']
}

/** A message of the assistant; its content is the text of its parts. */
export function assistantMessage(
  { id: sessionId }: { readonly id: string },
  { id, parts, executionId, status = 'complete' }: MessageFacts,
  now: number,
): ChatMessage {
  const kept = parts.slice(0, chatBounds.parts)
  const content = textOf(kept)
  return {
    ...{ id, sessionId, role: 'assistant', status, content, executionId, createdAt: now },
    parts: kept.map(part => part),
  }
}

export function textOf(parts: readonly ChatPart[]): string {
  const texts = parts.flatMap(part => (part.type === 'text' && part.text !== '' ? [part.text] : []))
  return texts.join('\n\n').slice(0, chatBounds.answerLength)
}

/** The assistant has answered: the answer ends, unless an execution that it has started still runs. */
export function answeredWith(
  context: { readonly id: string },
  { answering, executions }: State,
  { answerId, answer }: Extract<Message, { type: 'returned' }>,
  now: number,
): readonly Event[] {
  if (answering === null || answering.answerId !== answerId || answering.following !== null) return []
  const { parts, memory, executionId, title = null, isFailed } = answer
  const known = executions.find(({ id }) => id === executionId)
  const isKnown = known !== undefined && isTerminal(known.status) && known.news === null
  const chunk = chunkOf(answering, textOf(parts))
  if (executionId !== null && saidOf(parts, executionId) === null && !isKnown) {
    const until = now + followMs
    return [...chunk, { type: 'following', executionId, until, parts, memory, title }]
  }
  const status = isFailed ? 'failed' : 'complete'
  const message = assistantMessage(context, { id: answerId, parts, executionId, status }, now)
  return [...chunk, { type: 'answered', message, memory, ...(title !== null && { title }) }]
}

/** What the chunks so far lack of a text. */
export function chunkOf({ answerId, content }: Answering, text: string): readonly Event[] {
  if (text === '' || text === content) return []
  if (text.startsWith(content)) return [{ type: 'chunk', answerId, text: text.slice(content.length) }]
  return [
    { type: 'restarted', answerId },
    { type: 'chunk', answerId, text },
  ]
}

/** Ends the answer under way with what there is of it. */
export function stopped(
  context: { readonly id: string },
  { answering }: State,
  now: number,
  status: 'cancelled' | 'failed',
): readonly Event[] {
  if (answering === null) return []
  const { answerId: id, content, following } = answering
  const text = content !== '' ? content : status === 'failed' ? 'This could not be answered.' : ''
  const others = following?.parts.filter(part => part.type !== 'text') ?? []
  const parts: ChatPart[] = [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...others]
  const executionId = following?.executionId ?? null
  return [{ type: 'answered', message: assistantMessage(context, { id, parts, executionId, status }, now) }]
}
