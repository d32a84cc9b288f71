// The life of a webhook's endpoint. Pure. Its laws:
// 1. It delivers while it is switched on, and while nothing else does: an address has one activation.
// 2. What was said about earlier settings changes nothing.
// 3. One that was removed stays so.
import { notFound } from '../../domain/failure.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import type { DeliverEffect, Event, Message, State } from './protocol.ts'

export type DeliveryBehavior = Behavior<Message, Event, State, DeliverEffect, never>

export const delivery: DeliveryBehavior = {
  initial: () => ({ setting: null, isRemoved: false, parked: null }),
  decide,
  advance: () => [],
  evolve,
  pending,
  wakeAt: () => null,
  project: () => null,
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
    case 'alarm':
      return unchanged
    case 'park':
      return { events: [{ type: 'parked', reason: message.reason }] }
  }
}

function evolve(state: State, event: Event): State {
  switch (event.type) {
    case 'set':
      return { ...state, setting: event.setting, parked: null }
    case 'removed':
      return { ...state, isRemoved: true }
    case 'switched-off':
      return { ...state, setting: { ...state.setting!, active: false, revision: event.revision } }
    case 'parked':
      return { ...state, parked: event.reason }
  }
}

function* pending({ setting, isRemoved, parked }: State): Iterable<DeliverEffect> {
  if (!setting?.active || isRemoved || parked !== null) return
  yield { type: 'deliver', id: 'deliver', organizationId: setting.organizationId }
}
