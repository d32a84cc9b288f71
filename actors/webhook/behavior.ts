// The behavior of a webhook. effects.ts opens it for the host. Pure. Its laws:
// 1. While it is active it has one pending effect, a turn of delivering, and after that the next. An address
//    has one activation, so nothing else delivers.
// 2. A message about an earlier revision of its setting changes nothing.
// 3. A removed webhook stays removed.
// 4. A turn writes an event only when the endpoint is spared more or less than before, so a healthy webhook
//    delivers for years without writing to the journal.
import { notFound } from '../../domain/failure.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import type { DeliverEffect, Event, Message, State } from './protocol.ts'

export type WebhookBehavior = Behavior<Message, Event, State, DeliverEffect, never>

export const webhook: WebhookBehavior = {
  initial: () => ({ setting: null, isRemoved: false, failures: 0, parked: null }),
  decide,
  advance: () => [],
  evolve,
  pending,
  wakeAt: () => null,
  project: () => [],
  view: ({ setting, parked }) => ({ active: setting?.active === true && parked === null }),
  isDone: ({ isRemoved }) => isRemoved,
}

const unchanged: Decision<Event> = { events: [] }

function decide(state: State, message: Message): Decision<Event> {
  if (state.isRemoved) return { events: [], refusal: notFound('webhook') }
  const revision = state.setting?.revision ?? 0
  switch (message.type) {
    case 'set':
      return message.setting.revision > revision ? { events: [message] } : unchanged
    case 'remove':
      return { events: [{ type: 'removed' }] }
    case 'switched-off':
      return state.setting?.active && message.revision >= revision ? { events: [message] } : unchanged
    case 'turned':
      return state.setting !== null && message.failures !== state.failures ? { events: [message] } : unchanged
    case 'alarm':
      return unchanged
    case 'poison':
      return { events: [{ type: 'parked', reason: message.reason }] }
  }
}

function evolve(state: State, event: Event): State {
  switch (event.type) {
    case 'set':
      return { ...state, setting: event.setting, failures: 0, parked: null }
    case 'removed':
      return { ...state, isRemoved: true }
    case 'switched-off':
      return { ...state, setting: { ...state.setting!, active: false, revision: event.revision } }
    case 'turned':
      return { ...state, failures: event.failures }
    case 'parked':
      return { ...state, parked: event.reason }
  }
}

function* pending({ setting, isRemoved, failures, parked }: State): Iterable<DeliverEffect> {
  if (!setting?.active || isRemoved || parked !== null) return
  yield { type: 'deliver', id: 'deliver', organizationId: setting.organizationId, failures }
}
