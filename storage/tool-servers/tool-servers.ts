// Registered tool servers: what Settings > MCP Servers changes. Called by routes; the hub reads them
// through the ToolServerReader of its thread.
// 1. Each write announces itself (storage/cached-facts.ts), to this store's reader and to those of the
//    hosts.
// 2. This file writes the settings of a row, and the actor is told of them after the commit
//    (actors/tool-server/client.ts). The actor's results are written by
//    storage/tool-servers/tool-server-publications.ts.

import { defineEntity, p, raw } from '@mikro-orm/postgresql'
import { Failure, notFound } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import {
  isLocal,
  type RegisteredServer,
  slugOf,
  type ToolServerProtocol,
  toolServerBounds,
  toolServerStatuses,
} from '../../domain/tools/tool-server.ts'
import type { ChangeToolDefaults } from '../../domain/tools/tool-settings.ts'
import { CachedFacts } from '../cached-facts.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { installationColumns, type KeptInstallation } from './installations.ts'
import { ToolServerReader } from './tool-server-reader.ts'
import { toolServerSettings } from './tool-server-settings.ts'

export const ToolServerTable = defineEntity({
  name: 'ToolServer',
  tableName: 'tool_servers',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    name: p.text(),
    slug: p.text(),
    url: p.text(),
    enabled: p.boolean(),
    protocol: p.text().$type<ToolServerProtocol>().nullable(),
    /** JSON text of ToolDefinition[]. */
    tools: p.text(),
    status: p.enum(toolServerStatuses),
    error: p.text().nullable(),
    lastCheckedAt: p.bigint('number').nullable(),
    createdAt: p.bigint('number'),
    credentialId: p.text().nullable(),
    /** JSON text: ChangeToolDefaults, ToolControls, PublishedTool[]. */
    defaults: p.text().nullable(),
    controls: p.text().nullable(),
    details: p.text().nullable(),
    /** Of the settings: how often they changed, and which change the actor has confirmed. */
    revision: p.integer(),
    told: p.integer(),
    /** JSON text of ServerAbout. */
    about: p.text().nullable(),
    /** Counts what the actor publishes. */
    version: p.integer(),
    /** See storage/tool-servers/installations.ts. */
    catalogToolId: p.text().nullable(),
    catalogSlug: p.text().nullable(),
    catalogVersion: p.text().nullable(),
    catalogSettings: p.text().nullable(),
    catalogDefinitions: p.text().nullable(),
    catalogPackage: p.text().nullable(),
  },
})

export interface NewToolServer {
  /** Default: a new id. If the id exists already, its server is the answer. */
  readonly id?: string
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  /** Default: made of the name. */
  readonly slug?: string | undefined
  /** By id. */
  readonly credentialId?: string | null | undefined
  readonly defaults?: ChangeToolDefaults | undefined
  /** Set when it comes from the marketplace. */
  readonly catalog?: KeptInstallation | undefined
}

/** Absent fields stay as they are. */
export type ToolServerChange = {
  readonly [K in keyof Omit<NewToolServer, 'id' | 'slug'>]?: NewToolServer[K] | undefined
}

export type ToolServerStore = ReturnType<typeof toolServerStore>

