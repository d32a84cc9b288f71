// A tool server: somebody's HTTP service that speaks JSON-RPC 2.0, or a command that the operator allows
// (domain/tools/stdio-server.ts), registered by an organization. Its tools
// are offered as `<slug>__<tool>`. A slug has no underscore, so the first `__` of an offered name ends the
// slug.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import type { JsonObject, JsonSchema } from '../json.ts'
import { text } from '../text.ts'
import { chooseConnect, connectionFor, type KnownConnection } from './connection.ts'
import { ServerAbout } from './server-about.ts'
import { stdioNameOf } from './stdio-server.ts'
import type { ToolDefinition } from './tool.ts'
import { ChangeToolDefaults, noControls, type ToolControls, ToolDefaults } from './tool-settings.ts'

export const toolServerBounds = {
  nameLength: 100,
  urlLength: 2_048,
  slugLength: 32,
  perOrganization: 200,
} as const

/**
 * `modern`: MCP 2026-07-28, stateless. `mcp`: a session begun by initialize, MCP of 2025. `plain`: tools/list
 * and tools/call without a handshake.
 */
export const toolServerProtocols = ['modern', 'mcp', 'plain'] as const
export type ToolServerProtocol = (typeof toolServerProtocols)[number]

/**
 * `degraded`: some tools are quarantined or were left out, or some calls fail. `quarantined`: every tool is.
 * `down`: out of reach, or its calls fail one after the other.
 */
export const toolServerStatuses = ['healthy', 'degraded', 'down', 'quarantined'] as const
export type ToolServerStatus = (typeof toolServerStatuses)[number]

/** As it leaves over HTTP. */
export const ToolServer = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  url: z.string(),
  status: z.enum(toolServerStatuses),
  enabled: z.boolean(),
  toolCount: z.int(),
  credentialId: z.string().nullable(),
  lastCheckedAt: z.int().nullable(),
  error: z.string().nullable(),
  wantsConnection: z.boolean().meta({
    description: 'It lets in by consent: `POST /api/v1/mcp-servers/:id/connect` opens its page',
  }),
  protocol: z
    .enum(toolServerProtocols)
    .meta(openValues)
    .nullable()
    .meta({ description: 'Null until the server has answered' }),
  about: ServerAbout.nullable().meta({ description: 'What the server says of itself' }),
  defaults: ToolDefaults,
  createdAt: z.int(),
})
export type ToolServer = z.infer<typeof ToolServer>

/**
 * A server as the hub and the store pass it around. The store returns the same object until something about
 * it changes.
 */
export interface RegisteredServer {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly slug: string
  readonly url: string
  readonly enabled: boolean
  /** The protocol of the last successful tools/list; null before the first. */
  readonly protocol: ToolServerProtocol | null
  /** What it says of itself; absent or null until it has said something. */
  readonly about?: ServerAbout | null
  /** The tools that can be called, as they were pinned. */
  readonly tools: readonly ToolDefinition[]
  readonly status: ToolServerStatus
  /** What is wrong, for a person; null when nothing is. */
  readonly error: string | null
  readonly lastCheckedAt: number | null
  readonly createdAt: number
  /** Id of the credential; null or absent: requests carry none. */
  readonly credentialId?: string | null
  /** Those made by OAuth; they go before the credential. Absent: none. */
  readonly connections?: readonly KnownConnection[]
  /** Absent: the hub calls every tool without restriction. */
  readonly controls?: ToolControls
  /** By tool: what its results looked like, for tools that do not say (domain/schema/observed-schema.ts). */
  readonly observed?: ReadonlyMap<string, JsonSchema>
  /** Null or absent when it was registered by its URL. */
  readonly catalog?: Installation | null
}

