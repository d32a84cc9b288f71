// A bulk action: cancels or retries all executions that match a filter. effects.ts opens it for the host.
// Pure. Its laws:
// 1. It ends: it acts on executions that began before it, once, a page at a time.
// 2. The result of a page is recorded once. An interrupted page is done again, which does its executions no
//    harm.
// 3. After a cancel no further page begins; what was done stays done.

import { Failure, notFound } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import { type Bulk, filterAt } from '../../domain/work/bulk.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import type { BulkEffect, Event, Message, State } from './protocol.ts'

export type BulkBehavior = Behavior<Message, Event, State, BulkEffect, never>

/** Failures that are listed; the others are only counted. */
const failuresKept = 20

export function bulk(id: string): BulkBehavior {
  return {
    initial,
    decide: (state, message, now) => decide(id, state, message, now),
    advance: ({ status, pages, next }) =>
      status === 'running' && pages > 0 && next === null ? [ended('completed')] : [],
    evolve,
    pending,
    wakeAt: () => null,
    project: () => [],
    // Absent fields of the filter are undefined, which the type Json does not have.
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
    // To another organization the bulk action does not exist.
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
    case 'poison':
      return { events: [ended('failed', `it was stopped: ${message.reason}`)] }
    case 'view':
    case 'alarm':
      return unchanged
  }
}

function started(start: Extract<Message, { type: 'start' }>['start'], now: number): Event {
  return { type: 'started', start: { ...start, filter: filterAt(start.action, start.filter, now) } }
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

/** The bulk action as HTTP returns it. */
export function view(id: string, state: State): Bulk {
  const { action, filter } = state.start!
  const { status, total, done, failed, failures, error, createdAt, finishedAt } = state
  const shown = { ...filter, status: filter.status && [...filter.status] }
  return { id, action, filter: shown, status, total, done, failed, failures, error, createdAt, finishedAt }
}
