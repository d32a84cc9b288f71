// Makes the parts of signing in: accounts, sessions, password resets, other providers. Called by
// main/services.ts.
import type { SignUpPolicy } from '../../domain/people/sign-up-policy.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import type { SignInProviders } from '../../rpc/sign-in/providers.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Stores } from '../../storage/stores.ts'
import type { Mailer } from '../mail/mail.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { createPasswordResets, type PasswordResets } from './links/password-resets.ts'
import { createSetUpLinks, type SetUpLinks } from './links/set-up.ts'
import { createSignUps, type SignUps } from './links/sign-ups.ts'
import { createLoginGuard, type LoginGuard } from './login-guard.ts'
import { createOauth, type Oauth, type OauthParts } from './oauth.ts'
import { createOauthFlows } from './oauth-flow.ts'
import { createOwnAccount, type OwnAccount } from './own-account.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createRefreshTokens } from './refresh-tokens.ts'
import { createSessionCookie, type SessionCookie } from './session-cookie.ts'
import type { Tokens } from './tokens.ts'

export interface SignInParts {
  readonly settings: Pick<Settings, 'appUrl' | 'loginFailures' | 'signUp' | 'signUpProof'>
  readonly stores: Pick<
    Stores,
    | 'users'
    | 'sessions'
    | 'facts'
    | 'audit'
    | 'passwordResets'
    | 'signUps'
    | 'setUpLinks'
    | 'invitations'
    | 'loginFailures'
    | 'identities'
    | 'spent'
  >
  readonly tokens: Tokens
  readonly mail: Pick<Mailer, 'nudge' | 'send'>
  readonly providers: SignInProviders
  readonly log: OauthParts['log']
}

export interface SignIn {
  readonly accounts: Accounts
  readonly ownAccount: OwnAccount
  readonly passwordResets: PasswordResets
  /** Sign-ups that wait for the proof of a mailbox. */
  readonly mailedSignUps: SignUps
  /** Who may make an account. */
  readonly signUpPolicy: SignUpPolicy
  /** Make the first owner, where sign-up is closed. */
  readonly setUpLinks: SetUpLinks
  readonly sessionCookie: SessionCookie
  readonly oauth: Oauth
  readonly passwords: Passwords
  /** For other code that asks for a password. */
  readonly loginGuard: LoginGuard
  /** Background work of signing in. */
  readonly signInChores: readonly Chore[]
}

export async function createSignIn(given: SignInParts): Promise<SignIn> {
  const { settings, stores, tokens, mail, providers, log } = given
  const { users, sessions, audit, identities } = stores
  const { appUrl } = settings
  const passwords = await createPasswords()
  const refreshTokens = createRefreshTokens(tokens.deriveSecret)
  const guard = createLoginGuard(stores.loginFailures, settings.loginFailures)
  const parts = { users, sessions, passwords, tokens, refreshTokens, guard, audit }
  const resets = stores.passwordResets
  const passwordResets = createPasswordResets({ resets, sessions, passwords, appUrl, onMail: mail.nudge })
  const accounts = createAccounts(parts)
  const cookie = createSessionCookie(appUrl)
  const flows = createOauthFlows({ deriveSecret: tokens.deriveSecret, appUrl, spent: stores.spent })
  const forgetMember = (organizationId: string, userId: string) =>
    stores.facts.announce({ type: 'member', organizationId, userId })
  const isProofAsked = settings.signUpProof === 'mail'
  const policy = settings.signUp
  const mailedSignUps = createSignUps({
    ...{ signUps: stores.signUps, accounts, passwords, sessionCookie: cookie },
    ...{ isOn: isProofAsked, policy, appUrl, onMail: mail.nudge, invitations: stores.invitations },
  })
  const { invitations } = stores
  const whoComes = { providers, flows, identities, invitations, users, accounts, forgetMember }
  return {
    accounts,
    oauth: createOauth({ ...whoComes, cookie, mail, log, appUrl, isProofAsked, signUpPolicy: policy }),
    ownAccount: createOwnAccount(parts),
    passwordResets,
    mailedSignUps,
    signUpPolicy: policy,
    setUpLinks: createSetUpLinks({ links: stores.setUpLinks, users, accounts, passwords, policy, appUrl }),
    sessionCookie: cookie,
    passwords,
    loginGuard: guard,
    signInChores: [tokens.chore, passwordResets.chore, mailedSignUps.chore],
  }
}
