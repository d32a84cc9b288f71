// A chat session. effects.ts opens it for the host. Pure. Its laws:
// 1. Messages are answered one at a time, in the order in which they came; each gets exactly one answer.
// 2. A message that comes twice under one intent is one message.
// 3. What the session tells of an execution it tells once, whoever heard of it first: the assistant or the
//    session.
// 4. After its end nothing happens to it any more.
// turns.ts has the laws of what a language model asks for.
import { chatBounds } from '../../domain/chat/chat.ts'
import { notFound } from '../../domain/failure.ts'
import { derivedIdAt } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import { isTerminal } from '../../domain/work/execution.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import { assistantMessage } from './answer-message.ts'
import { answeredWith, restarted, stopped } from './answering.ts'
import { askingCalls, decided, expiryOf, resumption, withdrawn } from './decisions.ts'
import { evolve, initial } from './evolve.ts'
import { followedNews, type SayExecution, unsaidNews } from './following.ts'
import { pending } from './pending.ts'
import { type ChatProjections, project } from './projection.ts'
import type { ChatEffect, ChatView, Event, Message, State } from './protocol.ts'
import { say } from './saying.ts'
import { callReturned, suspension, turned } from './turns.ts'

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
    pending: state => pending(context.id, state),
    wakeAt,
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
        : {
            events: [
              { type: 'renamed', session: { ...view(context.id, state).session, title: message.title } },
            ],
          }
    case 'cancel':
      return { events: stopped(context, state, now, 'cancelled') }
    case 'delete':
      return { events: [...withdrawn(state, 'cancelled', now), { type: 'ended' }] }
    case 'chunk':
      return isUnderWay(state, message) && hasRoom(state) ? { events: [message] } : unchanged
    case 'restart':
      return { events: restarted(state, message.answerId) }
    case 'returned':
      return { events: answeredWith(context, state, message, now) }
    case 'turned':
      return { events: turned(state, message) }
    case 'call-returned':
      return { events: callReturned(state, message, now) }
    case 'decide':
      return decided(state, message, now)
    case 'grant-kept':
      return state.grants.some(({ id }) => id === message.grantId) ? { events: [message] } : unchanged
    case 'execution-news':
      return isLate(state, message) ? unchanged : { events: [message] }
    case 'alarm':
      return { events: (expiryOf(state) ?? now + 1) <= now ? withdrawn(state, 'expired', now) : [] }
    case 'poison':
      return { events: stopped(context, state, now, 'failed') }
  }
}

function isForOther({ organizationId, owner }: NonNullable<State['start']>, message: Message): boolean {
  if ('owner' in message && message.owner !== owner) return true
  return 'organizationId' in message && message.organizationId !== organizationId
}

/** A report that was under way for longer than a later one. */
function isLate({ executions }: State, { execution, news }: NewsMessage): boolean {
  const known = executions.find(({ id }) => id === execution.id)
  return known !== undefined && (isTerminal(known.status) || news <= known.heard)
}

type NewsMessage = Extract<Message, { type: 'execution-news' }>

function isUnderWay({ answering }: State, { answerId }: { readonly answerId: string }): boolean {
  return answering?.answerId === answerId
}

function hasRoom({ answering }: State): boolean {
  return answering!.content.length < chatBounds.answerLength
}

/** The answer under way goes on; the next message gets its answer; what nobody has told yet is told. */
function advance(context: ChatContext, state: State, now: number): readonly Event[] {
  const { start, deletedAt, answering, waiting } = state
  if (start === null || deletedAt !== null) return []
  if (answering !== null)
    return answering.following === null
      ? suspension(context, answering, now)
      : followedNews(context, state, now)
  if (waiting.length > 0 && askingCalls(state).length > 0) return withdrawn(state, 'cancelled', now)
  const resumed = resumption(state, now)
  if (resumed.length > 0) return resumed
  if (waiting.length > 0) return [{ type: 'answer-begun' }]
  const news = unsaidNews(state)
  if (news === null) return []
  const parts = context.sayExecution(news)
  const id = derivedIdAt('message', `news ${news.id} ${state.events}`, now)
  return [{ type: 'answered', message: assistantMessage(context, { id, parts, executionId: news.id }, now) }]
}

function wakeAt(state: State): number | null {
  const times = [state.answering?.following?.until ?? null, expiryOf(state)].filter(at => at !== null)
  return times.length === 0 ? null : Math.min(...times)
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
