// Accounts of people: signing up, logging in and out, renewing a token. A login makes a session; the token and the
// refresh token that it answers both name that session and end with it.
import { Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { Caller } from '../domain/permissions.ts'
import { sessionLifetimeMs, unknownVisit, type Visit } from '../domain/session.ts'
import { emailKey, type Login, type LoginResult, type SignUp, type UserProfile } from '../domain/user.ts'
import type { AuditStore } from '../storage/audit.ts'
import type { Session, SessionStore } from '../storage/sessions.ts'
import type { Account, UserStore } from '../storage/users.ts'
import type { LoginGuard } from './login-guard.ts'
import type { Passwords } from './passwords.ts'
import type { RefreshTokens } from './refresh-tokens.ts'
import { invalidCredentials, type Tokens } from './tokens.ts'

export interface AccountParts {
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly passwords: Passwords
  readonly tokens: Pick<Tokens, 'sign'>
  readonly refreshTokens: RefreshTokens
  readonly guard: LoginGuard
  readonly audit: Pick<AuditStore, 'record'>
}

const noteDelayMs = 500

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(parts: AccountParts) {
  const { users, sessions, passwords, tokens, refreshTokens, guard, audit } = parts

  /**
   * Begins a session; the way in for every kind of login.
   * @param provider who vouched for the user, null: their password
   */
  async function begin(
    account: Account,
    visit: Visit = unknownVisit,
    provider: string | null = null,
  ): Promise<LoginResult> {
    return welcome(await open(account, visit, provider), visit, provider)
  }

  async function open({ userId, organizationId, role }: Account, visit: Visit, provider: string | null) {
    const id = newId('session')
    const { text: refreshToken, hash: refreshHash } = refreshTokens.make(id)
    const expiresAt = Date.now() + sessionLifetimeMs
    await sessions.create({ id, userId, organizationId, provider, ...visit, refreshHash, expiresAt })
    return { id, userId, organizationId, role, refreshToken }
  }

  async function welcome(
    { refreshToken, ...session }: Awaited<ReturnType<typeof open>>,
    { address }: Visit,
    provider: string | null,
  ): Promise<LoginResult> {
    const { id, userId, organizationId } = session
    const entry = { organizationId, actor: userId, target: { type: 'session', id }, address }
    await audit.record({ ...entry, action: 'session.created', details: { provider } })
    return answer(session, refreshToken)
  }

  async function answer(session: Omit<Session, 'expiresAt'>, refreshToken: string): Promise<LoginResult> {
    const { id: sessionId, userId, organizationId, role } = session
    const signed = await tokens.sign({ sessionId, userId, organizationId, role })
    return { ...signed, refreshToken, user: await users.profile(organizationId, userId) }
  }

  /**
   * Later, and at no certain time: it would tell an address that has an account by the time of the answer. There are few,
   * see http/login-guard.ts.
   */
  function noteFailure({ organizationId, userId }: Account, { address }: Visit): void {
    const target = { type: 'user', id: userId }
    const entry = { organizationId, actor: null, action: 'login.failed', target, address } as const
    setTimeout(() => void audit.record(entry).catch(() => {}), Math.random() * noteDelayMs).unref()
  }

  return {
    begin,

    /**
     * A user with an organization of their own, logged in.
     * @throws {Failure} conflict: the address has an account; overloaded
     */
    async signUp(wish: SignUp, visit: Visit = unknownVisit): Promise<LoginResult> {
      const { email, password, name = null, organization = null } = wish
      const passwordHash = await passwords.hash(password)
      const organizationName = organization ?? name ?? email.slice(0, email.indexOf('@'))
      const { address } = visit
      return begin(await users.signUp({ email, name, passwordHash, organizationName, address }), visit)
    },

    /**
     * @throws {Failure} unauthenticated, the same for an unknown address and a wrong password; rate-limited: too many
     *   wrong ones before; overloaded
     */
    async logIn({ email, password }: Login, visit: Visit = unknownVisit): Promise<LoginResult> {
      const succeed = await guard.admit(emailKey(email), visit.address)
      const account = await users.findByEmail(email)
      const isRight = await passwords.matches(account?.passwordHash ?? null, password)
      if (!isRight || account === null) {
        if (account !== null) noteFailure(account, visit)
        throw wrongPassword()
      }
      await succeed()
      const session = await open(account, visit, null)
      // Whoever has changed the password meanwhile did not see this session when they ended all the others.
      if (!(await users.isPassword(account.userId, account.passwordHash))) {
        await sessions.end(session.id)
        throw wrongPassword()
      }
      return welcome(session, visit, null)
    },

    /**
     * A new token for a refresh token, which is replaced. One that was replaced before ends the session.
     * @throws {Failure} unauthenticated
     */
    async refresh(text: string): Promise<LoginResult> {
      const token = refreshTokens.read(text)
      if (token === null) throw invalidCredentials()
      const { sessionId } = token
      const next = refreshTokens.make(sessionId)
      const renewal = { refreshHash: next.hash, expiresAt: Date.now() + sessionLifetimeMs }
      return answer(await sessions.rotate(sessionId, token.hash, renewal), next.text)
    },

    /** The same for a session that has shown its token. @throws {Failure} unauthenticated; forbidden: a key has none */
    async renew(caller: Pick<Caller, 'sessionId'>): Promise<LoginResult> {
      const sessionId = ownSession(caller)
      const next = refreshTokens.make(sessionId)
      const renewal = { refreshHash: next.hash, expiresAt: Date.now() + sessionLifetimeMs }
      return answer(await sessions.renew(sessionId, renewal), next.text)
    },

    /** Ends the caller's session: the next request with its token is refused. @throws {Failure} forbidden: a key has none */
    async logOut(caller: Caller, { address }: Visit = unknownVisit): Promise<void> {
      const id = ownSession(caller)
      const { organizationId } = caller
      const target = { type: 'session', id }
      await sessions.end(id, { organizationId, actor: caller, action: 'session.ended', target, address })
    },

    /** The user who is signed in, or who made the key. */
    profile({ organizationId, userId }: Caller): Promise<UserProfile> {
      return users.profile(organizationId, userId)
    },
  }
}

function wrongPassword(): Failure {
  return new Failure('unauthenticated', 'wrong e-mail address or password')
}

/** @throws {Failure} forbidden: a key has none */
export function ownSession({ sessionId }: Pick<Caller, 'sessionId'>): string {
  if (sessionId !== null) return sessionId
  throw new Failure('forbidden', 'an API key has no session: sign in instead, or revoke the key to end it')
}
