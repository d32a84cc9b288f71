// A chat session. effects.ts opens it for the host. Pure. Its laws:
// 1. Messages are answered one at a time, in the order in which they came; each gets exactly one answer.
// 2. A message that comes twice under one intent is one message.
// 3. What the session tells of an execution it tells once, whoever heard of it first: the assistant or the
//    session.
// 4. After its end nothing happens to it any more.
import { chatBounds } from '../../domain/chat/chat.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { derivedIdAt } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import { answeredWith, assistantMessage, stopped } from './answering.ts'
import { evolve, initial } from './evolve.ts'
import { followedNews, type SayExecution, unsaidNews } from './following.ts'
import { type ChatProjections, project } from './projection.ts'
import type { ChatEffect, ChatView, Event, Message, SaidReply, State } from './protocol.ts'

export type ChatBehavior = Behavior<Message, Event, State, ChatEffect, ChatProjections>

/** An actor with the words that it has for executions. */
export interface ChatContext {
  readonly id: string
  readonly sayExecution: SayExecution
}

export function chat(context: ChatContext): ChatBehavior {
  return {
    initial,
    decide: (state, message, now) => decide(context, state, message, now),
    advance: (state, now) => advance(context, state, now),
    evolve,
    pending,
    wakeAt: ({ answering }) => answering?.following?.until ?? null,
    project: (state, events) => project(context.id, state, events),
    view: state => view(context.id, state) as unknown as Json,
    isDone: ({ deletedAt }) => deletedAt !== null,
  }
}

const unchanged: Decision<Event> = { events: [] }

function decide(context: ChatContext, state: State, message: Message, now: number): Decision<Event> {
  if (message.type === 'open')
    return state.start === null ? { events: [{ type: 'opened', start: message.start }] } : unchanged
  if (state.start === null || state.deletedAt !== null || isForOther(state.start, message))
    return { events: [], refusal: notFound('chat session') }
  switch (message.type) {
    case 'say':
      return say(context, state, message, now)
    case 'view':
      return unchanged
    case 'rename':
      return message.title === state.title
        ? unchanged
        : { events: [{ type: 'renamed', title: message.title }] }
    case 'cancel':
      return { events: stopped(context, state, now, 'cancelled') }
    case 'delete':
      return { events: [{ type: 'ended' }] }
    case 'chunk':
      return state.answering?.answerId === message.answerId && hasRoom(state)
        ? { events: [message] }
        : unchanged
    case 'restart':
      if (state.answering?.answerId !== message.answerId || state.answering.content === '') return unchanged
      return { events: [{ type: 'restarted', answerId: message.answerId }] }
    case 'returned':
      return { events: answeredWith(context, state, message, now) }
    case 'execution-news':
      return { events: [message] }
    case 'alarm':
      return unchanged
    case 'poison':
      return { events: stopped(context, state, now, 'failed') }
  }
}

function isForOther(start: NonNullable<State['start']>, message: Message): boolean {
  return (
    'owner' in message && (message.organizationId !== start.organizationId || message.owner !== start.owner)
  )
}

function hasRoom({ answering }: State): boolean {
  return answering!.content.length < chatBounds.answerLength
}

function say(
  context: ChatContext,
  state: State,
  { text, decision, by, onBusy, intent }: Extract<Message, { type: 'say' }>,
  now: number,
): Decision<Event> {
  const taken = state.intents.find(one => one.intent === intent)
  if (taken !== undefined) return { events: [], reply: taken as unknown as Json }
  const isBusy = state.answering !== null
  if (isBusy && onBusy === 'reject')
    return { events: [], refusal: new Failure('conflict', 'an answer is under way in this session') }
  if (state.waiting.length >= chatBounds.waiting)
    return {
      events: [],
      refusal: new Failure('conflict', `${chatBounds.waiting} messages wait for their answers`),
    }
  const interrupted = isBusy && onBusy === 'interrupt' ? stopped(context, state, now, 'cancelled') : []
  const messageId = idOf('question', intent, now)
  const answerId = idOf('answer', intent, now)
  const said: Event = {
    type: 'said',
    message: {
      ...{ id: messageId, sessionId: context.id, role: 'user', status: 'complete', content: text },
      ...{ parts: [{ type: 'text', text }], executionId: null, createdAt: now },
    },
    ...{ answerId, decision, by, intent },
  }
  const reply: SaidReply = { intent, messageId, answerId, eventId: state.events + interrupted.length + 1 }
  return { events: [...interrupted, said], reply: reply as unknown as Json }
}

function idOf(role: string, intent: string, now: number): string {
  return derivedIdAt('message', `${role} ${intent}`, now)
}

/** The next message gets its answer; without one, what nobody has told yet is told. */
function advance(context: ChatContext, state: State, now: number): readonly Event[] {
  if (state.start === null || state.deletedAt !== null) return []
  if (state.answering !== null) return followedNews(context, state, now)
  if (state.waiting.length > 0) return [{ type: 'answer-begun' }]
  const news = unsaidNews(state)
  if (news === null) return []
  const parts = context.sayExecution(news)
  const id = derivedIdAt('message', `news ${news.id} ${state.events}`, now)
  return [{ type: 'answered', message: assistantMessage(context, { id, parts, executionId: news.id }, now) }]
}

function* pending({ start, answering, memory, executions, deletedAt }: State): Iterable<ChatEffect> {
  if (start === null || answering === null || answering.following !== null || deletedAt !== null) return
  const { answerId, text, decision, by, content } = answering
  yield {
    ...{ type: 'answer', id: `answer ${answerId}`, organizationId: start.organizationId, answerId },
    ...{ text, decision, by, memory, workflowId: start.workflowId, hasBegun: content !== '' },
    executionIds: executions.map(({ id }) => id),
  }
}

/** The session as HTTP returns it, and where its streams begin. */
export function view(id: string, state: State): ChatView {
  const { start, title, createdAt, lastMessageAt, messageCount, events, answering } = state
  return {
    session: { id, title, workflowId: start!.workflowId, createdAt, lastMessageAt, messageCount },
    lastEventId: events,
    answering: answering && { answerId: answering.answerId, sinceEvent: answering.sinceEvent },
  }
}
