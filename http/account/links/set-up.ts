// The set-up link of a service that has no users and takes no strangers (SIGN_UP): the start prints it, and
// it makes the first owner, once, within a day. Each start prints a new one; none works once there is a user.
import { hash, randomBytes } from 'node:crypto'
import { Failure } from '../../../domain/failure.ts'
import type { SignUpPolicy } from '../../../domain/people/sign-up-policy.ts'
import { type LoginResult, organizationNameOf, type SetUp } from '../../../domain/people/user.ts'
import type { SetUpLinkStore } from '../../../storage/accounts/links/set-up-links.ts'
import type { UserStore } from '../../../storage/accounts/users.ts'
import type { IncomingRequest } from '../../exchange.ts'
import type { Accounts } from '../accounts.ts'
import type { Passwords } from '../passwords.ts'
import { signInOrigin } from '../sign-in-origin.ts'

export interface SetUpParts {
  readonly links: SetUpLinkStore
  readonly users: Pick<UserStore, 'isEmpty'>
  readonly accounts: Pick<Accounts, 'begin'>
  readonly passwords: Pick<Passwords, 'hash'>
  readonly policy: SignUpPolicy
  /** Origin of the dashboard. */
  readonly appUrl: string
}

export type SetUpLinks = ReturnType<typeof createSetUpLinks>

export function createSetUpLinks({ links, users, accounts, passwords, policy, appUrl }: SetUpParts) {
  return {
    /** A new link for the start to print; null: there are users, or anybody may sign up. */
    async make(): Promise<string | null> {
      if (policy === 'open' || !(await users.isEmpty())) return null
      const token = randomBytes(32).toString('base64url')
      await links.add(hash('sha256', token))
      return `${appUrl}/set-up#token=${token}`
    },

    /**
     * Makes the first owner, and logs in.
     * @throws {Failure} bad-request: the token does not work; overloaded
     */
    async complete({ token, ...wish }: SetUp, request: IncomingRequest): Promise<LoginResult> {
      const tokenHash = hash('sha256', token)
      // Hashing a password is expensive: only for requests with a token.
      if (!(await links.isValid(tokenHash))) throw unusable()
      const origin = signInOrigin(request)
      const owner = {
        ...{ email: wish.email, name: wish.name ?? null, organizationName: organizationNameOf(wish) },
        ...{ passwordHash: await passwords.hash(wish.password), isProved: false },
      }
      const account = await links.complete(tokenHash, owner, origin.address)
      if (account === null) throw unusable()
      return accounts.begin(account, origin)
    },
  }
}

function unusable(): Failure {
  return new Failure(
    'bad-request',
    'token: it is unknown, used or older than a day, or the service has users: sign in, or start the service again for a new link',
  )
}
