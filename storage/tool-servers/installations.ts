// The part of a tool server's row that tells of its installation from the marketplace.
// storage/tool-servers/tool-servers.ts writes the columns with the rest of the row, so installing is one
// insert and uninstalling one delete.
import type { KeptPackage } from '../../domain/tools/npm-package.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import type { Installation } from '../../domain/tools/tool-server.ts'
import type { Queries } from '../postgres/statement.ts'
import { workflowUses } from '../workflows/workflow-uses.ts'

/** An installation as it is stored. */
export interface KeptInstallation extends Installation {
  /** The tools as they were pinned; null for a remote server, which lists them itself. */
  readonly definitions: readonly ToolDefinition[] | null
  /** Null unless it runs an npm package. */
  readonly package: KeptPackage | null
}

export interface InstallationColumns {
  readonly catalogToolId: string | null
  readonly catalogSlug: string | null
  readonly catalogVersion: string | null
  /** JSON text. */
  readonly catalogSettings: string | null
}

export function installationColumns(installation: KeptInstallation) {
  const { toolId, slug, version, settings, definitions, package: runs } = installation
  return {
    catalogToolId: toolId,
    catalogSlug: slug,
    catalogVersion: version,
    catalogSettings: JSON.stringify(settings),
    catalogDefinitions: definitions && JSON.stringify(definitions),
    catalogPackage: runs && JSON.stringify(runs),
  }
}

/** @returns null when the server was registered by its URL */
export function installationOf(row: InstallationColumns): Installation | null {
  const { catalogToolId: toolId, catalogSlug: slug, catalogVersion, catalogSettings } = row
  if (toolId === null) return null
  return { toolId, slug, version: catalogVersion ?? '', settings: JSON.parse(catalogSettings ?? '{}') }
}

export type InstallationStore = ReturnType<typeof installationStore>

export function installationStore(queries: Queries) {
  return {
    definitions: (organizationId: string, id: string) => loadDefinitions(queries, organizationId, id),
    /** The npm package that the tool server runs; null when it runs none, or is gone. */
    package: (organizationId: string, id: string) => loadPackage(queries, organizationId, id),
    /** Workflow versions that use the tool server with this slug. */
    uses: (organizationId: string, slug: string) => workflowUses(queries, organizationId, slug),
  }
}

/**
 * The tools of an installed catalog server as they were pinned; null when there is no such server.
 * @throws {Failure} unavailable
 */
export async function loadDefinitions(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<readonly ToolDefinition[] | null> {
  const [row] = await queries.query<{ definitions: string | null }>(definitions, [organizationId, id])
  return row?.definitions == null ? null : JSON.parse(row.definitions)
}

const definitions = {
  name: 'installations.definitions',
  text: `select catalog_definitions as definitions from tool_servers where organization_id = $1 and id = $2`,
}

async function loadPackage(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<KeptPackage | null> {
  const [row] = await queries.query<{ package: string | null }>(packages, [organizationId, id])
  return row?.package == null ? null : (JSON.parse(row.package) as KeptPackage)
}

const packages = {
  name: 'installations.package',
  text: `select catalog_package as package from tool_servers where organization_id = $1 and id = $2`,
}
