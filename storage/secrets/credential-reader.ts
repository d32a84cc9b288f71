// Credentials for whoever sends them (rpc/credentials/): the sealed rows of an organization, from memory;
// the caller opens the secret. The main thread and every host have a reader each. It reads once per
// organization and again after a notice that one of its credentials has changed (storage/cached-facts.ts).
import type { CredentialKind, Secret } from '../../domain/tools/credential.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Queries } from '../postgres/statement.ts'
import type { Vault } from './vault.ts'

/**
 * Largest sum of the lengths of cached rows, in characters: an organization with as many credentials as it
 * may have takes 36 million.
 */
const cachedLength = 48 * 1024 * 1024

export interface SealedCredential {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly kind: CredentialKind
  readonly allowedHosts: readonly string[]
  readonly sealedSecret: string
  readonly version: number
}

/** The credentials of one organization. */
interface Stored {
  /** By name; the same array until they change. */
  readonly rows: readonly SealedCredential[]
  /** One map for both keys, since no name looks like an id. */
  readonly byIdOrName: ReadonlyMap<string, SealedCredential>
}

export class CredentialReader {
  readonly #queries: Queries
  readonly #cache: BoundedCache<Stored>

  constructor(queries: Queries, facts = new CachedFacts()) {
    this.#queries = queries
    this.#cache = new BoundedCache(cachedLength, { notices: facts, weigh })
    facts.listen(what => {
      if (what.type === 'credentials') this.#cache.delete(what.organizationId)
    })
  }

  /** The credential with this id or name; null when the organization has none. */
  find(organizationId: string, idOrName: string): SealedCredential | null | Promise<SealedCredential | null> {
    const stored = this.#of(organizationId)
    if (stored instanceof Promise) return stored.then(({ byIdOrName }) => byIdOrName.get(idOrName) ?? null)
    return stored.byIdOrName.get(idOrName) ?? null
  }

  all(organizationId: string): readonly SealedCredential[] | Promise<readonly SealedCredential[]> {
    const stored = this.#of(organizationId)
    return stored instanceof Promise ? stored.then(({ rows }) => rows) : stored.rows
  }

  #of(organizationId: string): Stored | Promise<Stored> {
    // Loading never gives null.
    return this.#cache.get(organizationId, () => this.#load(organizationId)) as Stored | Promise<Stored>
  }

  async #load(organizationId: string): Promise<Stored> {
    const rows = await this.#queries.query<SealedCredential>(readAll, [organizationId])
    const byIdOrName = new Map(rows.flatMap(row => [[row.id, row] as const, [row.name, row] as const]))
    return { rows, byIdOrName }
  }
}

function weigh({ rows }: Stored): number {
  return rows.reduce((sum, { sealedSecret }) => sum + sealedSecret.length + 500, 500)
}

/** @throws {VaultError} */
export function openSecret(vault: Vault, row: SealedCredential): Secret {
  return { kind: row.kind, ...JSON.parse(vault.open(row.sealedSecret, secretContext(row))) } as Secret
}

/** The context in which a secret is sealed: its row. */
export function secretContext({ organizationId, id }: { organizationId: string; id: string }): string {
  return `credential/${organizationId}/${id}`
}

const readAll = {
  name: 'credentials.read-all',
  text: `select id, organization_id as "organizationId", name, kind, allowed_hosts as "allowedHosts",
      sealed_secret as "sealedSecret", version
    from credentials where organization_id = $1 order by name`,
}
