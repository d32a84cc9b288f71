// Forgotten passwords. A request gets the same answer after the same work, whether or not the address has an
// account: it writes one row, and a chore finds the account and mails it later.
import { hash, randomBytes } from 'node:crypto'
import { Failure } from '../../../domain/failure.ts'
import type { SignInOrigin } from '../../../domain/people/session.ts'
import { emailKey, type ResetPassword, userBounds } from '../../../domain/people/user.ts'
import type { PasswordResetStore, ResetRequest } from '../../../storage/accounts/password-resets.ts'
import type { SessionStore } from '../../../storage/accounts/sessions.ts'
import type { Passwords } from '../passwords.ts'
import { delayedRounds } from './delayed-rounds.ts'

export interface PasswordResetParts {
  readonly resets: PasswordResetStore
  readonly sessions: Pick<SessionStore, 'forgetAllOf'>
  readonly passwords: Pick<Passwords, 'hash'>
  /** Origin of the dashboard; the mail links to a page of it. */
  readonly appUrl: string
  /** Called when new mails are in the queue. */
  readonly onMail: () => void
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

export function createPasswordResets({ resets, sessions, passwords, appUrl, onMail }: PasswordResetParts) {
  const rounds = delayedRounds('password resets', limit => resets.requests(limit), answer)

  async function answer(request: ResetRequest): Promise<void> {
    const holder = await resets.holderOf(request)
    if (holder === null) return resets.drop(request)
    const { userId, email } = holder
    const token = randomBytes(32).toString('base64url')
    const mail = mailOf(email, `${appUrl}/reset#token=${token}`)
    await resets.issue(request, { userId, tokenHash: hash('sha256', token), mail })
    onMail()
  }

  return {
    /**
     * Takes the request; does not reveal whether there is an account.
     * @throws {Failure} unavailable
     */
    async request(email: string): Promise<void> {
      await resets.request(emailKey(email).slice(0, userBounds.emailLength))
      rounds.ask()
    },

    /**
     * Sets a password and ends every session of its user. API keys stay: they belong to the organization.
     * @throws {Failure} bad-request: the token does not work; overloaded
     */
    async complete({ token, password }: ResetPassword, { address }: SignInOrigin): Promise<void> {
      const tokenHash = hash('sha256', token)
      // Hashing a password is expensive: only for requests with a token.
      if (!(await resets.isValid(tokenHash))) throw unusable()
      const passwordHash = await passwords.hash(password)
      const reset = await resets.complete(tokenHash, passwordHash, { action: 'password.reset', address })
      if (reset === null) throw unusable()
      sessions.forgetAllOf(reset.userId)
    },

    chore: rounds.chore,
    close: () => rounds.close(),
  }
}

function unusable(): Failure {
  return new Failure('bad-request', 'token: it is unknown, used or older than an hour: request a new one')
}

function mailOf(to: string, link: string) {
  const text = `Somebody, perhaps you, asked for a new password for your Troupe account.

Set one here, within an hour:
${link}

The link works once. If it was not you, ignore this mail: nothing has changed.
`
  return { organizationId: null, to, subject: 'Set a new password', text }
}