export function toolServerStore(database: Database, facts = new CachedFacts()) {
  const reader = new ToolServerReader(database, facts)
  const announce = (organizationId: string, id: string) =>
    facts.announce({ type: 'tool-servers', organizationId, id })

  async function get(organizationId: string, id: string): Promise<RegisteredServer> {
    const server = (await reader.list(organizationId)).find(one => one.id === id)
    if (server === undefined) throw notFound('tool server')
    return server
  }

  async function change(organizationId: string, id: string, columns: Columns): Promise<RegisteredServer> {
    const next = { ...columns, revision: raw('revision + 1') }
    const count = await database.work(em => em.nativeUpdate(ToolServerTable, { id, organizationId }, next))
    announce(organizationId, id)
    if (count === 0) throw notFound('tool server')
    return get(organizationId, id)
  }

  return {
    /** All of them, oldest first. */
    list: (organizationId: string) => reader.list(organizationId),
    find: (organizationId: string, slug: string) => reader.find(organizationId, slug),

    /** @throws {Failure} not-found */
    get,

    /**
     * Without a slug, one is made of the name. It never changes.
     * @throws {Failure} conflict: the slug is taken; names one that is free
     */
    async create(organizationId: string, { id = newId('toolServer'), ...given }: NewToolServer) {
      const servers = await reader.list(organizationId)
      if (servers.some(one => one.id === id)) return get(organizationId, id)
      const { perOrganization } = toolServerBounds
      if (servers.length >= perOrganization)
        throw new Failure('conflict', `an organization has at most ${perOrganization} tool servers`)
      const taken = new Set(servers.map(one => one.slug))
      const slug = given.slug ?? slugOf(given.name, taken)
      if (taken.has(slug)) throw slugTaken(slug, taken)
      const { name, url, enabled, credentialId = null, defaults = null, catalog } = given
      const settings = { id, organizationId, name, slug, url, enabled, credentialId }
      const kept = defaults && JSON.stringify(defaults)
      const counts = { revision: 1, told: 0, version: 0 }
      const installed = catalog ? installationColumns(catalog) : {}
      const row = {
        ...settings,
        ...{ defaults: kept, ...unchecked, ...counts, ...installed, createdAt: Date.now() },
      }
      try {
        await database.work(em => em.insert(ToolServerTable, row))
      } catch (error) {
        if (breaksUnique(error, 'tool_servers_organization_id_slug_key')) throw slugTaken(slug, taken)
        if (breaksUnique(error, 'tool_servers_installed')) throw new Failure('conflict', 'already installed')
        if (!breaksUnique(error, 'tool_servers_pkey')) throw error
      } finally {
        announce(organizationId, id)
      }
      return get(organizationId, id)
    },

    /**
     * A new URL is a new server: unchecked, and without a credential unless one is given.
     * @throws {Failure} not-found
     */
    async update(organizationId: string, id: string, { defaults, catalog, ...given }: ToolServerChange) {
      const server = await get(organizationId, id)
      const isMoved = given.url !== undefined && given.url !== server.url
      if (isMoved && isLocal(server))
        throw new Failure('validation-failed', 'url: this server runs here and has none')
      const columns: Columns = {
        ...(isMoved && { ...unchecked, credentialId: null }),
        ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
        ...(defaults && { defaults: JSON.stringify({ ...server.controls!.defaults, ...defaults }) }),
        ...(catalog ? installationColumns(catalog) : {}),
      }
      return Object.keys(columns).length === 0 ? server : change(organizationId, id, columns)
    },

    ...toolServerSettings(database),

    /** @throws {Failure} not-found */
    async remove(organizationId: string, id: string): Promise<void> {
      const count = await database.work(em => em.nativeDelete(ToolServerTable, { id, organizationId }))
      announce(organizationId, id)
      if (count === 0) throw notFound('tool server')
    },
  }
}

type Columns = Partial<
  Pick<RegisteredServer, 'name' | 'url' | 'enabled' | 'status' | 'protocol' | 'error' | 'lastCheckedAt'>
> & {
  credentialId?: string | null
  defaults?: string
  tools?: string
  controls?: string | null
  details?: string | null
  about?: string | null
} & Partial<ReturnType<typeof installationColumns>>

/** The columns of a server that nobody has asked yet. */
const unchecked = {
  protocol: null,
  tools: '[]',
  status: 'down',
  error: null,
  lastCheckedAt: null,
  controls: null,
  details: null,
  about: null,
} as const

function slugTaken(slug: string, taken: ReadonlySet<string>): Failure {
  const free = slugOf(slug, new Set([...taken, slug]))
  return new Failure('conflict', `slug: a tool server with the slug ${slug} already exists; ${free} is free`)
}
