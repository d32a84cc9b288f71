// Forgotten passwords. Whoever asks gets the same answer after the same work, whether the address has an account or not:
// one row is written, and a chore finds out later whom to write to.
import { hash, randomBytes } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import type { Visit } from '../domain/session.ts'
import { emailKey, type ResetPassword, userBounds } from '../domain/user.ts'
import type { Chore } from '../runtime/chore.ts'
import { Rounds } from '../runtime/rounds.ts'
import type { PasswordResetStore, ResetRequest } from '../storage/password-resets.ts'
import type { SessionStore } from '../storage/sessions.ts'
import type { Passwords } from './passwords.ts'

export interface PasswordResetParts {
  readonly resets: PasswordResetStore
  readonly sessions: Pick<SessionStore, 'forgetAllOf'>
  readonly passwords: Pick<Passwords, 'hash'>
  /** Origin of the dashboard, which has the page that the mail links to. */
  readonly appUrl: string
  /** New mails lie in their queue. */
  readonly onMail: () => void
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

const atOnce = 20
const restMs = 30_000
/** So late, at most, that no answer still under way tells by its time that somebody was found. */
const delayMs = 500

export function createPasswordResets({ resets, sessions, passwords, appUrl, onMail }: PasswordResetParts) {
  const rounds = new Rounds(async () => {
    for (let seen = atOnce; seen === atOnce && !rounds.isClosed; ) {
      const requests = await resets.requests(atOnce)
      for (const request of requests) await answer(request)
      seen = requests.length
    }
  })
  const timers = new Set<NodeJS.Timeout>()

  async function answer(request: ResetRequest): Promise<void> {
    const holder = await resets.holderOf(request)
    if (holder === null) return resets.drop(request)
    const { userId, email } = holder
    const token = randomBytes(32).toString('base64url')
    const mail = mailOf(email, `${appUrl}/reset-password#token=${token}`)
    await resets.issue(request, { userId, tokenHash: hash('sha256', token), mail })
    onMail()
  }

  const chore: Chore = {
    name: 'password resets',
    async work() {
      await rounds.run()
      return restMs
    },
  }

  return {
    /** Takes the wish for a mail; says nothing about whether there is an account. @throws {Failure} unavailable */
    async request(email: string): Promise<void> {
      await resets.request(emailKey(email).slice(0, userBounds.emailLength))
      const timer = setTimeout(() => {
        timers.delete(timer)
        // What fails here is left to the chore.
        void rounds.run().catch(() => {})
      }, Math.random() * delayMs)
      timers.add(timer.unref())
    },

    /**
     * Sets a password and ends every session of its user. API keys stay: they belong to the organization.
     * @throws {Failure} bad-request: the token does not work; overloaded
     */
    async complete({ token, password }: ResetPassword, { address }: Visit): Promise<void> {
      const tokenHash = hash('sha256', token)
      // Hashing a password is dear: not for whoever has no token.
      if (!(await resets.isValid(tokenHash))) throw unusable()
      const passwordHash = await passwords.hash(password)
      const reset = await resets.complete(tokenHash, passwordHash, { action: 'password.reset', address })
      if (reset === null) throw unusable()
      sessions.forgetAllOf(reset.userId)
    },

    chore,
    close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      return rounds.close()
    },
  }
}

function unusable(): Failure {
  return new Failure('bad-request', 'token: expected one that was not used and is not older than an hour')
}

function mailOf(to: string, link: string) {
  const text = `Somebody, perhaps you, asked for a new password for your Troupe account.

Set one here, within an hour:
${link}

The link works once. If it was not you, nothing has changed: leave this mail alone.
`
  return { organizationId: null, to, subject: 'Set a new password', text }
}