/** The installation of a server from the marketplace. */
export interface Installation {
  /** Id of the marketplace tool. */
  readonly toolId: string
  /**
   * Slug of the first-party server that runs it in this process; null: a remote server, called at its URL.
   */
  readonly slug: string | null
  /** The version that was installed, or updated to. */
  readonly version: string
  /** Valid against the `settings` of that version. */
  readonly settings: JsonObject
}

/**
 * Does code of this service run its tools? Then the server itself is never down, though a service that it
 * calls may be.
 */
export function isLocal({ catalog }: RegisteredServer): boolean {
  return catalog != null && catalog.slug !== null
}

/** A tool of the server that cannot be offered. */
export interface RefusedTool {
  readonly name: string
  readonly reason: string
}

/** The settings of a server's row, as its actor is told them. */
export interface ServerSetting {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly slug: string
  readonly url: string
  readonly enabled: boolean
  readonly credentialId: string | null
  readonly defaults: ToolDefaults
  /**
   * The marketplace version, and whether it runs in this process; null for a server registered by its URL.
   */
  readonly installed: { readonly version: string; readonly isLocal: boolean } | null
  /** Counted up with every change. */
  readonly revision: number
}

/** No underscore: the first `__` of an offered name ends the slug. */
const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/
const slugExpected = 'expected 1 to 32 of a-z, 0-9 and -, neither first nor last -'

const url = text(1, toolServerBounds.urlLength).refine(
  isServerUrl,
  'expected an http or https URL without credentials, or stdio:<name>',
)

const fields = {
  name: text(1, toolServerBounds.nameLength).refine(isOneLine, 'expected one line of text'),
  url,
  /** Id or name; null for none. */
  credentialId: text(1, 200).nullish(),
  enabled: z.boolean().default(true),
  defaults: ChangeToolDefaults.optional(),
}

export const CreateToolServer = z.object({
  ...fields,
  /** Default: made of the name. */
  slug: z.string().regex(slugPattern, slugExpected).optional(),
})
export type CreateToolServer = z.infer<typeof CreateToolServer>

/**
 * The slug never changes: plans name it. A new URL is a new server: without a credential unless one is given.
 */
export const UpdateToolServer = z.object(fields).partial().extend({ enabled: z.boolean().optional() })
export type UpdateToolServer = z.infer<typeof UpdateToolServer>

/** A registered server as the API shows it. */
export function toolServerView(server: RegisteredServer): ToolServer {
  const { id, name, slug, url, status, enabled, tools, lastCheckedAt, error, createdAt } = server
  const { credentialId = null, controls = noControls, protocol, about = null } = server
  const { defaults } = controls
  const toolCount = tools.length
  const shown = { id, name, slug, url, status, enabled, toolCount, credentialId }
  const wantsConnection = error?.includes(chooseConnect) ?? false
  const view = { ...shown, lastCheckedAt, error, wantsConnection, protocol, about, defaults, createdAt }
  const { connections = [] } = server
  const ended = connectionFor(connections, null)?.error ?? null
  if (ended === null) return view
  const isUsed = status !== 'down' && connections.some(connection => connection.error === null)
  return { ...view, status: isUsed ? 'degraded' : 'down', error: ended, wantsConnection: true }
}

/**
 * The slug of a new server: its name in lower case, everything but letters and digits folded to `-`; a number
 * is added while the organization already has that slug. `My Orders (EU)` becomes `my-orders-eu`.
 */
export function slugOf(name: string, taken: ReadonlySet<string> = new Set()): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .match(/[a-z0-9]+/g)
  const base = words?.join('-').slice(0, toolServerBounds.slugLength).replace(/-$/, '') ?? 'server'
  let slug = base
  for (let n = 2; taken.has(slug); n++) {
    const suffix = `-${n}`
    slug = base.slice(0, toolServerBounds.slugLength - suffix.length) + suffix
  }
  return slug
}

function isServerUrl(text: string): boolean {
  if (stdioNameOf(text) !== null) return true
  if (/[\u0000-\u0020\u007f]/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

function isOneLine(text: string): boolean {
  return !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)
}
