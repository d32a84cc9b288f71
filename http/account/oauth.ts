// Sign-in with a provider (Google, GitHub, Microsoft, GitLab). The person who comes back is known by the
// identity; or has an account at the same address, verified by the provider, which is then linked; or is new.
// 1. An address that the provider has not verified never leads to an existing account.
// 2. An account whose mailbox nobody had proved belongs to the person who proves it now. All access to it
//    until then ends (storage/accounts/identities.ts), because somebody else may have made it in wait for its
//    owner.
// 3. No token is ever in a URL: the browser gets the HttpOnly refresh cookie, and the dashboard renews by it.
import { Failure, notFound } from '../../domain/failure.ts'
import { type SignInOrigin, sessionLifetimeMs } from '../../domain/people/session.ts'
import {
  providerTitles,
  type SignInProviderName,
  type SignInProviderView,
} from '../../domain/people/sign-in-provider.ts'
import type { SignUpPolicy } from '../../domain/people/sign-up-policy.ts'
import { Email, userBounds } from '../../domain/people/user.ts'
import type { SignInProviders } from '../../rpc/sign-in/providers.ts'
import { type Person, ProviderError } from '../../rpc/sign-in/sign-in-provider.ts'
import type { IdentityStore, Linked } from '../../storage/accounts/identities.ts'
import type { InvitationStore } from '../../storage/accounts/invitations.ts'
import type { Account, UserStore } from '../../storage/accounts/users.ts'
import type { IncomingRequest } from '../exchange.ts'
import type { Mailer } from '../mail/mail.ts'
import { type Reply, type ReplyHeaders, text } from '../pipeline/reply.ts'
import type { Accounts } from './accounts.ts'
import type { OauthFlows } from './oauth-flow.ts'
import type { SessionCookie } from './session-cookie.ts'
import { signInOrigin } from './sign-in-origin.ts'

export interface OauthParts {
  readonly providers: SignInProviders
  readonly flows: OauthFlows
  readonly identities: IdentityStore
  readonly users: Pick<UserStore, 'signUp' | 'findByEmail'>
  readonly accounts: Pick<Accounts, 'begin'>
  readonly cookie: SessionCookie
  readonly mail: Pick<Mailer, 'send'>
  /** Drops what is cached about a member. */
  readonly forgetMember: (organizationId: string, userId: string) => void
  readonly log: { warn(facts: object, message: string): void }
  /** Origin of the service. */
  readonly appUrl: string
  /** Whether a new account needs a mailbox that is proved. */
  readonly isProofAsked: boolean
  readonly signUpPolicy: SignUpPolicy
  readonly invitations: Pick<InvitationStore, 'invited' | 'accept'>
}

export type Oauth = ReturnType<typeof createOauth>

/** Reasons in `/sign-in#error=...` of the dashboard. */
type Refusal =
  | 'refused'
  | 'failed'
  | 'unreachable'
  | 'email-missing'
  | 'email-taken'
  | 'email-unverified'
  | 'not-invited'
  | 'sign-up-closed'

type Newcomer = Person & { readonly email: string }

