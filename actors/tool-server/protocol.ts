// The messages, events, effects and state of a tool server's actor. All of them are JSON. Lists are arrays,
// not objects by name: a foreign tool may be called `__proto__`.
import type { Change } from '../../domain/schema/schema-drift.ts'
import type { Publication } from '../../domain/tools/server-tool.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import type { RefusedTool, ServerSetting, ToolServerProtocol } from '../../domain/tools/tool-server.ts'
import type { ChangeToolSetting, ToolSetting } from '../../domain/tools/tool-settings.ts'
import type { Effect } from '../../runtime/actor.ts'

export type Message =
  /** The row has changed. */
  | { readonly type: 'set'; readonly setting: ServerSetting }
  /** The row is gone. */
  | { readonly type: 'remove' }
  | { readonly type: 'view'; readonly organizationId: string }
  | { readonly type: 'refresh'; readonly organizationId: string }
  | AcceptMessage
  | SetToolMessage
  /** The result of a probe; `round` is the round of its effect. */
  | ListedMessage
  | { readonly type: 'unreachable'; readonly round: number; readonly error: string }
  /** A hub has opened its breaker, or closed it after a good call; `url` is what it called. */
  | { readonly type: 'tripped'; readonly url: string; readonly error: string }
  | { readonly type: 'recovered'; readonly url: string }
  /** The server has reported that its tools changed. */
  | { readonly type: 'tools-changed'; readonly url: string }
  | { readonly type: 'published'; readonly version: number }
  | { readonly type: 'alarm' }
  /** Its code ended its host too often. */
  | { readonly type: 'poison'; readonly reason: string }

export interface ListedMessage {
  readonly type: 'listed'
  readonly round: number
  readonly protocol: ToolServerProtocol
  readonly tools: readonly ToolDefinition[]
  readonly refused: readonly RefusedTool[]
  /** How long the list is valid, as the server says; null when it says nothing. */
  readonly ttlMs: number | null
}

export interface AcceptMessage {
  readonly type: 'accept'
  readonly organizationId: string
  readonly name: string
  /** Pin of the definition that the admin has seen; null: accept whatever is offered. */
  readonly pin: string | null
}

export interface SetToolMessage {
  readonly type: 'set-tool'
  readonly organizationId: string
  readonly name: string
  readonly change: ChangeToolSetting
}

export type Event =
  | { readonly type: 'set'; readonly setting: ServerSetting }
  | { readonly type: 'refresh-asked' }
  | ListedEvent
  | { readonly type: 'unreachable'; readonly error: string }
  | { readonly type: 'tripped'; readonly error: string }
  | { readonly type: 'recovered' }
  | { readonly type: 'accepted'; readonly name: string }
  | { readonly type: 'tool-set'; readonly setting: ToolSetting }
  | { readonly type: 'published'; readonly version: number }
  | { readonly type: 'removed' }
  | { readonly type: 'parked'; readonly reason: string }

/** The answer of the server to tools/list, as differences from the pins. */
export interface ListedEvent {
  readonly type: 'listed'
  readonly protocol: ToolServerProtocol
  readonly listPin: string
  readonly added: readonly ToolDefinition[]
  /** Changed in a way that breaks no caller. */
  readonly grown: readonly { readonly definition: ToolDefinition; readonly changes: readonly Change[] }[]
  readonly drifted: readonly Drifted[]
  /** Offered again as they were pinned. */
  readonly restored: readonly string[]
  readonly refused: readonly RefusedTool[]
  readonly ttlMs: number | null
}

export interface Drifted {
  readonly name: string
  /** Null: the server no longer has it. */
  readonly offered: ToolDefinition | null
  readonly pin: string
  readonly changes: readonly Change[]
}

export type ToolServerEffect = ProbeEffect | PublishEffect

/**
 * Ask the server for its tools: once when `isDue`, otherwise again and again until something differs. At most
 * one is pending; its id is the round.
 */
export interface ProbeEffect extends Effect {
  readonly type: 'probe'
  readonly round: number
  readonly setting: ServerSetting
  readonly protocol: ToolServerProtocol | null
  /** When the protocol was found out, Unix ms. */
  readonly protocolAt: number | null
  readonly ttlMs: number | null
  readonly isDue: boolean
  readonly isDown: boolean
  /** How often in a row calls failed although the probe between them succeeded. */
  readonly trips: number
  readonly listPin: string | null
}

/** Write the row that hubs and lists read, and tell every thread. */
export interface PublishEffect extends Effect {
  readonly type: 'publish'
  readonly version: number
  readonly publication: Publication
}

/** Version of the shape of State. Count it up at every change: snapshots of another version are ignored. */
export const stateVersion = 1

export interface PinnedTool {
  definition: ToolDefinition
  pin: string
  pinnedAt: number
  /** The other definition that the server offers now; null while it offers the pinned one. */
  drift: (Drifted & { readonly since: number }) | null
  /** The latest change that was accepted without an admin. */
  growth: { readonly at: number; readonly changes: readonly Change[] } | null
}

export interface State {
  setting: ServerSetting | null
  protocol: ToolServerProtocol | null
  protocolAt: number | null
  ttlMs: number | null
  tools: PinnedTool[]
  settings: ToolSetting[]
  refused: readonly RefusedTool[]
  /** Pin of the last list; null before the first. */
  listPin: string | null
  outage: { readonly since: number; readonly error: string } | null
  trips: number
  lastCheckedAt: number | null
  isCheckOwed: boolean
  /** Counts up when the probe in flight becomes obsolete. */
  round: number
  /** Counts the changes of the state that others read. */
  version: number
  /** The last version that was published. */
  published: number
  isRemoved: boolean
  parked: string | null
}

/** The reply of a tool server's actor. `isSettled`: everything that was asked for is done and published. */
export interface ToolServerView {
  readonly isSettled: boolean
}
