// A bulk action. Pure. Its laws:
// 1. It ends: it means executions that began before it, and goes through them once, a page at a time.
// 2. What became of a page is recorded once; a page that broke off is done again, which does no harm to its executions.
// 3. After a cancel no further page is begun; what was done stays done.
import { type Bulk, meant } from '../../domain/bulk.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import type { BulkEffect, Event, Message, State } from './protocol.ts'

export type BulkBehavior = Behavior<Message, Event, State, BulkEffect, never>

/** Failures that are told one by one; the others are counted. */
const failuresKept = 20

export function bulk(id: string): BulkBehavior {
  return {
    initial,
    decide: (state, message, now) => decide(id, state, message, now),
    advance: ({ status, pages, next }) =>
      status === 'running' && pages > 0 && next === null ? [ended('completed')] : [],
    evolve,
    pending,
    // A row that is due finds it again after a crash.
    wakeAt: ({ status, createdAt }) => (status === 'running' ? createdAt : null),
    project: () => null,
    // Fields of the filter that are not there are absent, which a Json cannot say.
    view: state => view(id, state) as unknown as Json,
    isDone: ({ status }) => status !== 'running',
  }
}

export function initial(): State {
  return {
    ...{ start: null, status: 'running', total: null, done: 0, failed: 0, failures: [], error: null },
    ...{ pages: 0, next: null, createdAt: 0, finishedAt: null },
  }
}

const unchanged: Decision<Event> = { events: [] }

function decide(id: string, state: State, message: Message, now: number): Decision<Event> {
  if ('organizationId' in message && state.start?.organizationId !== message.organizationId) {
    // Another organization's is answered like one that never was.
    return { events: [], refusal: notFound('bulk action') }
  }
  if (message.type === 'start') return state.start ? unchanged : { events: [started(message.start, now)] }
  if (state.status !== 'running') return afterEnd(id, state, message)
  switch (message.type) {
    case 'counted':
      return state.total === null ? { events: [message] } : unchanged
    case 'page-done':
      return message.page === state.pages ? { events: [message] } : unchanged
    case 'cancel':
      return { events: [ended('cancelled')] }
    case 'broke':
      return { events: [ended('failed', message.reason)] }
    case 'park':
      return { events: [ended('failed', `it was stopped: ${message.reason}`)] }
    case 'view':
    case 'alarm':
      return unchanged
  }
}

function started(start: Extract<Message, { type: 'start' }>['start'], now: number): Event {
  return { type: 'started', start: { ...start, filter: meant(start.action, start.filter, now) } }
}

function ended(status: 'completed' | 'failed' | 'cancelled', error: string | null = null): Event {
  return { type: 'ended', status, error }
}

function afterEnd(id: string, { status }: State, { type }: Message): Decision<Event> {
  if (type !== 'cancel' || status === 'cancelled') return unchanged
  return {
    events: [],
    refusal: new Failure('conflict', `bulk action ${id} is ${status} and cannot be cancelled`),
  }
}

export function evolve(state: State, event: Event, at: number): State {
  switch (event.type) {
    case 'started':
      return { ...state, start: event.start, createdAt: at }
    case 'counted':
      return { ...state, total: event.total }
    case 'page-done': {
      const { done, failed, failures, next } = event
      return {
        ...state,
        ...{ done: state.done + done, failed: state.failed + failed, pages: state.pages + 1, next },
        failures: [...state.failures, ...failures].slice(0, failuresKept),
      }
    }
    case 'ended':
      return { ...state, status: event.status, error: event.error, finishedAt: at }
  }
}

function* pending({ start, status, total, pages, next }: State): Iterable<BulkEffect> {
  if (!start || status !== 'running') return
  if (total === null) yield { type: 'count', id: 'count', start }
  else yield { type: 'page', id: `page ${pages}`, start, page: pages, cursor: next }
}

/** As it leaves over HTTP. */
export function view(id: string, state: State): Bulk {
  const { action, filter } = state.start!
  const { status, total, done, failed, failures, error, createdAt, finishedAt } = state
  const shown = { ...filter, status: filter.status && [...filter.status] }
  return { id, action, filter: shown, status, total, done, failed, failures, error, createdAt, finishedAt }
}
