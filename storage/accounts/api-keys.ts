// API keys: authentication of requests from memory, and what Settings > API Keys changes.
// 1. A revoked key leaves the memory before the revocation is answered, so the very next request is
//    refused. The same holds when the role of the key's creator changes.
// 2. After a rotation a key has two texts for a while, and one row.

import { Failure, notFound } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { ApiKey } from '../../domain/people/api-key.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import { guardOf, type KeyGuard, type KeyRestrictions } from '../../domain/people/key-restrictions.ts'
import type { Role, Scope } from '../../domain/people/permissions.ts'
import type { ToolAllowance } from '../../domain/tools/tool-allowance.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import { writeAudit } from './audit.ts'
import { KeyOrigins } from './keys/origins.ts'
import type { KeyRow, Replaced } from './keys/statements.ts'
import * as statements from './keys/statements.ts'
import { LastUsed } from './last-used.ts'

export interface NewApiKey {
  /** Default: a new one. */
  readonly id?: string
  readonly name: string
  /** Shown in lists: `sk_` and the first 8 hex digits. */
  readonly prefix: string
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string
  readonly scopes: readonly Scope[]
  /** Default null; so for the two below. */
  readonly tools?: ToolAllowance
  readonly allowedIps?: readonly string[] | null
  readonly allowedOrigins?: readonly string[] | null
  readonly expiresAt: number | null
  /** Compute units a month; default: no limit. */
  readonly budget?: number | null
}

/** Who a request with this key acts as. */
export interface KeyHolder {
  readonly id: string
  readonly organizationId: string
  /** Its creator, whose role it acts with. */
  readonly userId: string
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly tools: ToolAllowance
  readonly restrictions: KeyRestrictions
  readonly budget: number | null
  /** Null: it may be used from everywhere. */
  readonly guard: KeyGuard | null
  /** When this text of the key ends: the end of its grace, for the text before a rotation. */
  readonly expiresAt: number | null
}

/** The new text of a rotated key. */
export interface RotatedKey extends Pick<NewApiKey, 'prefix' | 'hash'> {
  /** Until when the old text still works, Unix ms; null: it ends at once. */
  readonly graceUntil: number | null
}

const cachedKeys = 10_000

export type ApiKeyStore = ReturnType<typeof apiKeyStore>

