// Sessions of signed-in people. Called by http/account/ for every request with a token.
// 1. A token names its session, and the cache forgets an ended session before the answer goes out: the
//    token ends at once.
// 2. Refresh tokens are kept as hashes and change with each use. A replaced one that comes again ends the
//    session, unless the answer that replaced it may have been lost.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { Failure, notFound } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { NewAuditEntry } from '../../domain/people/audit.ts'
import type { Role } from '../../domain/people/permissions.ts'
import type { Session as SessionView, SignInOrigin } from '../../domain/people/session.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Database } from '../postgres/database.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import { writeAudit } from './audit.ts'

export const SessionTable = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    organizationId: p.text(),
    refreshHash: p.text().nullable(),
    createdAt: p.bigint('number'),
    expiresAt: p.bigint('number'),
    endedAt: p.bigint('number').nullable(),
    lastUsedAt: p.bigint('number').nullable(),
    address: p.text().nullable(),
    userAgent: p.text().nullable(),
    provider: p.text().nullable(),
  },
})

export interface Session {
  readonly id: string
  readonly userId: string
  readonly organizationId: string
  /** The user's current role in the organization. */
  readonly role: Role
  readonly expiresAt: number
}

export interface NewSession extends Partial<SignInOrigin> {
  readonly userId: string
  readonly organizationId: string
  /** SHA-256 of the refresh token, in hex. */
  readonly refreshHash: string
  readonly expiresAt: number
  /** The sign-in provider; null for a password. */
  readonly provider?: string | null
}

/** The new refresh token of a session. */
export type Renewal = Pick<NewSession, 'refreshHash' | 'expiresAt'>

const cachedSessions = 10_000

export type SessionStore = ReturnType<typeof sessionStore>

export function sessionStore(database: Database, facts = new CachedFacts()) {
  const cache = new BoundedCache<Session>(cachedSessions, { notices: facts })
  facts.listen(what => {
    if (what.type === 'session') cache.delete(what.id)
    else if (what.type === 'user') cache.deleteWhere(({ userId }) => userId === what.userId)
    else if (what.type === 'organization')
      cache.deleteWhere(({ organizationId }) => organizationId === what.organizationId)
    else if (what.type === 'member')
      cache.deleteWhere(
        session => session.userId === what.userId && session.organizationId === what.organizationId,
      )
  })

  async function load(id: string): Promise<Session | null> {
    return (await database.query<Session>(find, [id, Date.now()]))[0] ?? null
  }

  /** @param userId only a session of this user; null: of anybody. @returns whether it was live */
  async function end(id: string, userId: string | null, entry: NewAuditEntry | null): Promise<boolean> {
    const wasLive = await database.atomically(async queries => {
      const ended = await queries.query(endLive, [id, userId, Date.now()])
      if (ended.length > 0 && entry !== null) await writeAudit(queries, entry)
      return ended.length > 0
    })
    facts.announce({ type: 'session', id })
    return wasLive
  }

  async function renew(id: string, renewal: Renewal, from: { refreshHash?: string; againMs?: number }) {
    const { refreshHash, expiresAt } = renewal
    const now = Date.now()
    const values = [id, from.refreshHash ?? null, refreshHash, expiresAt, now, now - (from.againMs ?? 0)]
    const [session] = await database.query<Session>(renewLive, values)
    facts.announce({ type: 'session', id })
    return session ?? null
  }

  return {
    /** @returns the session's id */
    async create(session: NewSession & { readonly id?: string }): Promise<string> {
      const { id = newId('session'), address = null, userAgent = null, provider = null } = session
      const { userId, organizationId, refreshHash, expiresAt } = session
      const who = { id, userId, organizationId, refreshHash, address, userAgent, provider }
      const row = { ...who, createdAt: Date.now(), lastUsedAt: null, expiresAt, endedAt: null }
      await database.work(em => em.insert(SessionTable, row))
      return id
    },

    /** The live sessions of a user in all organizations, the newest first. */
    async list(userId: string, page: PageRequest): Promise<Page<LiveSession>> {
      const values = [userId, Date.now(), idBefore('session', page), page.limit + 1]
      return pageOf(await database.query<LiveSession>(listLive, values), page, row => row)
    },

    /**
     * The session, unless it has ended or expired or its user is no longer a member. A hit needs no
     * promise.
     */
    findActive(id: string): Session | null | Promise<Session | null> {
      const session = cache.get(id, () => load(id))
      if (session instanceof Promise) return session
      return session.expiresAt > Date.now() ? session : null
    },

    /**
     * Ends a session; the next request with its token finds none. @param entry written in the same
     * transaction
     */
    async end(id: string, entry: NewAuditEntry | null = null): Promise<void> {
      await end(id, null, entry)
    },

    /** Ends a session of this user. @throws {Failure} not-found: not theirs, or over */
    async endOf(userId: string, id: string, entry: NewAuditEntry): Promise<void> {
      if (!(await end(id, userId, entry))) throw notFound('session')
    },

    /** Forgets the cached sessions of a user, after a transaction of another store has ended them. */
    forgetAllOf(userId: string): void {
      facts.announce({ type: 'user', userId })
    },

    /**
     * Replaces the refresh token. If it has been replaced before, it is in the wrong hands: the session
     * ends.
     * @param againMs so long the same replacement is taken again, without being another use
     * @throws {Failure} unauthenticated: replaced before, or the session is over
     */
    async rotate(id: string, fromHash: string, renewal: Renewal, againMs = 0): Promise<Session> {
      const session = await renew(id, renewal, { refreshHash: fromHash, againMs })
      if (session !== null) return session
      await end(id, null, null)
      throw new Failure('unauthenticated', 'the session is over: log in again')
    },

    /** Replaces the refresh token, whatever it is. @throws {Failure} unauthenticated: the session is over */
    async renew(id: string, renewal: Renewal): Promise<Session> {
      const session = await renew(id, renewal, {})
      if (session === null) throw new Failure('unauthenticated', 'the session is over: log in again')
      return session
    },
  }
}

/** A session as its owner sees it. */
export type LiveSession = Omit<SessionView, 'current'>

const listLive = {
  name: 'sessions.list',
  text: `select id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", address,
      user_agent as "userAgent", provider
    from sessions where user_id = $1 and ended_at is null and expires_at > $2 and ($3::text is null or id < $3)
    order by id desc limit $4`,
}

const endLive = {
  name: 'sessions.end',
  text: `update sessions set ended_at = $3
    where id = $1 and ($2::text is null or user_id = $2) and ended_at is null and expires_at > $3
    returning 1 as one`,
}

/** One statement renews and reads, so the caller has the session even if somebody ends it in the meantime. */
const renewLive = {
  name: 'sessions.renew',
  text: `update sessions s set refresh_hash = $3, expires_at = $4,
      last_used_at = case when s.refresh_hash = $3 then s.last_used_at else $5 end
    from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
    where s.id = $1 and s.ended_at is null and s.expires_at > $5
      and ($2::text is null or s.refresh_hash = $2 or (s.refresh_hash = $3 and s.last_used_at > $6))
      and m.organization_id = s.organization_id and m.user_id = s.user_id
    returning s.id, s.user_id as "userId", s.organization_id as "organizationId", m.role, s.expires_at as "expiresAt"`,
}

const find = {
  name: 'sessions.find',
  text: `select s.id, s.user_id as "userId", s.organization_id as "organizationId", m.role, s.expires_at as "expiresAt"
    from sessions s join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
      join organizations o on o.id = s.organization_id and o.deleted_at is null
    where s.id = $1 and s.ended_at is null and s.expires_at > $2`,
}
