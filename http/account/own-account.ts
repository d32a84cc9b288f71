// What people do with their own account: list and end its sessions, change name and password. Called by
// routes/account/own-account.ts.
import { Failure } from '../../domain/failure.ts'
import { mapPage, type Page, type PageRequest } from '../../domain/page.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { type Session, type SignInOrigin, unknownOrigin } from '../../domain/people/session.ts'
import { emailKey, type UpdateProfile, type UserProfile } from '../../domain/people/user.ts'
import { type AccountParts, ownSession } from './accounts.ts'

export type OwnAccount = ReturnType<typeof createOwnAccount>

type Parts = Pick<AccountParts, 'users' | 'sessions' | 'passwords' | 'guard'>

export function createOwnAccount({ users, sessions, passwords, guard }: Parts) {
  async function changePassword(caller: Caller, change: UpdateProfile, origin: SignInOrigin): Promise<void> {
    const { organizationId, userId } = caller
    const sessionId = ownSession(caller)
    const { password = '', currentPassword = '' } = change
    const { email } = await users.profile(organizationId, userId)
    const succeed = await guard.admit(emailKey(email), origin.address)
    const isRight = await passwords.matches(await users.passwordHash(userId), currentPassword)
    if (!isRight) {
      throw new Failure(
        'forbidden',
        'currentPassword: it is wrong; if you have none, set one with forgot-password',
      )
    }
    await succeed()
    const passwordHash = await passwords.hash(password)
    const target = { type: 'user', id: userId, name: email }
    const said = { organizationId, actor: caller, target, address: origin.address }
    const entry = { ...said, action: 'password.changed' } as const
    await users.changePassword(userId, { passwordHash, keptSession: sessionId, entry })
    sessions.forgetAllOf(userId)
  }

  return {
    /**
     * The caller's own sessions, newest first. Not for API keys, because whoever runs a script holds them.
     * @throws {Failure} forbidden
     */
    async sessions(caller: Caller, page: PageRequest): Promise<Page<Session>> {
      const sessionId = ownSession(caller)
      const live = await sessions.list(caller.userId, page)
      return mapPage(live, session => ({ ...session, current: session.id === sessionId }))
    },

    /**
     * Ends a session: its token is refused from the next request on, its streams end within a second.
     * @throws {Failure} not-found
     */
    async endSession(caller: Caller, id: string, { address }: SignInOrigin = unknownOrigin): Promise<void> {
      const { organizationId, userId } = caller
      const target = { type: 'session', id }
      const entry = { organizationId, actor: caller, action: 'session.revoked', target, address } as const
      await sessions.endOf(userId, id, entry)
    },

    /**
     * A new password ends every other session.
     * @throws {Failure} forbidden: the current password is wrong, or a key wants to change it; rate-limited
     */
    async update(
      caller: Caller,
      change: UpdateProfile,
      origin: SignInOrigin = unknownOrigin,
    ): Promise<UserProfile> {
      if (change.password !== undefined) await changePassword(caller, change, origin)
      if (change.name !== undefined) await users.changeName(caller.userId, change.name)
      return users.profile(caller.organizationId, caller.userId)
    },
  }
}
