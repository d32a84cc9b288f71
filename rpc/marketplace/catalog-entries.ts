// The catalog of this service as the marketplace shows it.
import { derivedIdAt } from '../../domain/ids.ts'
import type { MarketplaceEntry } from '../../domain/marketplace.ts'
import type { ToolDefinition } from '../../domain/tool.ts'
import type { CatalogServer, CatalogServerTool } from '../catalog/catalog-server.ts'

export function catalogEntries(servers: readonly CatalogServer[]): readonly MarketplaceEntry[] {
  return servers.map(entryOf)
}

/** The same on every machine and in every version: it follows from the slug. */
export function catalogToolId(slug: string): string {
  return derivedIdAt('marketplaceTool', `troupe ${slug}`, 0)
}

function entryOf(server: CatalogServer): MarketplaceEntry {
  const { slug, name, description, publisher, version, categories, credential, settings } = server
  return {
    ...{ id: catalogToolId(slug), slug, name, description, publisher, version, categories },
    ...{ credential, settings, source: null, transport: { type: 'in-process' } },
    tools: server.tools.map(definitionOf),
  }
}

/** Without its code: this is stored and shown. */
function definitionOf(tool: CatalogServerTool): ToolDefinition {
  const { name, title, description, inputSchema, outputSchema, effect, keywords, examples } = tool
  return { name, title, description, inputSchema, outputSchema, effect, keywords, examples }
}
