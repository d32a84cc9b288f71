// The first-party servers of this version as entries of the marketplace. Called by the composition.
import { derivedIdAt } from '../../domain/ids.ts'
import type { MarketplaceEntry } from '../../domain/tools/marketplace/marketplace.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import type { FirstPartyServer, FirstPartyTool } from '../first-party/first-party-server.ts'

export function firstPartyEntries(servers: readonly FirstPartyServer[]): readonly MarketplaceEntry[] {
  return servers.map(entryOf)
}

/** The same on every machine and in every version, because it follows from the slug. */
export function firstPartyToolId(slug: string): string {
  return derivedIdAt('marketplaceTool', `troupe ${slug}`, 0)
}

function entryOf(server: FirstPartyServer): MarketplaceEntry {
  const { slug, name, description, publisher, version, categories, credential, settings } = server
  return {
    ...{ id: firstPartyToolId(slug), slug, name, description, publisher, version, categories },
    ...{ credential, settings, source: null, transport: { type: 'in-process' } },
    tools: server.tools.map(definitionOf),
  }
}

/** Without code: this is stored and shown. */
function definitionOf(tool: FirstPartyTool): ToolDefinition {
  const { name, title, description, inputSchema, outputSchema, effect, keywords, examples } = tool
  return { name, title, description, inputSchema, outputSchema, effect, keywords, examples }
}
