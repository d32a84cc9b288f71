// A message of the assistant, as the session stores it. Pure.
import { type ChatMessage, type ChatPart, chatBounds } from '../../domain/chat/chat.ts'

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
