// API keys. A request is authenticated from memory; a revoked key leaves the memory before its revocation is
// answered, so the very next request is refused. When a key was last used is written now and then, many at once.
import { defineEntity, p } from '@mikro-orm/postgresql'
import type { ApiKey } from '../domain/api-key.ts'
import { Failure, notFound } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { Role, Scope } from '../domain/permissions.ts'
import type { ToolAllowance } from '../domain/tool-allowance.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { Database } from './database.ts'
import { breaksUnique } from './database-errors.ts'
import { idBefore, type Page, type PageRequest, pageOf } from './page.ts'

export const ApiKeyTable = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    createdBy: p.text(),
    name: p.text(),
    prefix: p.text(),
    hash: p.text(),
    scopes: p.array<Scope>(),
    tools: p.array<string>().nullable(),
    createdAt: p.bigint('number'),
    lastUsedAt: p.bigint('number').nullable(),
    expiresAt: p.bigint('number').nullable(),
    revokedAt: p.bigint('number').nullable(),
  },
})

export interface NewApiKey {
  /** Default: a new one. */
  readonly id?: string
  readonly name: string
  /** Shown in lists: `sk_` and the first 8 hex digits. */
  readonly prefix: string
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string
  readonly scopes: readonly Scope[]
  /** Default null. */
  readonly tools?: ToolAllowance
  readonly expiresAt: number | null
}

/** What authenticates a request. */
export interface KeyHolder {
  readonly id: string
  readonly organizationId: string
  /** Its creator, whose role it acts with. */
  readonly userId: string
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly tools: ToolAllowance
  readonly expiresAt: number | null
}

const cachedKeys = 10_000
/** How late "last used" may be. */
const lastUsedDelayMs = 5_000

export type ApiKeyStore = ReturnType<typeof apiKeyStore>

export function apiKeyStore(database: Database) {
  const cache = new BoundedCache<KeyHolder>(cachedKeys)
  const lastUsed = new LastUsed(database)

  return {
    /** @throws {Failure} conflict: the id is taken, by the same request when it came before */
    async create(organizationId: string, createdBy: string, key: NewApiKey): Promise<ApiKey> {
      const { id = newId('apiKey'), name, prefix, hash, tools = null, expiresAt } = key
      const stored = {
        id,
        name,
        prefix,
        scopes: [...key.scopes],
        tools: tools && [...tools],
        createdAt: Date.now(),
        expiresAt,
      }
      try {
        await database.work(em => em.insert(ApiKeyTable, { ...stored, organizationId, createdBy, hash }))
      } catch (error) {
        if (!breaksUnique(error, 'api_keys_pkey')) throw error
        throw new Failure('conflict', `the API key ${id} was made before, and is shown only once`)
      }
      return { ...stored, lastUsedAt: null }
    },

    /** Keys that are not revoked, newest first. */
    async list(organizationId: string, page: PageRequest): Promise<Page<ApiKey>> {
      const before = idBefore('apiKey', page)
      const rows = await database.query<ApiKey>(list, [organizationId, before, page.limit + 1])
      return pageOf(rows, page, row => row)
    },

    /** @throws {Failure} not-found: no such key in the organization, or revoked before */
    async revoke(organizationId: string, id: string): Promise<void> {
      const [row] = await database.query<{ hash: string }>(revoke, [organizationId, id, Date.now()])
      if (row === undefined) throw notFound('API key')
      cache.delete(row.hash)
    },

    /**
     * The holder of a live key, and a note that it was used. A hit needs no promise.
     * @param hash SHA-256 of the whole key, in hex
     */
    findByHash(hash: string): KeyHolder | null | Promise<KeyHolder | null> {
      const holder = cache.get(hash, async () => (await database.query<KeyHolder>(find, [hash]))[0] ?? null)
      return holder instanceof Promise ? holder.then(use) : use(holder)
    },

    /** Writes what is still to be written. */
    close: () => lastUsed.close(),
  }

  function use(holder: KeyHolder | null): KeyHolder | null {
    const now = Date.now()
    if (holder === null || (holder.expiresAt !== null && holder.expiresAt <= now)) return null
    lastUsed.note(holder.id, now)
    return holder
  }
}

/** When keys were last used: gathered, then written in one statement. A loss in a crash is no harm. */
class LastUsed {
  readonly #database: Database
  #usedAt = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(database: Database) {
    this.#database = database
  }

  note(id: string, at: number): void {
    this.#usedAt.set(id, at)
    this.#timer ??= setTimeout(() => void this.#write().catch(() => {}), lastUsedDelayMs).unref()
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    const usedAt = this.#usedAt
    this.#usedAt = new Map()
    this.#timer = null
    if (usedAt.size > 0) await this.#database.query(touch, [[...usedAt.keys()], [...usedAt.values()]])
  }
}

const find = {
  name: 'api-keys.find',
  text: `select k.id, k.organization_id as "organizationId", k.created_by as "userId", m.role, k.scopes, k.tools,
      k.expires_at as "expiresAt"
    from api_keys k join memberships m on m.organization_id = k.organization_id and m.user_id = k.created_by
    where k.hash = $1 and k.revoked_at is null`,
}

const list = {
  name: 'api-keys.list',
  text: `select id, name, prefix, scopes, tools, created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt"
    from api_keys where organization_id = $1 and revoked_at is null and ($2::text is null or id < $2)
    order by id desc limit $3`,
}

const revoke = {
  name: 'api-keys.revoke',
  text: `update api_keys set revoked_at = $3 where organization_id = $1 and id = $2 and revoked_at is null
    returning hash`,
}

const touch = {
  name: 'api-keys.touch',
  text: `update api_keys k set last_used_at = u.at
    from unnest($1::text[], $2::bigint[]) as u(id, at) where k.id = u.id`,
}
