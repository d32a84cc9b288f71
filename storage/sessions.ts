// Sessions of signed-in people. A token names its session; ending the session ends the token at once, because the
// cache forgets it before the answer goes out. Refresh tokens are kept as hashes and rotate.
import { defineEntity, p } from '@mikro-orm/postgresql'
import type { NewAuditEntry } from '../domain/audit.ts'
import { Failure, notFound } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { Role } from '../domain/permissions.ts'
import type { Session as SessionView, Visit } from '../domain/session.ts'
import { writeAudit } from './audit.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { Database } from './database.ts'

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
  /** The user's role in the organization now. */
  readonly role: Role
  readonly expiresAt: number
}

export interface NewSession extends Partial<Visit> {
  readonly userId: string
  readonly organizationId: string
  /** SHA-256 of the refresh token, in hex. */
  readonly refreshHash: string
  readonly expiresAt: number
  /** Who vouched for the user; null: their password. */
  readonly provider?: string | null
}

/** What replaces a refresh token. */
export type Renewal = Pick<NewSession, 'refreshHash' | 'expiresAt'>

const cachedSessions = 10_000

export type SessionStore = ReturnType<typeof sessionStore>

export function sessionStore(database: Database) {
  const cache = new BoundedCache<Session>(cachedSessions)

  async function load(id: string): Promise<Session | null> {
    return (await database.query<Session>(find, [id, Date.now()]))[0] ?? null
  }

  /** @param userId only theirs, null: whosever. @returns whether it was live */
  async function end(id: string, userId: string | null, entry: NewAuditEntry | null): Promise<boolean> {
    const wasLive = await database.atomically(async queries => {
      const ended = await queries.query(endLive, [id, userId, Date.now()])
      if (ended.length > 0 && entry !== null) await writeAudit(queries, entry)
      return ended.length > 0
    })
    cache.delete(id)
    return wasLive
  }

  async function renew(id: string, renewal: Renewal, from: { refreshHash?: string }) {
    const { refreshHash, expiresAt } = renewal
    const values = [id, from.refreshHash ?? null, refreshHash, expiresAt, Date.now()]
    const [session] = await database.query<Session>(renewLive, values)
    cache.delete(id)
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

    /** A person's own, in whatever organization, the newest first. */
    list(userId: string): Promise<LiveSession[]> {
      return database.query<LiveSession>(listLive, [userId, Date.now(), listedSessions])
    },

    /** The session if it has neither ended nor expired and its user is still a member. A hit needs no promise. */
    findActive(id: string): Session | null | Promise<Session | null> {
      const session = cache.get(id, () => load(id))
      if (session instanceof Promise) return session
      return session.expiresAt > Date.now() ? session : null
    },

    /** Ends one session; the next request with its token finds none. @param entry written with it */
    async end(id: string, entry: NewAuditEntry | null = null): Promise<void> {
      await end(id, null, entry)
    },

    /** Ends one of a user's own. @throws {Failure} not-found: not theirs, or over */
    async endOf(userId: string, id: string, entry: NewAuditEntry): Promise<void> {
      if (!(await end(id, userId, entry))) throw notFound('session')
    },

    /** What memory knows of a user's sessions is no longer so: they were ended in somebody else's transaction. */
    forgetAllOf(userId: string): void {
      cache.deleteWhere(session => session.userId === userId)
    },

    /** The member's role has changed, or the membership has ended: sessions of it are read anew. */
    forgetMember(organizationId: string, userId: string): void {
      cache.deleteWhere(session => session.userId === userId && session.organizationId === organizationId)
    },

    /** The same of a whole organization. */
    forgetOrganization(organizationId: string): void {
      cache.deleteWhere(session => session.organizationId === organizationId)
    },

    /**
     * Replaces the refresh token. A token that was replaced before is in the wrong hands: the session ends.
     * @throws {Failure} unauthenticated: replaced before, or the session is over
     */
    async rotate(id: string, fromHash: string, renewal: Renewal): Promise<Session> {
      const session = await renew(id, renewal, { refreshHash: fromHash })
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

/** What a person is shown of their own. */
export type LiveSession = Omit<SessionView, 'current'>

/** More than anybody has at once; the oldest of more are not shown. */
const listedSessions = 100

const listLive = {
  name: 'sessions.list',
  text: `select id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", address,
      user_agent as "userAgent", provider
    from sessions where user_id = $1 and ended_at is null and expires_at > $2 order by id desc limit $3`,
}

const endLive = {
  name: 'sessions.end',
  text: `update sessions set ended_at = $3
    where id = $1 and ($2::text is null or user_id = $2) and ended_at is null and expires_at > $3
    returning 1 as one`,
}

/** In one statement, so that whoever replaces the token has the session, though somebody else ends it meanwhile. */
const renewLive = {
  name: 'sessions.renew',
  text: `update sessions s set refresh_hash = $3, expires_at = $4, last_used_at = $5
    from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
    where s.id = $1 and ($2::text is null or s.refresh_hash = $2) and s.ended_at is null and s.expires_at > $5
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
