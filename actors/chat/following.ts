// What a session tells of its executions, and when: at a rest, which is an end or a pause, and once. Behavior
// and answers call it. Pure.
import type { ChatPart } from '../../domain/chat/chat.ts'
import type { ListedExecution } from '../../domain/work/execution.ts'
import { assistantMessage, textOf } from './answer-message.ts'
import { chunkOf } from './answering.ts'
import type { Event, Followed, State } from './protocol.ts'
import { isRest, tellingOf } from './telling.ts'

/** The words for an execution that rests: its result, why it failed, what it asks for. */
export type SayExecution = (execution: ListedExecution) => readonly ChatPart[]

/** Is there something that no message has told? */
function isUnsaid({ news, said }: Followed): boolean {
  return news !== null && isRest(news.status) && tellingOf(news) !== said
}

export function unsaidNews({ executions }: State): ListedExecution | null {
  return executions.find(isUnsaid)?.news ?? null
}

/**
 * Ends the answer that follows an execution: when that rests, when it has taken too long, or when another
 * message waits for its answer, which may be about that very execution.
 */
export function followedNews(
  context: { readonly id: string; readonly sayExecution: SayExecution },
  { answering, executions, waiting }: State,
  now: number,
): readonly Event[] {
  const following = answering?.following ?? null
  if (answering === null || following === null) return []
  const followed = executions.find(({ id }) => id === following.executionId)
  const news = followed?.news ?? null
  if (news !== null && isRest(news.status)) {
    const said = context.sayExecution(news)
    const parts = [...following.parts.filter(part => !isOf(part, news.id)), ...said]
    return endWith(context, answering, parts, now)
  }
  if (now < following.until && waiting.length === 0) return []
  const still = { type: 'text', text: 'It has not ended yet. I will tell you here when it does.' } as const
  return endWith(context, answering, [...following.parts, still], now)
}

function isOf(part: ChatPart, executionId: string): boolean {
  return part.type === 'execution' && part.executionId === executionId
}

function endWith(
  context: { readonly id: string },
  answering: NonNullable<State['answering']>,
  parts: readonly ChatPart[],
  now: number,
): readonly Event[] {
  const { answerId: id, following } = answering
  const executionId = following!.executionId
  const message = assistantMessage(context, { id, parts, executionId }, now)
  return [...chunkOf(answering, textOf(parts)), { type: 'answered', message }]
}
