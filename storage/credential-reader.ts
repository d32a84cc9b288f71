// Credentials as they are resolved when something is sent: the sealed rows of an organization from memory, opened by
// whoever uses them. Read by the main thread and by every host, each with a reader of its own and once per organization;
// whoever changes a credential invalidates its organization in all of them.
import type { CredentialKind, Secret } from '../domain/credential.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { Queries } from './statement.ts'
import type { Vault } from './vault.ts'

/** Largest sum of the lengths of what is kept, in characters: an organization with all that it may have takes 36 million. */
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

/** Of one organization. */
interface Stored {
  /** In the order of their names; the same array until they change. */
  readonly rows: readonly SealedCredential[]
  /** No name looks like an id. */
  readonly byIdOrName: ReadonlyMap<string, SealedCredential>
}

export class CredentialReader {
  readonly #queries: Queries
  readonly #cache = new BoundedCache<Stored>(cachedLength, weigh)

  constructor(queries: Queries) {
    this.#queries = queries
  }

  /** By id or name; null when the organization has none such. */
  find(organizationId: string, idOrName: string): SealedCredential | null | Promise<SealedCredential | null> {
    const stored = this.#of(organizationId)
    if (stored instanceof Promise) return stored.then(({ byIdOrName }) => byIdOrName.get(idOrName) ?? null)
    return stored.byIdOrName.get(idOrName) ?? null
  }

  all(organizationId: string): readonly SealedCredential[] | Promise<readonly SealedCredential[]> {
    const stored = this.#of(organizationId)
    return stored instanceof Promise ? stored.then(({ rows }) => rows) : stored.rows
  }

  /** The organization's credentials changed: the next call reads them again. */
  invalidate(organizationId: string): void {
    this.#cache.delete(organizationId)
  }

  #of(organizationId: string): Stored | Promise<Stored> {
    // What is loaded is never null.
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

/** For which row a secret is sealed. */
export function secretContext({ organizationId, id }: { organizationId: string; id: string }): string {
  return `credential/${organizationId}/${id}`
}

const readAll = {
  name: 'credentials.read-all',
  text: `select id, organization_id as "organizationId", name, kind, allowed_hosts as "allowedHosts",
      sealed_secret as "sealedSecret", version
    from credentials where organization_id = $1 order by name`,
}