export function createOauth(parts: OauthParts) {
  const { providers, flows, identities, users, accounts, cookie, mail, log, appUrl } = parts

  function providerOf(name: string) {
    const provider = providers.get(name as SignInProviderName)
    if (provider === undefined) throw notFound('provider')
    return { provider, title: providerTitles[name as SignInProviderName] }
  }

  const callbackOf = (name: string) => `${appUrl}/api/v1/auth/oauth/${name}/callback`

  async function accountOf(
    name: string,
    person: Person,
    { address }: SignInOrigin,
  ): Promise<Account | Refusal> {
    const { subject, isEmailVerified } = person
    const { data: email } = Email.safeParse(person.email)
    const identity = { provider: name, subject, email: email ?? '' }
    const known = await identities.find(identity)
    if (known !== null) return known
    if (email === undefined) return 'email-missing'
    if (isEmailVerified) {
      const linked = await identities.link(identity, address)
      if (linked !== null) return tellOwner(name, email, linked)
    } else if (parts.isProofAsked) return 'email-unverified'
    const newcomer = { ...person, email }
    switch (parts.signUpPolicy) {
      case 'open':
        return signUp(name, newcomer, address)
      case 'invited':
        return join(name, newcomer, address)
      case 'off':
        return 'sign-up-closed'
    }
  }

  /** The provider has verified the mailbox, as the link of the invitation would. */
  async function join(provider: string, person: Newcomer, address: string | null) {
    const { subject, email, isEmailVerified } = person
    const invited = isEmailVerified ? await parts.invitations.invited(email) : null
    if (invited === null) return 'not-invited'
    const identity = { provider, subject, email }
    const acceptor = { userId: null, name: nameOf(person), passwordHash: null, identity }
    const { organizationId, tokenHash } = invited
    return unlessTaken(async () => {
      const joined = await parts.invitations.accept(organizationId, { tokenHash, acceptor, address })
      return { ...joined, passwordHash: null }
    })
  }

  async function signUp(provider: string, person: Newcomer, address: string | null) {
    const { subject, email, isEmailVerified } = person
    const name = nameOf(person)
    return unlessTaken(() =>
      users.signUp({
        ...{ email, name, passwordHash: null, address, identity: { provider, subject, email } },
        organizationName: name ?? email.slice(0, email.indexOf('@')),
        emailVerifiedAt: isEmailVerified ? Date.now() : null,
      }),
    )
  }

  async function tellOwner(name: string, to: string, linked: Linked): Promise<Account> {
    const { account, organizationIds, hasEndedAccess } = linked
    for (const each of organizationIds) parts.forgetMember(each, account.userId)
    const text = linkedText(providerTitles[name as SignInProviderName], hasEndedAccess)
    const subject = 'A new way to sign in to your Troupe account'
    await mail.send({ organizationId: account.organizationId, to, subject, text })
    return account
  }

  return {
    /** The providers that are switched on. */
    providers(): SignInProviderView[] {
      return [...providers.keys()].map(name => {
        return { name, title: providerTitles[name], url: `${appUrl}/api/v1/auth/oauth/${name}` }
      })
    },

    /**
     * Redirects a browser to a provider.
     * @throws {Failure} not-found; unavailable: the provider cannot be reached
     */
    async begin(name: string): Promise<Reply<never>> {
      const { provider } = providerOf(name)
      const { flow, headers } = await flows.begin(name)
      try {
        const url = await provider.authorizationUrl(flow, callbackOf(name))
        return redirect(url.href, headers)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        log.warn({ provider: name, why: error.message }, 'a sign-in could not begin')
        throw new Failure(
          'unavailable',
          `${providerTitles[name as SignInProviderName]} cannot be reached: try again later`,
        )
      }
    },

    /**
     * Redirects a browser that comes back to the dashboard: signed in, or with the reason why not.
     * @throws {Failure} not-found; bad-request: this browser did not begin this sign-in, or it came back
     *   before
     */
    async finish(name: string, request: IncomingRequest): Promise<Reply<never>> {
      const { provider } = providerOf(name)
      const flow = await flows.take(name, request)
      const origin = signInOrigin(request)
      const found = await personOf()
      if (typeof found === 'string') return redirect(`${appUrl}/sign-in#error=${found}`, flows.removal)
      const { refreshToken } = await accounts.begin(found, origin, name)
      return redirect(
        `${appUrl}/#signed-in`,
        mergeHeaders(flows.removal, cookie.headers(refreshToken, sessionLifetimeMs)),
      )

      async function personOf(): Promise<Account | Refusal> {
        try {
          const person = await provider.finish(flow, new URL(`${callbackOf(name)}?${request.query}`))
          return await accountOf(name, person, origin)
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          log.warn({ provider: name, why: error.message }, 'a sign-in did not come to its end')
          return error.reason
        }
      }
    },
  }
}

function nameOf({ name }: Person): string | null {
  return name?.toWellFormed().replaceAll('\u0000', '').slice(0, userBounds.nameLength) || null
}

async function unlessTaken(make: () => Promise<Account>): Promise<Account | 'email-taken'> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Failure && error.code === 'conflict') return 'email-taken'
    throw error
  }
}

function redirect(url: string, headers: ReplyHeaders): Reply<never> {
  const quiet = { Location: url, 'Referrer-Policy': 'no-referrer' }
  return text('', 'text/plain; charset=utf-8', { status: 302, headers: { ...headers, ...quiet } })
}

function mergeHeaders(...all: readonly ReplyHeaders[]): ReplyHeaders {
  return { 'Set-Cookie': all.flatMap(headers => headers['Set-Cookie'] ?? []) }
}

function linkedText(title: string, hasEndedAccess: boolean): string {
  const ended = `
Nobody had confirmed this e-mail address before. So the password of the account, other ways to sign in to it, its
sessions and its API keys have ended: they may have been somebody else's. Make new keys, and set a password with
"forgot password".
`
  return `From now on you can sign in to your Troupe account with ${title}.
${hasEndedAccess ? ended : ''}
If it was not you, tell the administrators of your organization.
`
}
