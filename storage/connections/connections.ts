// Connections of applications, with their codes and tokens. Called by http/connections/.
// 1. Codes and tokens are kept as hashes. A code and a refresh token work once; one that comes again is in
//    the wrong hands, and the connection ends with every token of it. But the answer to a refresh may get
//    lost: for a minute, while nothing of it was used, it is given anew, and what was given before is void.
// 2. A connection that has ended is refused on the very next request: the cache forgets it before the
//    answer goes out.
// 3. A connection is its member's: who is no longer a member finds none.
import { notFound } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import { type Actor, type AuditAction, entryOf } from '../../domain/people/audit.ts'
import type { Connection } from '../../domain/people/connection.ts'
import type { Role, Scope } from '../../domain/people/permissions.ts'
import { writeAudit } from '../accounts/audit.ts'
import { LastUsed } from '../accounts/last-used.ts'
import { lockUser } from '../accounts/lock-user.ts'
import type { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Database } from '../postgres/database.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'
import * as statements from './connection-statements.ts'

export interface NewConnection {
  readonly organizationId: string
  readonly userId: string
  readonly clientId: string
  readonly clientName: string
  readonly clientHost: string
  readonly scopes: readonly Scope[]
  /** The address at which its tokens work. */
  readonly audience: string
  /** An earlier connection of the same application and person ends: each has registered for itself. */
  readonly replaces: boolean
}

export interface NewToken {
  /** SHA-256 in hex. */
  readonly hash: string
  readonly kind: 'code' | 'access' | 'refresh'
  readonly scopes: readonly Scope[]
  readonly expiresAt: number
  /** Of a code: the challenge (S256), and the address to which it was sent. */
  readonly challenge?: string
  readonly redirectUri?: string
}

/** A code that was just used up. */
export interface SpentToken {
  readonly connectionId: string
  readonly clientId: string
  readonly audience: string
  readonly scopes: readonly Scope[]
  readonly challenge: string | null
  readonly redirectUri: string | null
}

/** A token that exists, whether or not it still works. */
export type KnownToken = Pick<SpentToken, 'connectionId' | 'clientId' | 'audience' | 'scopes'>

/** Who acts with an access token. */
export interface ConnectionHolder {
  readonly connectionId: string
  readonly organizationId: string
  readonly userId: string
  /** The member's current role. */
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly audience: string
  readonly expiresAt: number
}

export type ConnectionStore = ReturnType<typeof connectionStore>

const cachedTokens = 10_000
/** So long an answer that got lost is given anew. */
const renewedWithinMs = 60_000

type FoundHolder = ConnectionHolder & { readonly isUsed: boolean }

