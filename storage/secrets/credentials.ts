// Credentials: what Settings > Credentials changes. Called by routes. Secrets go in sealed and never come
// out here; whoever sends one reads it through a CredentialReader. Each write announces itself
// (storage/cached-facts.ts), to this store's reader and to those of the hosts.

import { Failure, notFound } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { CreateCredential, Credential, CredentialUsers, Secret } from '../../domain/tools/credential.ts'
import { credentialBounds } from '../../domain/tools/credential.ts'
import { CachedFacts } from '../cached-facts.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import { CredentialReader, secretContext } from './credential-reader.ts'
import { credentialUsers } from './credential-users.ts'
import type { Vault } from './vault.ts'

export type NewCredential = CreateCredential & {
  /** Default: a new id. If the id exists already, its credential is the answer. */
  readonly id?: string
}

/** Absent fields stay as they are. */
export interface CredentialChange {
  readonly name?: string | undefined
  /** Of the credential's kind, which does not change. */
  readonly secret?: Omit<Secret, 'kind'> | undefined
  readonly allowedHosts?: readonly string[] | undefined
}

/** What the compiler needs to know of a credential. */
export type NamedCredential = Pick<Credential, 'id' | 'name' | 'kind' | 'allowedHosts'>

export type CredentialStore = ReturnType<typeof credentialStore>

export function credentialStore(database: Database, vault: Vault, facts = new CachedFacts()) {
  const reader = new CredentialReader(database, facts)
  const announce = (organizationId: string) => facts.announce({ type: 'credentials', organizationId })

  async function get(organizationId: string, idOrName: string): Promise<Credential> {
    const [row] = await database.query<Credential>(find, [organizationId, idOrName])
    if (row === undefined) throw notFound('credential')
    return row
  }

  function seal(organizationId: string, id: string, secret: Omit<Secret, 'kind'>): string {
    return vault.seal(JSON.stringify(secret), secretContext({ organizationId, id }))
  }

  return {
    /** Sealed rows, for senders. */
    reader,

    /** By id or name. @throws {Failure} not-found, also for a credential of another organization */
    get,

    async list(organizationId: string, page: PageRequest): Promise<Page<Credential>> {
      const before = idBefore('credential', page)
      const rows = await database.query<Credential>(list, [organizationId, before, page.limit + 1])
      return pageOf(rows, page, row => row)
    },

    /** All that plans of the organization may name, from memory. */
    async named(organizationId: string): Promise<readonly NamedCredential[]> {
      const rows = await reader.all(organizationId)
      return rows.map(({ id, name, kind, allowedHosts }) => ({
        id,
        name,
        kind,
        allowedHosts: [...allowedHosts],
      }))
    },

    /** @throws {Failure} conflict: the name is taken, or there are too many */
    async create(organizationId: string, createdBy: string, credential: NewCredential): Promise<Credential> {
      const { id = newId('credential'), name, kind, secret, allowedHosts } = credential
      const sealed = seal(organizationId, id, secret)
      try {
        const [row] = await database.query<Credential>(insert, [
          ...[id, organizationId, name, kind, allowedHosts, sealed, createdBy, Date.now()],
          credentialBounds.perOrganization,
        ])
        if (row === undefined) throw tooMany()
        return row
      } catch (error) {
        if (breaksUnique(error, 'credentials_pkey')) return get(organizationId, id)
        throw breaksUnique(error, nameKey) ? nameTaken(name) : error
      } finally {
        announce(organizationId)
      }
    },

    /**
     * A change of the secret or of the allowed hosts counts the version up.
     * @throws {Failure} not-found; conflict: the name is taken
     */
    async update(organizationId: string, id: string, change: CredentialChange): Promise<Credential> {
      const { name = null, secret, allowedHosts = null } = change
      const sealed = secret === undefined ? null : seal(organizationId, id, secret)
      try {
        const [row] = await database.query<Credential>(update, [
          organizationId,
          id,
          name,
          sealed,
          allowedHosts,
        ])
        if (row === undefined) throw notFound('credential')
        return row
      } catch (error) {
        throw breaksUnique(error, nameKey) ? nameTaken(name!) : error
      } finally {
        announce(organizationId)
      }
    },

    /** @throws {Failure} not-found */
    async remove(organizationId: string, id: string): Promise<void> {
      const [row] = await database.query(remove, [organizationId, id])
      announce(organizationId)
      if (row === undefined) throw notFound('credential')
    },

    /** What uses it. */
    usedBy: (organizationId: string, credential: Pick<Credential, 'id' | 'name'>): Promise<CredentialUsers> =>
      credentialUsers(database, organizationId, credential),
  }
}

const nameKey = 'credentials_organization_id_name_key'

function nameTaken(name: string): Failure {
  return new Failure('conflict', `a credential with the name ${JSON.stringify(name)} already exists`)
}

function tooMany(): Failure {
  return new Failure(
    'conflict',
    `the organization has ${credentialBounds.perOrganization} credentials: delete one`,
  )
}

const columns = `id, name, kind, allowed_hosts as "allowedHosts", created_at as "createdAt",
  last_used_at as "lastUsedAt", version`

const find = {
  name: 'credentials.get',
  text: `select ${columns} from credentials where organization_id = $1 and (id = $2 or name = $2)`,
}

const list = {
  name: 'credentials.list',
  text: `select ${columns} from credentials
    where organization_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
}

const insert = {
  name: 'credentials.insert',
  text: `insert into credentials
      (id, organization_id, name, kind, allowed_hosts, sealed_secret, created_by, created_at, version)
    select $1, $2, $3, $4, $5::text[], $6, $7, $8::bigint, 1
    where (select count(*) from credentials where organization_id = $2) < $9::bigint
    returning ${columns}`,
}

const update = {
  name: 'credentials.update',
  text: `update credentials set name = coalesce($3, name), sealed_secret = coalesce($4, sealed_secret),
      allowed_hosts = coalesce($5::text[], allowed_hosts),
      version = version + case when $4 is null and $5::text[] is null then 0 else 1 end
    where organization_id = $1 and id = $2 returning ${columns}`,
}

const remove = {
  name: 'credentials.remove',
  text: 'delete from credentials where organization_id = $1 and id = $2 returning id',
}
