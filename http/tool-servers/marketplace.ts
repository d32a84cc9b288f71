// The marketplace of an organization: the catalog of this service, and the servers that its sources list. The
// next caller who browses reads an outdated source again; a source is read by one caller at a time.
import { Failure, notFound } from '../../domain/failure.ts'
import type { MarketplaceEntry } from '../../domain/tools/marketplace/marketplace.ts'
import { isStale, type KeptSource } from '../../domain/tools/marketplace/marketplace-source.ts'
import { readRegistry } from '../../rpc/marketplace/registry.ts'
import type { Outbound } from '../../rpc/outbound/outbound.ts'
import type { MarketplaceSourceStore } from '../../storage/tool-servers/marketplace-sources.ts'

export interface MarketplaceParts {
  readonly catalog: readonly MarketplaceEntry[]
  readonly sources: MarketplaceSourceStore
  readonly outbound: Outbound
  /** Why the organization can not install this npm package; null when it can. */
  readonly refusalOf: (organizationId: string, name: string) => string | null
}

export interface Marketplace {
  /** The catalog, then what each source lists. */
  lists(organizationId: string): Promise<readonly (readonly MarketplaceEntry[])[]>
  /** By id; an entry of the catalog by its slug too. @throws {Failure} not-found */
  entry(organizationId: string, id: string): Promise<MarketplaceEntry>
  /** Reads the source again. @throws {Failure} not-found */
  refresh(organizationId: string, sourceId: string): Promise<KeptSource>
}

export function createMarketplace({ catalog, sources, outbound, refusalOf }: MarketplaceParts): Marketplace {
  const underWay = new Map<string, Promise<KeptSource>>()
  const judged = new WeakMap<readonly MarketplaceEntry[], readonly MarketplaceEntry[]>()

  function read(source: KeptSource): Promise<KeptSource> {
    const known = underWay.get(source.id)
    if (known !== undefined) return known
    const reading = readRegistry(outbound, source)
      .then(found => sources.save(source.organizationId, source.id, found))
      .finally(() => underWay.delete(source.id))
    underWay.set(source.id, reading)
    return reading
  }

  async function lists(organizationId: string): Promise<readonly (readonly MarketplaceEntry[])[]> {
    let kept = await sources.list(organizationId)
    const stale = kept.filter(source => isStale(source, Date.now()))
    if (stale.length > 0) {
      await Promise.all(stale.map(source => read(source).catch(unlessGone)))
      kept = await sources.list(organizationId)
    }
    return [catalog, ...kept.map(source => allowed(organizationId, source.entries))]
  }

  /** What the operator does not allow stands there with the reason: the same array for the same list. */
  function allowed(
    organizationId: string,
    entries: readonly MarketplaceEntry[],
  ): readonly MarketplaceEntry[] {
    const known = judged.get(entries)
    if (known !== undefined) return known
    const shown = entries.map(entry => {
      const { transport } = entry
      const refused = transport.type === 'npm' ? refusalOf(organizationId, transport.name) : null
      return refused === null ? entry : { ...entry, transport: { type: 'none', reason: refused } as const }
    })
    judged.set(entries, shown)
    return shown
  }

  return {
    lists,
    async entry(organizationId, id) {
      const ours = catalog.find(entry => entry.id === id || entry.slug === id)
      const found = ours ?? (await lists(organizationId)).flat().find(entry => entry.id === id)
      if (found === undefined) throw notFound('marketplace tool')
      return found
    },
    refresh: async (organizationId, sourceId) => read(await sources.get(organizationId, sourceId)),
  }
}

/** A source that was deleted meanwhile lists nothing. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'not-found')) throw error
}
