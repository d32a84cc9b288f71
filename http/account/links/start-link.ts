// The link that a start outside of production prints, by which the development user signs in without the
// password: once, within an hour. Made by main.ts, used by `POST /api/v1/auth/link`. It is kept in memory,
// so it ends with the process.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../../domain/failure.ts'
import type { Clock } from '../../../runtime/clock.ts'

const lifetimeMs = 3_600_000

export class StartLink {
  /** Of the development user. */
  readonly email: string
  /** For the address that is printed. */
  readonly token = randomBytes(32).toString('base64url')
  readonly #hash = hash('sha256', this.token, 'buffer')
  readonly #clock: Clock
  readonly #expiresAt: number
  #isUsed = false

  constructor(email: string, clock: Clock) {
    this.email = email
    this.#clock = clock
    this.#expiresAt = clock.now() + lifetimeMs
  }

  /**
   * Spends the link.
   * @throws {Failure} bad-request, which says why it does not work
   */
  use(token: string): void {
    const isIt = timingSafeEqual(hash('sha256', token, 'buffer'), this.#hash)
    if (!isIt) throw unusable('is not of this start of the service')
    if (this.#isUsed) throw unusable('has been used, and works once')
    if (this.#clock.now() >= this.#expiresAt) throw unusable('is older than an hour')
    this.#isUsed = true
  }
}

function unusable(why: string): Failure {
  const instead = 'sign in with the password that the start printed, or start the service again'
  return new Failure('bad-request', `token: the link ${why}: ${instead}`)
}
