// What somebody does with an account of their own: sees and ends its sessions, changes name and password.
import { Failure } from '../domain/failure.ts'
import type { Caller } from '../domain/permissions.ts'
import { type Session, unknownVisit, type Visit } from '../domain/session.ts'
import { emailKey, type UpdateProfile, type UserProfile } from '../domain/user.ts'
import { type AccountParts, ownSession } from './accounts.ts'

export type OwnAccount = ReturnType<typeof createOwnAccount>

type Parts = Pick<AccountParts, 'users' | 'sessions' | 'passwords' | 'guard'>

export function createOwnAccount({ users, sessions, passwords, guard }: Parts) {
  async function changePassword(caller: Caller, change: UpdateProfile, visit: Visit): Promise<void> {
    const { organizationId, userId } = caller
    const sessionId = ownSession(caller)
    const { password = '', currentPassword = '' } = change
    const { email } = await users.profile(organizationId, userId)
    const succeed = await guard.admit(emailKey(email), visit.address)
    const isRight = await passwords.matches(await users.passwordHash(userId), currentPassword)
    if (!isRight) {
      throw new Failure('forbidden', 'currentPassword: is wrong; without one, set it by forgot-password')
    }
    await succeed()
    const passwordHash = await passwords.hash(password)
    const target = { type: 'user', id: userId, name: email }
    const said = { organizationId, actor: caller, target, address: visit.address }
    const entry = { ...said, action: 'password.changed' } as const
    await users.changePassword(userId, { passwordHash, keptSession: sessionId, entry })
    sessions.forgetAllOf(userId)
  }

  return {
    /** The caller's own, the newest first: not for keys, which whoever runs a script holds. @throws {Failure} forbidden */
    async sessions(caller: Caller): Promise<Session[]> {
      const sessionId = ownSession(caller)
      const live = await sessions.list(caller.userId)
      return live.map(session => ({ ...session, current: session.id === sessionId }))
    },

    /** Ends one: its token is refused from the next request on, its streams within a second. @throws {Failure} not-found */
    async endSession(caller: Caller, id: string, { address }: Visit = unknownVisit): Promise<void> {
      const { organizationId, userId } = caller
      const target = { type: 'session', id }
      const entry = { organizationId, actor: caller, action: 'session.revoked', target, address } as const
      await sessions.endOf(userId, id, entry)
    },

    /**
     * A new password ends every other session.
     * @throws {Failure} forbidden: the current password is wrong, or a key wants to change it; rate-limited
     */
    async update(caller: Caller, change: UpdateProfile, visit: Visit = unknownVisit): Promise<UserProfile> {
      if (change.password !== undefined) await changePassword(caller, change, visit)
      if (change.name !== undefined) await users.changeName(caller.userId, change.name)
      return users.profile(caller.organizationId, caller.userId)
    },
  }
}
