// Settings of tool servers on their way to the actors: a change is first a row, and the actor is told after
// the commit. Also the details that actors publish of the tools. Part of the store of tool servers.
import { notFound } from '../../domain/failure.ts'
import type { PublishedTool } from '../../domain/tools/server-tool.ts'
import type { ServerSetting } from '../../domain/tools/tool-server.ts'
import type { Queries } from '../postgres/statement.ts'
import { defaultsOf } from './tool-server-reader.ts'

export interface ToolServerDetails {
  readonly tools: readonly PublishedTool[]
  readonly lastCheckedAt: number | null
}

export function toolServerSettings(queries: Queries) {
  return {
    /** The setting as its actor needs it. @throws {Failure} not-found */
    async setting(organizationId: string, id: string): Promise<ServerSetting> {
      const [row] = await queries.query<SettingRow>(findSetting, [organizationId, id])
      if (row === undefined) throw notFound('tool server')
      return settingOf(row)
    },

    /** Settings that their actors have not confirmed, in all organizations, by id, after a given one. */
    async unsynced(after: string, limit: number): Promise<ServerSetting[]> {
      return (await queries.query<SettingRow>(findUntold, [after, limit])).map(settingOf)
    },

    /** Notes that the actor has this revision, and with it the earlier ones. */
    async markSynced({ id, organizationId, revision }: ServerSetting): Promise<void> {
      await queries.query(markTold, [organizationId, id, revision])
    },

    /**
     * When each server of an organization was last asked for its tools. The cache cannot tell: it only
     * holds the last time that something changed.
     */
    async checks(organizationId: string): Promise<ReadonlyMap<string, number | null>> {
      const rows = await queries.query<CheckRow>(findChecks, [organizationId])
      return new Map(rows.map(({ id, lastCheckedAt }) => [id, lastCheckedAt]))
    },

    /**
     * The tools as the actor published them, with the settings of each, and when the server was last asked.
     */
    async details(organizationId: string, id: string): Promise<ToolServerDetails> {
      const [row] = await queries.query<DetailsRow>(findDetails, [organizationId, id])
      const { details = null, lastCheckedAt = null } = row ?? {}
      return { tools: details === null ? [] : (JSON.parse(details) as PublishedTool[]), lastCheckedAt }
    },
  }
}

type SettingRow = Omit<ServerSetting, 'defaults' | 'installed'> & {
  readonly defaults: string | null
  readonly version: string | null
  readonly isLocal: boolean
}

interface CheckRow {
  readonly id: string
  readonly lastCheckedAt: number | null
}

interface DetailsRow {
  readonly details: string | null
  readonly lastCheckedAt: number | null
}

function settingOf({ defaults, version, isLocal, ...row }: SettingRow): ServerSetting {
  const installed = version === null ? null : { version, isLocal }
  return { ...row, defaults: defaultsOf(defaults), installed }
}

const columns = `id, organization_id as "organizationId", name, slug, url, enabled,
  credential_id as "credentialId", defaults, revision, catalog_version as version,
  catalog_slug is not null as "isLocal"`

const findSetting = {
  name: 'tool-servers.setting',
  text: `select ${columns} from tool_servers where organization_id = $1 and id = $2`,
}

const findUntold = {
  name: 'tool-servers.untold',
  text: `select ${columns} from tool_servers where told < revision and id > $1 order by id limit $2`,
}

const markTold = {
  name: 'tool-servers.told',
  text: 'update tool_servers set told = $3 where organization_id = $1 and id = $2 and told < $3',
}

const findChecks = {
  name: 'tool-servers.checks',
  text: 'select id, last_checked_at as "lastCheckedAt" from tool_servers where organization_id = $1',
}

const findDetails = {
  name: 'tool-servers.details',
  text: `select details, last_checked_at as "lastCheckedAt" from tool_servers
    where organization_id = $1 and id = $2`,
}
