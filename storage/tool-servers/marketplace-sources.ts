// The registries that an organization has added to the marketplace, with the entries that were read from
// them. Only the main thread browses, so it alone caches them; each write drops the organization's entries
// from the cache.
import { Failure, notFound } from '../../domain/failure.ts'
import type { MarketplaceEntry } from '../../domain/tools/marketplace/marketplace.ts'
import { type KeptSource, sourceBounds } from '../../domain/tools/marketplace/marketplace-source.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'

/** Largest sum of the lengths of cached entries, in characters. */
const cachedLength = 64 * 1024 * 1024

export interface NewSource {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly search: string | null
}

/** The result of reading a registry. */
export type SourceReading =
  | {
      readonly ok: true
      readonly entries: readonly Omit<MarketplaceEntry, 'source'>[]
      readonly skipped: number
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly error: string }

interface Kept {
  readonly sources: readonly KeptSource[]
  readonly length: number
}

export type MarketplaceSourceStore = ReturnType<typeof marketplaceSourceStore>

export function marketplaceSourceStore(database: Database, facts = new CachedFacts()) {
  const cache = new BoundedCache<Kept>(cachedLength, { notices: facts, weigh: ({ length }) => length })
  facts.listen(what => {
    if (what.type === 'marketplace-sources') cache.delete(what.organizationId)
  })

  async function list(organizationId: string): Promise<readonly KeptSource[]> {
    return (await cache.get(organizationId, () => load(database, organizationId)))?.sources ?? []
  }

  async function get(organizationId: string, id: string): Promise<KeptSource> {
    const source = (await list(organizationId)).find(one => one.id === id)
    if (source === undefined) throw notFound('marketplace source')
    return source
  }

  return {
    /** All of them, newest first. */
    list,
    /** @throws {Failure} not-found */
    get,

    /**
     * If the id exists already, its source is the answer.
     * @throws {Failure} conflict: the URL was added before; too many
     */
    async create(organizationId: string, { id, name, url, search }: NewSource): Promise<KeptSource> {
      const { perOrganization } = sourceBounds
      const values = [id, organizationId, name, url, search, Date.now(), perOrganization]
      try {
        const [row] = await database.query(insert, values)
        if (row === undefined)
          throw new Failure(
            'conflict',
            `the organization has ${perOrganization} marketplace sources: delete one`,
          )
      } catch (error) {
        if (breaksUnique(error, 'marketplace_sources_organization_id_url_key'))
          throw new Failure('conflict', `url: the marketplace source ${url} was added before`)
        if (!breaksUnique(error, 'marketplace_sources_pkey')) throw error
      } finally {
        facts.announce({ type: 'marketplace-sources', organizationId })
      }
      return get(organizationId, id)
    },

    /** A reading replaces the entries; a failure keeps the old ones. @throws {Failure} not-found */
    async save(organizationId: string, id: string, reading: SourceReading): Promise<KeptSource> {
      const at = Date.now()
      if (reading.ok) {
        const { entries, skipped, problems } = reading
        const kept = [JSON.stringify(entries), entries.length, skipped, JSON.stringify(problems)]
        await database.query(saveReading, [organizationId, id, at, ...kept])
      } else {
        await database.query(saveError, [organizationId, id, at, reading.error])
      }
      facts.announce({ type: 'marketplace-sources', organizationId })
      return get(organizationId, id)
    },

    /** @throws {Failure} not-found */
    async remove(organizationId: string, id: string): Promise<void> {
      const [row] = await database.query(remove, [organizationId, id])
      facts.announce({ type: 'marketplace-sources', organizationId })
      if (row === undefined) throw notFound('marketplace source')
    },
  }
}

type SourceRow = Omit<KeptSource, 'entries' | 'problems'> & {
  readonly entries: string
  readonly problems: string
}

async function load(database: Database, organizationId: string): Promise<Kept> {
  const rows = await database.query<SourceRow>(listAll, [organizationId])
  const length = rows.reduce((sum, row) => sum + row.entries.length, 1_000)
  return { sources: rows.map(sourceOf), length }
}

function sourceOf({ entries, problems, ...row }: SourceRow): KeptSource {
  const source = { id: row.id, name: row.name }
  const read = JSON.parse(entries) as Omit<MarketplaceEntry, 'source'>[]
  return { ...row, problems: JSON.parse(problems), entries: read.map(entry => ({ ...entry, source })) }
}

const listAll = {
  name: 'marketplace-sources.list',
  text: `select id, organization_id as "organizationId", name, url, search, entries, entry_count as "toolCount",
      skipped, problems, error, read_at as "readAt", tried_at as "triedAt", created_at as "createdAt"
    from marketplace_sources where organization_id = $1 order by id desc`,
}

const insert = {
  name: 'marketplace-sources.insert',
  text: `insert into marketplace_sources
      (id, organization_id, name, url, search, entries, entry_count, skipped, problems, created_at)
    select $1, $2, $3, $4, $5, '[]', 0, 0, '[]', $6::bigint
    where (select count(*) from marketplace_sources where organization_id = $2) < $7::bigint
    returning id`,
}

const saveReading = {
  name: 'marketplace-sources.save-reading',
  text: `update marketplace_sources set entries = $4, entry_count = $5, skipped = $6, problems = $7, error = null,
      read_at = $3, tried_at = $3 where organization_id = $1 and id = $2`,
}

const saveError = {
  name: 'marketplace-sources.save-error',
  text: `update marketplace_sources set error = $4, tried_at = $3 where organization_id = $1 and id = $2`,
}

const remove = {
  name: 'marketplace-sources.remove',
  text: 'delete from marketplace_sources where organization_id = $1 and id = $2 returning id',
}
