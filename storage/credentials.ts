// Credentials: what Settings > Credentials changes. Secrets go in sealed and do not come out here; who sends one reads it
// by a CredentialReader. Each write invalidates the reader, and tells `onChange` so that those of the hosts can be told.
import type { CreateCredential, Credential, CredentialUsers, Secret } from '../domain/credential.ts'
import { credentialBounds } from '../domain/credential.ts'
import { Failure, notFound } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import { CredentialReader, secretContext } from './credential-reader.ts'
import { credentialUsers } from './credential-users.ts'
import type { Database } from './database.ts'
import { breaksUnique } from './database-errors.ts'
import { idBefore, type Page, type PageRequest, pageOf } from './page.ts'
import type { Vault } from './vault.ts'

export type NewCredential = CreateCredential & {
  /** Default: a new one. With one that is there already, that credential is the answer. */
  readonly id?: string
}

/** Absent fields stay as they are. */
export interface CredentialChange {
  readonly name?: string | undefined
  /** Of the kind that the credential has. */
  readonly secret?: Omit<Secret, 'kind'> | undefined
  readonly allowedHosts?: readonly string[] | undefined
}

/** What plans may name. */
export type NamedCredential = Pick<Credential, 'id' | 'name' | 'kind' | 'allowedHosts'>

export type CredentialStore = ReturnType<typeof credentialStore>

/** @param onChange an organization's credentials are no longer what readers in other threads hold */
export function credentialStore(
  database: Database,
  vault: Vault,
  onChange: (organizationId: string) => void = () => {},
) {
  const reader = new CredentialReader(database)

  function changed(organizationId: string): void {
    reader.invalidate(organizationId)
    onChange(organizationId)
  }

  async function get(organizationId: string, idOrName: string): Promise<Credential> {
    const [row] = await database.query<Credential>(find, [organizationId, idOrName])
    if (row === undefined) throw notFound('credential')
    return row
  }

  function seal(organizationId: string, id: string, secret: Omit<Secret, 'kind'>): string {
    return vault.seal(JSON.stringify(secret), secretContext({ organizationId, id }))
  }

  return {
    /** Sealed rows, for those who send. */
    reader,

    /** By id or name; of another organization as if there were none. @throws {Failure} not-found */
    get,

    async list(organizationId: string, page: PageRequest): Promise<Page<Credential>> {
      const before = idBefore('credential', page)
      const rows = await database.query<Credential>(list, [organizationId, before, page.limit + 1])
      return pageOf(rows, page, row => row)
    },

    /** All that a plan may name, from memory. */
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
        changed(organizationId)
      }
    },

    /** What is sent, or to whom, counts as a new version. @throws {Failure} not-found; conflict: the name is taken */
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
        changed(organizationId)
      }
    },

    /** @throws {Failure} not-found */
    async remove(organizationId: string, id: string): Promise<void> {
      const [row] = await database.query(remove, [organizationId, id])
      changed(organizationId)
      if (row === undefined) throw notFound('credential')
    },

    /** What would miss it. */
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
