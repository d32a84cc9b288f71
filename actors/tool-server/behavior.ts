// A registered tool server: its pinned tools, its health. effects.ts opens it for the host. Pure. Its laws:
// 1. Only pinned definitions are called. A change that breaks no caller is accepted and noted. Any other
//    change, also of a text, quarantines the tool until an admin accepts the new definition.
// 2. One probe is pending at a time; the result of an earlier round changes nothing.
// 3. A server is down once a probe or a hub finds it down, and up once a probe or a call succeeds.
// 4. Another URL is another server: its pins begin anew.
// 5. An event records only differences: an unchanged server writes nothing to the journal.

import { Failure, notFound } from '../../domain/failure.ts'
import { compareLists, isBreaking } from '../../domain/tools/drift.ts'
import { listPinOf, pinOf } from '../../domain/tools/tool-pin.ts'
import { changedSetting } from '../../domain/tools/tool-settings.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import { evolve, initialState } from './evolve.ts'
import type {
  AcceptMessage,
  Event,
  ListedEvent,
  ListedMessage,
  Message,
  SetToolMessage,
  State,
  ToolServerEffect,
  ToolServerView,
} from './protocol.ts'
import { publicationOf } from './publication.ts'

export type ToolServerBehavior = Behavior<Message, Event, State, ToolServerEffect, never>

export const toolServer: ToolServerBehavior = {
  initial: initialState,
  decide,
  advance: () => [],
  evolve,
  pending,
  wakeAt: () => null,
  project: () => [],
  view: ({ isCheckOwed, version, published }) =>
    ({ isSettled: !isCheckOwed && published === version }) satisfies ToolServerView,
  isDone: ({ isRemoved }) => isRemoved,
}

/** A server that keeps reporting changed tools is probed at most this often. */
const heedEveryMs = 60_000

const unchanged: Decision<Event> = { events: [] }

function decide(state: State, message: Message, now: number): Decision<Event> {
  if (state.isRemoved) return refused(notFound('tool server'))
  if ('organizationId' in message && state.setting?.organizationId !== message.organizationId)
    return refused(notFound('tool server'))
  switch (message.type) {
    case 'set':
      if (state.setting !== null && message.setting.revision <= state.setting.revision) return unchanged
      return { events: [{ type: 'set', setting: message.setting }] }
    case 'remove':
      return { events: [{ type: 'removed' }] }
    case 'view':
    case 'alarm':
      return unchanged
    case 'refresh':
      return { events: [{ type: 'refresh-asked' }] }
    case 'accept':
      return accept(state, message)
    case 'set-tool':
      return setTool(state, message)
    case 'listed':
      return message.round === state.round ? listed(state, message) : unchanged
    case 'unreachable': {
      const { type, round, error } = message
      return round === state.round ? { events: [{ type, error }] } : unchanged
    }
    case 'tripped': {
      const { type, url, error } = message
      return url === state.setting?.url && state.outage === null ? { events: [{ type, error }] } : unchanged
    }
    case 'recovered': {
      const isNews = state.outage !== null || state.trips > 0
      return message.url === state.setting?.url && isNews ? { events: [{ type: 'recovered' }] } : unchanged
    }
    case 'tools-changed': {
      const isHeeded = state.lastCheckedAt !== null && now - state.lastCheckedAt >= heedEveryMs
      return message.url === state.setting?.url && isHeeded
        ? { events: [{ type: 'refresh-asked' }] }
        : unchanged
    }
    case 'published':
      return message.version > state.published ? { events: [message] } : unchanged
    case 'poison':
      return { events: [{ type: 'parked', reason: message.reason }] }
  }
}

/** Pins the offered definition in place of the old one; removes a tool that the server has removed. */
function accept({ tools }: State, { name, pin }: AcceptMessage): Decision<Event> {
  const tool = tools.find(({ definition }) => definition.name === name)
  if (tool === undefined) return refused(notFound(`tool ${name}`))
  if (tool.drift === null)
    return refused(new Failure('conflict', `tool ${name} is as it was pinned: there is nothing to accept`))
  if (pin !== null && pin !== tool.drift.pin)
    return refused(new Failure('conflict', `tool ${name} has changed again: look at what is offered now`))
  return { events: [{ type: 'accepted', name }] }
}

function setTool({ tools, settings }: State, { name, change }: SetToolMessage): Decision<Event> {
  if (!tools.some(({ definition }) => definition.name === name)) return refused(notFound(`tool ${name}`))
  const before = settings.find(setting => setting.name === name)
  return { events: [{ type: 'tool-set', setting: changedSetting(name, before, change) }] }
}

/** Compares the list with the pins, not with the last list: a drifted tool may drift further, or back. */
function listed(state: State, { type, protocol, tools, refused, ttlMs }: ListedMessage): Decision<Event> {
  const { added, unchanged, changed } = compareLists(state.tools, tools)
  const quarantined = new Set(
    state.tools.flatMap(({ definition, drift }) => (drift ? [definition.name] : [])),
  )
  const grown: ListedEvent['grown'][number][] = []
  const drifted: ListedEvent['drifted'][number][] = []
  for (const { name, offered, changes } of changed) {
    if (offered !== null && !isBreaking(changes)) grown.push({ definition: offered, changes })
    else drifted.push({ name, offered, pin: offered === null ? 'removed' : pinOf(offered), changes })
  }
  const restored = unchanged.filter(name => quarantined.has(name))
  const listPin = listPinOf(tools, refused)
  return { events: [{ type, protocol, listPin, added, grown, drifted, restored, refused, ttlMs }] }
}

function* pending(state: State): Iterable<ToolServerEffect> {
  const { setting, round, protocol, protocolAt, ttlMs, isCheckOwed, outage, trips, listPin } = state
  const { version, published } = state
  if (setting === null || state.isRemoved) return
  // A server in this process changes only with its installation.
  const isWatched = setting.enabled && setting.installed?.isLocal !== true
  if ((isWatched || isCheckOwed) && state.parked === null) {
    const known = { protocol, protocolAt, ttlMs, listPin, trips, isDown: outage !== null }
    yield { type: 'probe', id: `probe ${round}`, round, setting, isDue: isCheckOwed, ...known }
  }
  if (version > published) {
    yield { type: 'publish', id: `publish ${version}`, version, publication: publicationOf(state) }
  }
}

function refused(refusal: Failure): Decision<Event> {
  return { events: [], refusal }
}
