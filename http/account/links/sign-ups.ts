// Sign-ups whose mailbox is proved before there is an account (SIGN_UP_PROOF=mail). Every address gets the
// same answer after the same work: one row and one hash. A chore finds out later whether the address has an
// account, and mails either a link that makes one, or the news that somebody tried.
// Whoever opens the link need not be who chose the password: somebody could sign up with the address of
// another and wait for them to confirm. So the password counts only in the browser that signed up, which
// keeps a cookie; anywhere else the link asks for a new one.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../../domain/failure.ts'
import { sessionLifetimeMs } from '../../../domain/people/session.ts'
import { type SignUpPolicy, signUpRefusal } from '../../../domain/people/sign-up-policy.ts'
import {
  type LoginResult,
  organizationNameOf,
  type SignUp,
  type Verify,
} from '../../../domain/people/user.ts'
import type { InvitationStore } from '../../../storage/accounts/invitations.ts'
import { type SignUpStore, signUpLifetimeMs, type WaitingSignUp } from '../../../storage/accounts/sign-ups.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { type Reply, type ReplyHeaders, rawJson, reply } from '../../pipeline/reply.ts'
import type { Accounts } from '../accounts.ts'
import type { Passwords } from '../passwords.ts'
import { readCookie, type SessionCookie } from '../session-cookie.ts'
import { signInOrigin } from '../sign-in-origin.ts'
import { delayedRounds } from './delayed-rounds.ts'

export interface SignUpParts {
  readonly signUps: SignUpStore
  readonly accounts: Pick<Accounts, 'begin'>
  readonly passwords: Pick<Passwords, 'hash'>
  readonly invitations: Pick<InvitationStore, 'invited'>
  readonly sessionCookie: Pick<SessionCookie, 'headers'>
  /** Whether a sign-up needs the proof. Links that were mailed work either way, while sign-up is open. */
  readonly isOn: boolean
  readonly policy: SignUpPolicy
  /** Origin of the dashboard; the mails link to pages of it. */
  readonly appUrl: string
  /** Called when new mails are in the queue. */
  readonly onMail: () => void
}

export type SignUps = ReturnType<typeof createSignUps>

export function createSignUps(parts: SignUpParts) {
  const { signUps, accounts, passwords, appUrl, onMail } = parts
  const rounds = delayedRounds('sign-ups', limit => signUps.waiting(limit), answer)
  const browser = browserCookie(appUrl)

  async function answer(waiting: WaitingSignUp): Promise<void> {
    const { email, isKnown, isExhausted } = waiting
    if (isExhausted || parts.policy !== 'open') return signUps.drop(waiting)
    if (isKnown) await signUps.issue(waiting, null, knownMail(email, appUrl))
    else {
      const token = random()
      const link = `${appUrl}/verify#token=${token}`
      const isInvited = (await parts.invitations.invited(email)) !== null
      await signUps.issue(waiting, hash('sha256', token), proofMail(email, link, isInvited))
    }
    onMail()
  }

  /** @throws {Failure} validation-failed: this browser did not sign up, and no password was sent */
  async function chosenPassword(browserHash: string, { password }: Verify, request: IncomingRequest) {
    if (password !== undefined) return passwords.hash(password)
    if (browser.matches(request, browserHash)) return null
    throw new Failure(
      'validation-failed',
      'password: expected at least 8 characters, because this is not the browser that signed up: choose one',
    )
  }

  return {
    isOn: parts.isOn,

    /**
     * Takes a sign-up; does not reveal whether the address has an account.
     * @throws {Failure} overloaded, unavailable
     */
    async request(wish: SignUp, request: IncomingRequest): Promise<Reply<never>> {
      const { email, name = null } = wish
      const kept = browser.read(request) ?? random()
      await signUps.add({
        ...{ email, name, organizationName: organizationNameOf(wish), address: request.clientAddress },
        passwordHash: await passwords.hash(wish.password),
        browserHash: hash('sha256', kept),
      })
      rounds.ask()
      return rawJson(JSON.stringify({ proof: 'mail' }), { status: 202, headers: browser.headers(kept) })
    },

    /**
     * Makes the account, and signs in.
     * @throws {Failure} sign-up-closed; bad-request: the token does not work; validation-failed, see above;
     *   conflict
     */
    async complete(proof: Verify, request: IncomingRequest): Promise<Reply<LoginResult>> {
      if (parts.policy !== 'open') throw signUpRefusal(parts.policy)
      const tokenHash = hash('sha256', proof.token)
      const browserHash = await signUps.browserOf(tokenHash)
      if (browserHash === null) throw unusable()
      const passwordHash = await chosenPassword(browserHash, proof, request)
      const origin = signInOrigin(request)
      const account = await signUps.complete(tokenHash, passwordHash, origin.address)
      if (account === null) throw unusable()
      const login = await accounts.begin(account, origin)
      const session = parts.sessionCookie.headers(login.refreshToken, sessionLifetimeMs)
      const cookies = [session, browser.removal].flatMap(each => each['Set-Cookie'] ?? [])
      return reply(login, { headers: { 'Set-Cookie': cookies } })
    },

    chore: rounds.chore,
    close: () => rounds.close(),
  }
}

const random = () => randomBytes(32).toString('base64url')

/** By which the browser that signed up is known again. */
function browserCookie(appUrl: string) {
  const isSecure = appUrl.startsWith('https:')
  const name = isSecure ? '__Secure-troupe-sign-up' : 'troupe-sign-up'
  const attributes = `Path=/api/v1/auth; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  const headers = (value: string, lifetimeMs = signUpLifetimeMs): ReplyHeaders => ({
    'Set-Cookie': `${name}=${value}; Max-Age=${lifetimeMs / 1000}; ${attributes}`,
  })
  const read = (request: IncomingRequest): string | null => {
    const value = readCookie(request, name)
    return value !== null && /^[\w-]{43}$/.test(value) ? value : null
  }
  return {
    headers,
    removal: headers('', 0),
    read,
    matches(request: IncomingRequest, expectedHash: string): boolean {
      const value = read(request)
      if (value === null) return false
      return timingSafeEqual(Buffer.from(hash('sha256', value)), Buffer.from(expectedHash))
    },
  }
}

function unusable(): Failure {
  return new Failure('bad-request', 'token: it is unknown, used or older than a day: sign up again')
}

function proofMail(to: string, link: string, isInvited: boolean) {
  const elsewhere = `
You are invited to an organization. To join it, open the link of that invitation instead: this one makes an
organization of your own, in which nobody else is.
`
  const text = `Somebody, perhaps you, signed up to Troupe with this e-mail address.
${isInvited ? elsewhere : ''}
Confirm the address and sign in, within 24 hours:
${link}

The link works once. If it was not you, ignore this mail: without the link there is no account.
`
  return { organizationId: null, to, subject: 'Confirm your e-mail address', text }
}

function knownMail(to: string, appUrl: string) {
  const text = `Somebody, perhaps you, tried to sign up to Troupe with this e-mail address. It has an account already.

Sign in: ${appUrl}/sign-in
Set a new password, if you have forgotten it: ${appUrl}/reset

If it was not you, ignore this mail: nothing has changed.
`
  return { organizationId: null, to, subject: 'You have a Troupe account already', text }
}
