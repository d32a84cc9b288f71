// The tool servers of an organization, from memory, as the hub needs them. The main thread and every host
// have a reader each. A reader reads again after a notice that one of the organization's servers has
// changed (storage/cached-facts.ts).
import type { KnownConnection } from '../../domain/tools/connection.ts'
import type { ServerAbout } from '../../domain/tools/server-about.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import {
  initialDefaults,
  noControls,
  type ToolControls,
  type ToolDefaults,
} from '../../domain/tools/tool-settings.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Queries } from '../postgres/statement.ts'
import { type InstallationColumns, installationOf } from './installations.ts'
import { observationsOfServer, observedBy } from './tool-observations.ts'

/** Largest sum of the lengths of the cached tools' JSON, in characters. */
const cachedLength = 32 * 1024 * 1024

interface Registered {
  readonly servers: readonly RegisteredServer[]
  readonly length: number
}

export class ToolServerReader {
  readonly #queries: Queries
  readonly #cache: BoundedCache<Registered>

  constructor(queries: Queries, facts = new CachedFacts()) {
    this.#queries = queries
    this.#cache = new BoundedCache(cachedLength, { notices: facts, weigh: ({ length }) => length })
    facts.listen(what => {
      // A member who leaves takes their connections along.
      if (what.type === 'tool-servers' || what.type === 'tool-observations' || what.type === 'member')
        this.#cache.delete(what.organizationId)
    })
  }

  /** All servers, including disabled ones, oldest first; the same array until something changes. */
  async list(organizationId: string): Promise<readonly RegisteredServer[]> {
    return (await this.#registered(organizationId))?.servers ?? []
  }

  /** Every call of a tool asks this: no promise when it is cached. */
  find(organizationId: string, slug: string): RegisteredServer | null | Promise<RegisteredServer | null> {
    const registered = this.#registered(organizationId)
    return registered instanceof Promise
      ? registered.then(loaded => serverIn(loaded, slug))
      : serverIn(registered, slug)
  }

  #registered(organizationId: string): Registered | Promise<Registered | null> {
    return this.#cache.get(organizationId, () => this.#load(organizationId))
  }

  async #load(organizationId: string): Promise<Registered> {
    const rows = await this.#queries.query<ServerRow>(list, [organizationId])
    const length = rows.reduce((sum, row) => sum + row.tools.length + (row.observations?.length ?? 0), 1_000)
    return { servers: rows.map(serverOf), length }
  }
}

function serverIn(registered: Registered | null, slug: string): RegisteredServer | null {
  return registered?.servers.find(server => server.slug === slug) ?? null
}

type ServerRow = Omit<
  RegisteredServer,
  'tools' | 'controls' | 'catalog' | 'observed' | 'connections' | 'about'
> &
  InstallationColumns & {
    tools: string
    controls: string | null
    observations: string | null
    defaults: string | null
    connections: string | null
    about: string | null
  }

/** The defaults come from the row, which is written first; the actor's controls follow later. */
function serverOf(columns: ServerRow): RegisteredServer {
  const { tools: toolsJson, controls, observations, defaults, connections, about, ...rest } = columns
  const { catalogToolId, catalogSlug, catalogVersion, catalogSettings, ...row } = rest
  const tools: RegisteredServer['tools'] = JSON.parse(toolsJson)
  const published = controls === null ? noControls : (JSON.parse(controls) as ToolControls)
  return {
    ...row,
    tools,
    observed: observedBy({ url: row.url, tools }, observations),
    catalog: installationOf({ catalogToolId, catalogSlug, catalogVersion, catalogSettings }),
    controls: { ...published, defaults: defaultsOf(defaults) },
    about: about === null ? null : (JSON.parse(about) as ServerAbout),
    ...(connections !== null && { connections: JSON.parse(connections) as KnownConnection[] }),
  }
}

/** @param column JSON text; null when nothing was set */
export function defaultsOf(column: string | null): ToolDefaults {
  return column === null ? initialDefaults : { ...initialDefaults, ...(JSON.parse(column) as ToolDefaults) }
}

const list = {
  name: 'tool-servers.list',
  text: `select id, organization_id as "organizationId", name, slug, url, enabled, protocol, tools, status, error,
      last_checked_at as "lastCheckedAt", created_at as "createdAt", credential_id as "credentialId", controls, defaults, about,
      catalog_tool_id as "catalogToolId", catalog_slug as "catalogSlug", catalog_version as "catalogVersion",
      catalog_settings as "catalogSettings", ${observationsOfServer('tool_servers.id')} as observations,
      (select json_agg(json_build_object('id', c.id, 'userId', c.user_id, 'error', c.error) order by c.id)::text
        from tool_server_connections c
        where c.tool_server_id = tool_servers.id and c.url = tool_servers.url) as connections
    from tool_servers where organization_id = $1 order by id`,
}
