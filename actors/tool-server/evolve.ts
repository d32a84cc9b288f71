// The state of a tool server's actor after an event; behavior.ts hands it to the runtime. It changes the
// given state and returns it.
import { pinOf } from '../../domain/tools/tool-pin.ts'
import type { ServerSetting } from '../../domain/tools/tool-server.ts'
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
      requestCheck(state)
      break
    case 'listed':
      applyList(state, event, at)
      noteCheck(state, at)
      break
    case 'unreachable':
      noteOutage(state, event.error, at)
      noteCheck(state, at)
      break
    case 'tripped':
      state.trips++
      noteOutage(state, event.error, at)
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
  if (!isAsWas) requestCheck(state)
  // A new round: the probe in flight has the old setting.
  else state.round++
}

/** Has a server in this process another version? An admin has accepted its tools with the installation. */
function isUpdated({ installed: before }: ServerSetting, { installed: after }: ServerSetting): boolean {
  return after?.isLocal === true && before?.version !== after.version
}

/** Removes all that is known of the server, except the settings of its tools: one that is off stays off. */
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

function requestCheck(state: State): void {
  state.isCheckOwed = true
  state.parked = null
  state.round++
}

function noteCheck(state: State, at: number): void {
  state.isCheckOwed = false
  state.lastCheckedAt = at
  state.round++
}

function noteOutage(state: State, error: string, at: number): void {
  state.outage = { since: state.outage?.since ?? at, error }
}

function applyList(state: State, event: ListedEvent, at: number): void {
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
