// Shows what the update of an installed tool would change: compares the pinned tools with those of the
// catalog.
import { compareLists, isBreaking } from '../../domain/tools/drift.ts'
import { addressOf } from '../../domain/tools/marketplace/installing.ts'
import {
  isNewer,
  type MarketplaceEntry,
  type ToolUpdate,
} from '../../domain/tools/marketplace/marketplace.ts'
import { pinOf } from '../../domain/tools/tool-pin.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import type { Services } from '../services.ts'
import { missingFor } from './installing.ts'

export async function describeUpdate(
  services: Services,
  server: RegisteredServer,
  entry: MarketplaceEntry,
): Promise<ToolUpdate> {
  const { version: from, settings } = server.catalog!
  const { added, removed, changed } = await compareTools(services, server, entry)
  const to = entry.transport.type === 'none' ? server.url : addressOf(entry, settings)
  const broken = new Set([...removed, ...changed.filter(tool => tool.breaking).map(tool => tool.name)])
  const uses = broken.size === 0 ? [] : await services.installations.uses(server.organizationId, server.slug)
  return {
    ...{ from, to: entry.version, available: isNewer(entry.version, from) || to !== server.url },
    ...{ breaking: broken.size > 0, added, removed, changed },
    url: to === server.url ? null : { from: server.url, to },
    missing: await missingFor(services, server, entry),
    affects: uses
      .map(use => ({ ...use, tools: use.tools.filter(tool => broken.has(tool)) }))
      .filter(({ tools }) => tools.length > 0),
  }
}

/** The tools of a remote server are unknown until it is asked; later changes there are drift. */
async function compareTools(
  { installations }: Services,
  server: RegisteredServer,
  { tools }: MarketplaceEntry,
) {
  const pinned = tools && (await installations.definitions(server.organizationId, server.id))
  const before = (pinned ?? []).map(definition => ({ definition, pin: pinOf(definition) }))
  const { added, changed } = compareLists(before, tools ?? [])
  const differing = changed.filter(({ offered }) => offered !== null)
  return {
    added: added.map(({ name }) => name),
    removed: changed.filter(({ offered }) => offered === null).map(({ name }) => name),
    changed: differing.map(({ name, changes }) => ({
      name,
      breaking: isBreaking(changes),
      changes: [...changes],
    })),
  }
}
