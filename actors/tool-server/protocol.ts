// What is said to a tool server's actor, what happens in it, what it remembers, what it owes. All of it is JSON. Lists
// are arrays and not objects by name: a foreign tool may be called `__proto__`.
import type { Change } from '../../domain/schema-drift.ts'
import type { Publication } from '../../domain/server-tool.ts'
import type { ToolDefinition } from '../../domain/tool.ts'
import type { RefusedTool, ServerSetting, ToolServerProtocol } from '../../domain/tool-server.ts'
import type { ChangeToolSetting, ToolSetting } from '../../domain/tool-settings.ts'
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
  /** What a probe found; `round` is the one that it was owed in. */
  | ListedMessage
  | { readonly type: 'unreachable'; readonly round: number; readonly error: string }
  /** A hub has opened its breaker, or has closed it after a call that went well; `url` is where it called. */
  | { readonly type: 'tripped'; readonly url: string; readonly error: string }
  | { readonly type: 'recovered'; readonly url: string }
  /** The server has said so. */
  | { readonly type: 'tools-changed'; readonly url: string }
  | { readonly type: 'published'; readonly version: number }
  | { readonly type: 'alarm' }
  /** Its code ended its host too often. */
  | { readonly type: 'park'; readonly reason: string }

export interface ListedMessage {
  readonly type: 'listed'
  readonly round: number
  readonly protocol: ToolServerProtocol
  readonly tools: readonly ToolDefinition[]
  readonly refused: readonly RefusedTool[]
  /** For how long the server promises the list; null when it says nothing. */
  readonly ttlMs: number | null
}

export interface AcceptMessage {
  readonly type: 'accept'
  readonly organizationId: string
  readonly name: string
  /** Of the definition that the admin has seen; null: whatever is offered. */
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

/** The server has answered tools/list. Only what differs from before is in it. */
export interface ListedEvent {
  readonly type: 'listed'
  readonly protocol: ToolServerProtocol
  readonly listPin: string
  readonly added: readonly ToolDefinition[]
  /** Changed so that nobody who used the tool is hurt. */
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
 * Ask the server for its tools: now when `isDue`, else again and again until something differs from what is known. There
 * is at most one, since its id is the round.
 */
export interface ProbeEffect extends Effect {
  readonly type: 'probe'
  readonly round: number
  readonly setting: ServerSetting
  readonly protocol: ToolServerProtocol | null
  /** When that was found out. */
  readonly protocolAt: number | null
  readonly ttlMs: number | null
  readonly isDue: boolean
  readonly isDown: boolean
  /** Times in a row that calls failed although the probe between them did not. */
  readonly trips: number
  readonly listPin: string | null
}

/** Write the row that hubs and lists read, and tell every thread. */
export interface PublishEffect extends Effect {
  readonly type: 'publish'
  readonly version: number
  readonly publication: Publication
}

/** Of the shape of State: counted up with every change of it, so that snapshots of the old one are not read. */
export const stateVersion = 1

export interface PinnedTool {
  definition: ToolDefinition
  pin: string
  pinnedAt: number
  /** What the server offers in its place. */
  drift: (Drifted & { readonly since: number }) | null
  /** The latest change that was taken without asking. */
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
  /** Of the last list; null before the first. */
  listPin: string | null
  outage: { readonly since: number; readonly error: string } | null
  trips: number
  lastCheckedAt: number | null
  isCheckOwed: boolean
  /** Counts up whenever a probe that is under way is overtaken. */
  round: number
  /** Changes of what is published, and how many of them are. */
  version: number
  published: number
  isRemoved: boolean
  parked: string | null
}

/** The answer to whoever spoke to it: is everything done that was asked for? */
export interface ToolServerWord {
  readonly isSettled: boolean
}
