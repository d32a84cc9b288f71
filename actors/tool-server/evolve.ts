// The state of a tool server's actor after an event.
import { pinOf } from '../../domain/tool-pin.ts'
import type { ServerSetting } from '../../domain/tool-server.ts'
import type { Event, ListedEvent, State } from './protocol.ts'

export function initialState(): State {
  return {
    setting: null,
    protocol: null,
    protocolAt: null,
    ttlMs: null,
    tools: [],
    settings: [],
    refused: [],
    listPin: null,
    outage: null,
    trips: 0,
    lastCheckedAt: null,
    isCheckOwed: false,
    round: 0,
    version: 0,
    published: 0,
    isRemoved: false,
    parked: null,
  }
}

export function evolve(state: State, event: Event, at: number): State {
  if (event.type !== 'published') state.version++
  switch (event.type) {
    case 'set':
      set(state, event.setting)
      break
    case 'refresh-asked':
      oweCheck(state)
      break
    case 'listed':
      listed(state, event, at)
      checked(state, at)
      break
    case 'unreachable':
      fall(state, event.error, at)
      checked(state, at)
      break
    case 'tripped':
      state.trips++
      fall(state, event.error, at)
      state.round++
      break
    case 'recovered':
      state.outage = null
      state.trips = 0
      state.round++
      break
    case 'accepted':
      accept(state, event.name, at)
      break
    case 'tool-set':
      state.settings = [...state.settings.filter(({ name }) => name !== event.setting.name), event.setting]
      break
    case 'published':
      state.published = event.version
      break
    case 'removed':
      state.isRemoved = true
      break
    case 'parked':
      state.parked = event.reason
      state.isCheckOwed = false
      break
  }
  return state
}

function set(state: State, setting: ServerSetting): void {
  const before = state.setting
  state.setting = setting
  const isSame = before?.url === setting.url && before?.credentialId === setting.credentialId
  if (before === null || before.url !== setting.url || isUpdated(before, setting)) forget(state)
  const isAsWas =
    before !== null && isSame && !isUpdated(before, setting) && (before.enabled || !setting.enabled)
  if (!isAsWas) oweCheck(state)
  // What is under way knows the server under its old name.
  else state.round++
}

/** What runs in this process has another version, which was looked at and accepted where it was chosen. */
function isUpdated({ installed: before }: ServerSetting, { installed: after }: ServerSetting): boolean {
  return after?.isLocal === true && before?.version !== after.version
}

/** What an admin has set for its tools stays: a switch that is off is not switched on by moving the server. */
function forget(state: State): void {
  state.tools = []
  state.refused = []
  state.listPin = null
  state.protocol = null
  state.protocolAt = null
  state.ttlMs = null
  state.outage = null
  state.trips = 0
}

function oweCheck(state: State): void {
  state.isCheckOwed = true
  state.parked = null
  state.round++
}

function checked(state: State, at: number): void {
  state.isCheckOwed = false
  state.lastCheckedAt = at
  state.round++
}

function fall(state: State, error: string, at: number): void {
  state.outage = { since: state.outage?.since ?? at, error }
}

function listed(state: State, event: ListedEvent, at: number): void {
  state.protocol = event.protocol
  state.protocolAt = at
  state.ttlMs = event.ttlMs
  state.listPin = event.listPin
  state.refused = event.refused
  state.outage = null
  const grown = new Map(event.grown.map(one => [one.definition.name, one]))
  const drifted = new Map(event.drifted.map(one => [one.name, one]))
  const restored = new Set(event.restored)
  for (const tool of state.tools) {
    const { name } = tool.definition
    const growth = grown.get(name)
    const drift = drifted.get(name)
    if (growth !== undefined) {
      tool.definition = growth.definition
      tool.pin = pinOf(growth.definition)
      tool.growth = { at, changes: growth.changes }
    }
    if (drift !== undefined)
      tool.drift = { ...drift, since: tool.drift?.pin === drift.pin ? tool.drift.since : at }
    else if (growth !== undefined || restored.has(name)) tool.drift = null
  }
  for (const definition of event.added)
    state.tools.push({ definition, pin: pinOf(definition), pinnedAt: at, drift: null, growth: null })
}

function accept(state: State, accepted: string, at: number): void {
  const tool = state.tools.find(({ definition }) => definition.name === accepted)!
  const { offered, pin } = tool.drift!
  if (offered === null) {
    state.tools = state.tools.filter(one => one !== tool)
    return
  }
  Object.assign(tool, { definition: offered, pin, pinnedAt: at, drift: null, growth: null })
}