export function connectionStore(database: Database, facts: CachedFacts) {
  const cache = new BoundedCache<ConnectionHolder>(cachedTokens, { notices: facts })
  const lastUsed = new LastUsed(database, statements.touch)
  facts.listen(what => {
    if (what.type === 'connection') cache.deleteWhere(({ connectionId }) => connectionId === what.id)
    else if (what.type === 'user') cache.deleteWhere(({ userId }) => userId === what.userId)
    else if (what.type === 'organization')
      cache.deleteWhere(({ organizationId }) => organizationId === what.organizationId)
    else if (what.type === 'member')
      cache.deleteWhere(it => it.userId === what.userId && it.organizationId === what.organizationId)
  })

  async function load(hash: string): Promise<ConnectionHolder | null> {
    const [found] = await database.query<FoundHolder>(statements.findAccess, [hash, Date.now()])
    if (found === undefined) return null
    const { isUsed, ...holder } = found
    if (isUsed) return holder
    // Its first use, which it may lose to a renewal at the same moment.
    const used = await database.query(statements.use, [hash, Date.now()])
    return used.length > 0 || (await isStillThere(hash)) ? holder : null
  }

  const isStillThere = async (hash: string) =>
    (await database.query(statements.findAccess, [hash, Date.now()])).length > 0

  function use(holder: ConnectionHolder | null): ConnectionHolder | null {
    const now = Date.now()
    if (holder === null || holder.expiresAt <= now) return null
    lastUsed.note(holder.connectionId, now)
    return holder
  }

  async function end(id: string, values: readonly (string | null)[], audit: Ended): Promise<boolean> {
    const isEnded = await database.atomically(async queries => {
      const [row] = await queries.query<EndedRow>(statements.end, [id, ...values])
      if (row !== undefined) await writeEnd(queries, id, row, audit)
      return row !== undefined
    })
    facts.announce({ type: 'connection', id })
    return isEnded
  }

  async function endForReuse(id: string, what: 'code' | 'refresh token'): Promise<void> {
    const details = { reason: `a ${what} was used a second time` }
    await end(id, [null, null], { action: 'connection.ended', actor: null, details })
  }

  return {
    /** The connections of a member, the newest first. */
    async list(organizationId: string, userId: string, page: PageRequest): Promise<Page<Connection>> {
      const values = [organizationId, userId, Date.now(), idBefore('connection', page), page.limit + 1]
      return pageOf(await database.query<Connection>(statements.list, values), page, row => row)
    },

    /** What a person has allowed, with its code. @returns its id */
    async create(actor: Actor, connection: NewConnection, code: NewToken): Promise<string> {
      const id = newId('connection')
      const { organizationId, userId, clientId, clientName, clientHost, scopes, audience } = connection
      const said = [id, organizationId, userId, clientId, clientName, clientHost, scopes, audience]
      const values = [...said, Date.now(), code.expiresAt, actor.caller.sessionId]
      const replaced = await database.atomically(async queries => {
        await lockUser(queries, userId)
        const earlier = connection.replaces
          ? await queries.query<{ id: string }>(statements.replace, [organizationId, userId, clientId])
          : []
        const made = await queries.query(statements.insert, values)
        // Removed as a member, or signed out, at this moment.
        if (made.length === 0) throw notFound('organization')
        await addToken(queries, id, code)
        await queries.query(statements.noteConnected, [clientId, Date.now()])
        const target = { type: 'connection', id, name: clientName }
        const entry = entryOf(actor, 'connection.created', target, { host: clientHost, scopes })
        await writeAudit(queries, { ...entry, organizationId })
        return earlier
      })
      for (const earlier of replaced) facts.announce({ type: 'connection', id: earlier.id })
      return id
    },

    /**
     * Uses a code up. One that was used before ends its connection.
     * @returns null when it does not work
     */
    async spend(hash: string): Promise<SpentToken | null> {
      const [spent] = await database.query<SpentToken>(statements.spend, [hash, Date.now()])
      if (spent !== undefined) return spent
      const [again] = await database.query<{ connectionId: string }>(statements.findSpent, [hash])
      if (again !== undefined) await endForReuse(again.connectionId, 'code')
      return null
    },

    /**
     * Uses a refresh token up and gives the tokens that come from it, in one. One that was used before ends
     * its connection, unless its answer got lost.
     * @returns false: it does not work
     */
    async renew(connectionId: string, hash: string, tokens: readonly NewToken[]): Promise<boolean> {
      const now = Date.now()
      const expiresAt = Math.max(...tokens.map(token => token.expiresAt))
      const outcome = await database.atomically(async queries => {
        const [lives] = await queries.query(statements.prolong, [connectionId, expiresAt])
        if (lives === undefined) return 'over'
        const parent = [connectionId, hash]
        const [found] = await queries.query<{ usedAt: number | null }>(statements.findRefresh, [
          ...parent,
          now,
        ])
        if (found === undefined) return 'over'
        if (found.usedAt === null) await queries.query(statements.use, [hash, now])
        else {
          if (found.usedAt <= now - renewedWithinMs) return 'again'
          await queries.query(statements.replaceTokens, parent)
          if ((await queries.query(statements.findUsed, parent)).length > 0) return 'again'
        }
        for (const token of tokens) await addToken(queries, connectionId, token, hash)
        return 'renewed'
      })
      if (outcome === 'again') await endForReuse(connectionId, 'refresh token')
      return outcome === 'renewed'
    },

    /** New tokens of a connection, which lives as long as the last of them. @returns false: it has ended */
    async issue(connectionId: string, tokens: readonly NewToken[]): Promise<boolean> {
      const expiresAt = Math.max(...tokens.map(token => token.expiresAt))
      return database.atomically(async queries => {
        const [lives] = await queries.query(statements.prolong, [connectionId, expiresAt])
        if (lives === undefined) return false
        for (const token of tokens) await addToken(queries, connectionId, token)
        return true
      })
    },

    /** The holder of an access token. A hit needs no promise. @param hash SHA-256 in hex */
    findByAccess(hash: string): ConnectionHolder | null | Promise<ConnectionHolder | null> {
      const holder = cache.get(hash, () => load(hash))
      return holder instanceof Promise ? holder.then(use) : use(holder)
    },

    /** An access or refresh token of a connection; null for none. */
    async ofToken(hash: string): Promise<KnownToken | null> {
      return (await database.query<KnownToken>(statements.ofToken, [hash]))[0] ?? null
    },

    /** Ends one of the caller's own. @throws {Failure} not-found: not theirs, or over */
    async revoke(actor: Actor, id: string): Promise<void> {
      const { organizationId, userId } = actor.caller
      const audit = { action: 'connection.revoked', actor, details: {} } as const
      if (!(await end(id, [organizationId, userId], audit))) throw notFound('connection')
    },

    /** Ends it because of what its application did: it gave its token back, or was wrong about its code. */
    async endByApplication(id: string, reason: string): Promise<void> {
      await end(id, [null, null], { action: 'connection.ended', actor: null, details: { reason } })
    },

    /** Writes the uses that are not written yet. */
    close: () => lastUsed.close(),
  }
}

interface Ended {
  readonly action: AuditAction
  readonly actor: Actor | null
  readonly details: Readonly<Record<string, string>>
}

interface EndedRow {
  readonly organizationId: string
  readonly clientName: string
}

async function writeEnd(queries: Queries, id: string, row: EndedRow, { action, actor, details }: Ended) {
  const { organizationId, clientName } = row
  const target = { type: 'connection', id, name: clientName }
  const said = { organizationId, action, target, details }
  await writeAudit(queries, { ...said, actor: actor?.caller ?? null, address: actor?.address ?? null })
}

async function addToken(
  queries: Queries,
  connectionId: string,
  token: NewToken,
  parent: string | null = null,
): Promise<void> {
  const { hash, kind, scopes, challenge = null, redirectUri = null, expiresAt } = token
  await queries.query(statements.addToken, [
    ...[hash, connectionId, kind, scopes, challenge, redirectUri, expiresAt, parent],
  ])
}
