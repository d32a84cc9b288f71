// Sessions of signed-in people. A token names its session; ending the session ends the token at once, because the
// cache forgets it before the answer goes out. Refresh tokens are kept as hashes and rotate.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { Role } from '../domain/permissions.ts'
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

export interface NewSession {
  readonly userId: string
  readonly organizationId: string
  /** SHA-256 of the refresh token, in hex. */
  readonly refreshHash: string
  readonly expiresAt: number
}

const cachedSessions = 10_000

export type SessionStore = ReturnType<typeof sessionStore>

export function sessionStore(database: Database) {
  const cache = new BoundedCache<Session>(cachedSessions)

  async function load(id: string): Promise<Session | null> {
    return (await database.query<Session>(find, [id, Date.now()]))[0] ?? null
  }

  async function end(id: string): Promise<void> {
    await database.work(em => em.nativeUpdate(SessionTable, { id, endedAt: null }, { endedAt: Date.now() }))
    cache.delete(id)
  }

  return {
    /** @returns the session's id */
    async create({ userId, organizationId, refreshHash, expiresAt }: NewSession): Promise<string> {
      const id = newId('session')
      const row = { id, userId, organizationId, refreshHash, createdAt: Date.now(), expiresAt, endedAt: null }
      await database.work(em => em.insert(SessionTable, row))
      return id
    },

    /** The session if it has neither ended nor expired and its user is still a member. A hit needs no promise. */
    findActive(id: string): Session | null | Promise<Session | null> {
      const session = cache.get(id, () => load(id))
      if (session instanceof Promise) return session
      return session.expiresAt > Date.now() ? session : null
    },

    /** Ends one session; the next request with its token finds none. */
    end,

    /** Ends every session of a user: after a password reset. */
    async endAllOf(userId: string): Promise<void> {
      await database.work(em =>
        em.nativeUpdate(SessionTable, { userId, endedAt: null }, { endedAt: Date.now() }),
      )
      cache.deleteWhere(session => session.userId === userId)
    },

    /**
     * Replaces the refresh token. A token that was replaced before is in the wrong hands: the session ends.
     * @throws {Failure} unauthenticated: replaced before, or the session is over
     */
    async rotate(
      id: string,
      fromHash: string,
      { refreshHash, expiresAt }: Omit<NewSession, 'userId' | 'organizationId'>,
    ) {
      const live = { id, refreshHash: fromHash, endedAt: null, expiresAt: { $gt: Date.now() } }
      const changed = await database.work(em =>
        em.nativeUpdate(SessionTable, live, { refreshHash, expiresAt }),
      )
      cache.delete(id)
      const session = changed === 1 ? await load(id) : null
      if (session !== null) return session
      await end(id)
      throw new Failure('unauthenticated', 'the session is over: log in again')
    },
  }
}

const find = {
  name: 'sessions.find',
  text: `select s.id, s.user_id as "userId", s.organization_id as "organizationId", m.role, s.expires_at as "expiresAt"
    from sessions s join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
    where s.id = $1 and s.ended_at is null and s.expires_at > $2`,
}
