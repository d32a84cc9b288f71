// How an answer ends: with what the assistant came to, by a cancel, or by a defect. behavior.ts calls it.
// Pure.
import type { ChatPart } from '../../domain/chat/chat.ts'
import { isTerminal } from '../../domain/work/execution.ts'
import { assistantMessage, textOf } from './answer-message.ts'
import { withdrawn } from './decisions.ts'
import type { Answering, Event, Message, State } from './protocol.ts'
import { saidOf } from './telling.ts'
import { partsOf, textOfTurns } from './turns.ts'

/**
 * An execution that the assistant has started may take so long until the answer ends without its result: less
 * than somebody waits without a doubt. What comes of it later is told then.
 */
export const followMs = 1_500

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

/** Ends the answer under way with what there is of it; nobody is asked about its calls any more. */
export function stopped(
  context: { readonly id: string },
  state: State,
  now: number,
  status: 'cancelled' | 'failed',
): readonly Event[] {
  const { answering } = state
  if (answering === null) return []
  const { answerId: id, content, following } = answering
  const text = content !== '' ? content : status === 'failed' ? 'This could not be answered.' : ''
  const others = (following?.parts ?? partsOf(context.id, answering)).filter(
    part => part.type !== 'text' && part.type !== 'approval',
  )
  const parts: ChatPart[] = [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...others]
  const executionId = following?.executionId ?? null
  const message = assistantMessage(context, { id, parts, executionId, status }, now)
  return [...withdrawn(state, 'cancelled', now), { type: 'answered', message }]
}

/** The answer begins anew: its chunks are dropped, but those of the turns that a model has ended. */
export function restarted({ answering }: State, answerId: string): readonly Event[] {
  if (answering?.answerId !== answerId || answering.content === '') return []
  const text = textOfTurns(answering)
  const again: readonly Event[] = text === '' ? [] : [{ type: 'chunk', answerId, text }]
  return answering.content === text ? [] : [{ type: 'restarted', answerId }, ...again]
}
