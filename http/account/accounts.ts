// Accounts of people, called by the auth routes: sign-up, login, logout, refresh. A login makes a session.
// Its token and its refresh token both name that session and end with it.
import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { type SignInOrigin, sessionLifetimeMs, unknownOrigin } from '../../domain/people/session.ts'
import {
  emailKey,
  type Login,
  type LoginResult,
  organizationNameOf,
  type SignUp,
  type UserProfile,
} from '../../domain/people/user.ts'
import type { AuditStore } from '../../storage/accounts/audit.ts'
import type { Session, SessionStore } from '../../storage/accounts/sessions.ts'
import type { Account, UserStore } from '../../storage/accounts/users.ts'
import type { LoginGuard } from './login-guard.ts'
import type { Passwords } from './passwords.ts'
import type { RefreshToken, RefreshTokens } from './refresh-tokens.ts'
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
/** How long a replaced cookie still gets the answer that replaced it. */
const lostAnswerMs = 30_000

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(parts: AccountParts) {
  const { users, sessions, passwords, tokens, refreshTokens, guard, audit } = parts

  /**
   * Begins a session, for every kind of login.
   * @param provider who vouched for the user; null for their password
   */
  async function begin(
    account: Account,
    origin: SignInOrigin = unknownOrigin,
    provider: string | null = null,
  ): Promise<LoginResult> {
    return welcome(await open(account, origin, provider), origin, provider)
  }

  async function open(
    { userId, organizationId, role }: Account,
    origin: SignInOrigin,
    provider: string | null,
  ) {
    const id = newId('session')
    const { text: refreshToken, hash: refreshHash } = refreshTokens.make(id)
    const expiresAt = Date.now() + sessionLifetimeMs
    await sessions.create({ id, userId, organizationId, provider, ...origin, refreshHash, expiresAt })
    return { id, userId, organizationId, role, refreshToken }
  }

  async function welcome(
    { refreshToken, ...session }: Awaited<ReturnType<typeof open>>,
    { address }: SignInOrigin,
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

  async function replace(
    text: string,
    nextOf: (sessionId: string) => RefreshToken,
    againMs = 0,
  ): Promise<LoginResult> {
    const token = refreshTokens.read(text)
    if (token === null) throw invalidCredentials()
    const { sessionId } = token
    const next = nextOf(sessionId)
    const renewal = { refreshHash: next.hash, expiresAt: Date.now() + sessionLifetimeMs }
    return answer(await sessions.rotate(sessionId, token.hash, renewal, againMs), next.text)
  }

  /**
   * Records a failed login later, at a random time: otherwise the time of the answer would reveal that the
   * address has an account. The login guard bounds their number (http/account/login-guard.ts).
   */
  function noteFailure({ organizationId, userId }: Account, { address }: SignInOrigin): void {
    const target = { type: 'user', id: userId }
    const entry = { organizationId, actor: null, action: 'login.failed', target, address } as const
    setTimeout(() => void audit.record(entry).catch(() => {}), Math.random() * noteDelayMs).unref()
  }

  return {
    begin,

    /**
     * Creates a user with an organization of their own, and logs in.
     * @throws {Failure} conflict: the address has an account; overloaded
     */
    async signUp(wish: SignUp, origin: SignInOrigin = unknownOrigin): Promise<LoginResult> {
      const { email, password, name = null } = wish
      const passwordHash = await passwords.hash(password)
      const organizationName = organizationNameOf(wish)
      const { address } = origin
      return begin(await users.signUp({ email, name, passwordHash, organizationName, address }), origin)
    },

    /**
     * @throws {Failure} unauthenticated, the same for an unknown address and a wrong password; rate-limited:
     *   too many failures; overloaded
     */
    async logIn({ email, password }: Login, origin: SignInOrigin = unknownOrigin): Promise<LoginResult> {
      const succeed = await guard.admit(emailKey(email), origin.address)
      const account = await users.findByEmail(email)
      const isRight = await passwords.matches(account?.passwordHash ?? null, password)
      if (!isRight || account === null) {
        if (account !== null) noteFailure(account, origin)
        throw wrongPassword()
      }
      await succeed()
      const session = await open(account, origin, null)
      // A change of the password meanwhile ended all other sessions, but could not see this one.
      if (!(await users.isPassword(account.userId, account.passwordHash))) {
        await sessions.end(session.id)
        throw wrongPassword()
      }
      return welcome(session, origin, null)
    },

    /**
     * Gives a new token for a refresh token and replaces the refresh token. A replaced one ends the session.
     * @throws {Failure} unauthenticated
     */
    refresh: (text: string) => replace(text, refreshTokens.make),

    /**
     * The same for the cookie of a page. A page that is left while it renews loses the answer, and the next
     * one sends the old cookie: for some seconds that has the same answer again.
     * @throws {Failure} unauthenticated
     */
    refreshCookie: (text: string) => replace(text, id => refreshTokens.successor(id, text), lostAnswerMs),

    /**
     * The same for a session that was authenticated by its token.
     * @throws {Failure} unauthenticated; forbidden: an API key has no session
     */
    async renew(caller: Pick<Caller, 'sessionId'>): Promise<LoginResult> {
      const sessionId = ownSession(caller)
      const next = refreshTokens.make(sessionId)
      const renewal = { refreshHash: next.hash, expiresAt: Date.now() + sessionLifetimeMs }
      return answer(await sessions.renew(sessionId, renewal), next.text)
    },

    /**
     * Ends the caller's session: the next request with its token is refused.
     * @throws {Failure} forbidden: an API key has no session
     */
    async logOut(caller: Caller, { address }: SignInOrigin = unknownOrigin): Promise<void> {
      const id = ownSession(caller)
      const { organizationId } = caller
      const target = { type: 'session', id }
      await sessions.end(id, { organizationId, actor: caller, action: 'session.ended', target, address })
    },

    /** The profile of the user who is signed in, or who made the key. */
    profile({ organizationId, userId }: Caller): Promise<UserProfile> {
      return users.profile(organizationId, userId)
    },
  }
}

function wrongPassword(): Failure {
  return new Failure('unauthenticated', 'wrong e-mail address or password')
}

/** @throws {Failure} forbidden: an API key has no session */
export function ownSession({ sessionId }: Pick<Caller, 'sessionId'>): string {
  if (sessionId !== null) return sessionId
  throw new Failure('forbidden', 'an API key has no session: sign in instead, or revoke the key to end it')
}
