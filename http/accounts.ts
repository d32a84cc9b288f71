// Accounts of people: signing up, logging in and out. A login makes a session; the token and the refresh token that it
// answers both name that session and end with it.
import { hash, randomBytes } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import type { Caller } from '../domain/permissions.ts'
import type { Login, LoginResult, SignUp, UserProfile } from '../domain/user.ts'
import type { SessionStore } from '../storage/sessions.ts'
import type { Account, UserStore } from '../storage/users.ts'
import type { Passwords } from './passwords.ts'
import type { Tokens } from './tokens.ts'

/** How long a session lives, and with it its refresh token, unless it is refreshed. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000

export interface AccountParts {
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly passwords: Passwords
  readonly tokens: Tokens
}

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts({ users, sessions, passwords, tokens }: AccountParts) {
  /** Begins a session; the way in for every kind of login. */
  async function begin({ userId, organizationId, role }: Account): Promise<LoginResult> {
    const refreshToken = randomBytes(32).toString('base64url')
    const expiresAt = Date.now() + sessionLifetimeMs
    const refreshHash = hash('sha256', refreshToken)
    const sessionId = await sessions.create({ userId, organizationId, refreshHash, expiresAt })
    const signed = await tokens.sign({ sessionId, userId, organizationId, role })
    return { ...signed, refreshToken, user: await users.profile(organizationId, userId) }
  }

  return {
    /**
     * A user with an organization of their own, logged in.
     * @throws {Failure} conflict: the address has an account; overloaded
     */
    async signUp({ email, password, name = null, organization = null }: SignUp): Promise<LoginResult> {
      const passwordHash = await passwords.hash(password)
      const organizationName = organization ?? name ?? email.slice(0, email.indexOf('@'))
      return begin(await users.signUp({ email, name, passwordHash, organizationName }))
    },

    /** @throws {Failure} unauthenticated, the same for an unknown address and a wrong password; overloaded */
    async logIn({ email, password }: Login): Promise<LoginResult> {
      const account = await users.findByEmail(email)
      if (!(await passwords.matches(account?.passwordHash ?? null, password)) || account === null) {
        throw new Failure('unauthenticated', 'wrong e-mail address or password')
      }
      return begin(account)
    },

    /** Ends the caller's session: the next request with its token is refused. @throws {Failure} forbidden: a key has none */
    async logOut({ sessionId }: Caller): Promise<void> {
      if (sessionId === null) throw new Failure('forbidden', 'an API key has no session: revoke it instead')
      await sessions.end(sessionId)
    },

    /** The user who is signed in, or who made the key. */
    profile({ organizationId, userId }: Caller): Promise<UserProfile> {
      return users.profile(organizationId, userId)
    },
  }
}