export function apiKeyStore(database: Database, facts = new CachedFacts()) {
  const cache = new BoundedCache<KeyHolder>(cachedKeys, { notices: facts })
  const lastUsed = new LastUsed(database)
  const origins = new KeyOrigins(database)
  facts.listen(what => {
    if (what.type === 'api-key') {
      for (const hash of what.hashes) cache.delete(hash)
      if (what.hasOrigins) origins.load().catch(() => {})
    } else if (what.type === 'cut') {
      origins.load().catch(() => {})
    } else if (what.type === 'organization') {
      cache.deleteWhere(({ organizationId }) => organizationId === what.organizationId)
      origins.review()
    } else if (what.type === 'member') {
      cache.deleteWhere(key => key.userId === what.userId && key.organizationId === what.organizationId)
      origins.review()
    }
  })

  return {
    /** @throws {Failure} conflict: the id is taken, also when a repetition of this request took it */
    async create(
      organizationId: string,
      createdBy: string,
      key: NewApiKey,
      actor: Actor | null = null,
    ): Promise<ApiKey> {
      const { id = newId('apiKey'), name, prefix, hash, scopes, expiresAt } = key
      const { tools = null, allowedIps = null, allowedOrigins = null, budget = null } = key
      const now = Date.now()
      const lists = [scopes, tools, allowedIps, allowedOrigins]
      try {
        await database.atomically(async queries => {
          const values = [id, organizationId, createdBy, name, prefix, hash, ...lists, now, expiresAt, budget]
          await queries.query(statements.insert, values)
          const target = { type: 'api-key', id, name }
          const details = { scopes, tools, allowedIps, allowedOrigins, expiresAt, budget }
          if (actor !== null) await writeAudit(queries, entryOf(actor, 'api-key.created', target, details))
        })
      } catch (error) {
        if (!breaksUnique(error, 'api_keys_pkey')) throw error
        throw new Failure('conflict', `the API key ${id} was made before, and is shown only once`)
      }
      if (allowedOrigins !== null) await announce([hash], true)
      const { role: _, ...made } = await get(organizationId, id)
      return made
    },

    get,

    /**
     * Gives the key a new text.
     * @throws {Failure} not-found: no such key, revoked, or expired
     */
    async rotate(
      organizationId: string,
      id: string,
      to: RotatedKey,
      actor: Actor | null = null,
    ): Promise<void> {
      const rotated = await database.atomically(async queries => {
        const values = [organizationId, id, to.hash, to.prefix, to.graceUntil, Date.now()]
        const [row] = await queries.query<Replaced>(statements.rotate, values)
        if (row === undefined) throw notFound('API key')
        const target = { type: 'api-key', id, name: row.name }
        const details = { prefix: to.prefix, graceUntil: to.graceUntil }
        if (actor !== null) await writeAudit(queries, entryOf(actor, 'api-key.rotated', target, details))
        return row
      })
      await forget(rotated, false)
    },

    /** Keys that are not revoked, newest first. */
    async list(organizationId: string, page: PageRequest): Promise<Page<ApiKey>> {
      const before = idBefore('apiKey', page)
      const values = [organizationId, before, page.limit + 1, Date.now()]
      const rows = await database.query<ApiKey>(statements.list, values)
      return pageOf(rows, page, row => row)
    },

    /** @throws {Failure} not-found: no such key in the organization, or revoked before */
    async revoke(organizationId: string, id: string, actor: Actor | null = null): Promise<void> {
      const revoked = await database.atomically(async queries => {
        const [row] = await queries.query<Replaced>(statements.revoke, [organizationId, id, Date.now()])
        if (row === undefined) throw notFound('API key')
        const target = { type: 'api-key', id, name: row.name }
        if (actor !== null) await writeAudit(queries, entryOf(actor, 'api-key.revoked', target))
        return row
      })
      await forget(revoked, revoked.hasOrigins)
    },

    /**
     * Returns the holder of a live key and notes the use. A hit needs no promise.
     * @param hash SHA-256 of the whole key, in hex
     */
    findByHash(hash: string): KeyHolder | null | Promise<KeyHolder | null> {
      const holder = cache.get(hash, () => load(hash))
      return holder instanceof Promise ? holder.then(use) : use(holder)
    },

    /** Origins of the web pages that may use live keys; always the same set, empty until it is loaded. */
    origins: origins.all,
    loadOrigins: () => origins.load(),

    /** Writes the uses that are not written yet. */
    close: () => lastUsed.close(),
  }

  /** A key that is not revoked, and the role that it acts with. @throws {Failure} not-found */
  async function get(organizationId: string, id: string): Promise<ApiKey & { readonly role: Role }> {
    const values = [organizationId, id, Date.now()]
    const [row] = await database.query<ApiKey & { role: Role }>(statements.find, values)
    if (row === undefined) throw notFound('API key')
    return row
  }

  async function load(hash: string): Promise<KeyHolder | null> {
    const [row] = await database.query<KeyRow>(statements.findByHash, [hash, Date.now()])
    if (row === undefined) return null
    const { allowedIps, allowedOrigins, ...holder } = row
    const restrictions = { allowedIps, allowedOrigins }
    return { ...holder, restrictions, guard: guardOf(restrictions) }
  }

  function forget({ hash, previousHash }: Replaced, hasOrigins: boolean): Promise<void> {
    return announce(previousHash === null ? [hash] : [hash, previousHash], hasOrigins)
  }

  /** @throws {Failure} unavailable: the origins cannot be read */
  async function announce(hashes: readonly string[], hasOrigins: boolean): Promise<void> {
    facts.announce({ type: 'api-key', hashes, hasOrigins })
    if (hasOrigins) await origins.loading
  }

  function use(holder: KeyHolder | null): KeyHolder | null {
    const now = Date.now()
    if (holder === null || (holder.expiresAt !== null && holder.expiresAt <= now)) return null
    lastUsed.note(holder.id, now)
    return holder
  }
}
