// Servers of the marketplace that an organization has not installed, for somebody who seeks a tool by words.
// Called by search_tools.
import { allows, type Caller } from '../../domain/people/permissions.ts'
import type { MarketplaceEntry } from '../../domain/tools/marketplace/marketplace.ts'
import { browse } from '../../domain/tools/marketplace/marketplace-search.ts'
import type { Services } from '../services.ts'

const shownMost = 3

export async function installableFor(
  { marketplace, thinking, toolServers }: Pick<Services, 'marketplace' | 'thinking' | 'toolServers'>,
  caller: Caller,
  search: string,
): Promise<readonly MarketplaceEntry[]> {
  // A key for some tools gets to know no others.
  if (!allows(caller, 'marketplace:read') || (caller.key?.tools ?? null) !== null) return []
  const { organizationId } = caller
  const servers = await toolServers.list(organizationId)
  const ids = new Set(servers.flatMap(({ catalog }) => (catalog ? [catalog.toolId] : [])))
  const found = await browse(
    await marketplace.lists(organizationId),
    { search, installed: { ids, is: false } },
    (list, words) => thinking.browse({ organizationId }, list, words),
  )
  return found.filter(({ transport }) => transport.type !== 'none').slice(0, shownMost)
}
