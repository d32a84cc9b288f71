// A server with the routes of accounts, API keys and health on a free port, over a real database; and a
// client that speaks JSON to it.

import tap from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { SignUpPolicy } from '../../../domain/people/sign-up-policy.ts'
import type { LoginResult } from '../../../domain/people/user.ts'
import { createAuthenticate } from '../../../http/account/auth.ts'
import { createChatTokens } from '../../../http/account/chat-tokens.ts'
import { createJoining } from '../../../http/account/joining.ts'
import { createSignIn } from '../../../http/account/sign-in.ts'
import { openTokens } from '../../../http/account/tokens.ts'
import { createAddresses } from '../../../http/connections/addresses.ts'
import { createLimits } from '../../../http/limits/limits.ts'
import { createMailer, type MailParts } from '../../../http/mail/mail.ts'
import { createMetrics } from '../../../http/observation/metrics.ts'
import { type Check, createReadiness } from '../../../http/observation/readiness.ts'
import { createIdempotency } from '../../../http/pipeline/idempotency.ts'
import { createPipeline } from '../../../http/pipeline/pipeline.ts'
import type { Route } from '../../../http/pipeline/route.ts'
import { apiKeyRoutes } from '../../../http/routes/account/api-keys.ts'
import { auditRoutes } from '../../../http/routes/account/audit.ts'
import { authRoutes } from '../../../http/routes/account/auth.ts'
import { invitationRoutes } from '../../../http/routes/account/invitations.ts'
import { oauthRoutes } from '../../../http/routes/account/oauth.ts'
import { organizationRoutes } from '../../../http/routes/account/organizations.ts'
import { ownAccountRoutes } from '../../../http/routes/account/own-account.ts'
import { teamRoutes } from '../../../http/routes/account/teams.ts'
import { devRoutes } from '../../../http/routes/system/dev.ts'
import { healthRoutes } from '../../../http/routes/system/health.ts'
import { startServer } from '../../../http/server.ts'
import type { Services } from '../../../http/services.ts'
import type { SignInProviders } from '../../../rpc/sign-in/providers.ts'
import { apiKeyStore } from '../../../storage/accounts/api-keys.ts'
import { auditStore } from '../../../storage/accounts/audit.ts'
import { identityStore } from '../../../storage/accounts/identities.ts'
import { invitationStore } from '../../../storage/accounts/invitations.ts'
import { setUpLinkStore } from '../../../storage/accounts/links/set-up-links.ts'
import { loginFailureStore } from '../../../storage/accounts/login-failures.ts'
import { memberStore } from '../../../storage/accounts/members.ts'
import { organizationStore } from '../../../storage/accounts/organizations.ts'
import { passwordResetStore } from '../../../storage/accounts/password-resets.ts'
import { sessionStore } from '../../../storage/accounts/sessions.ts'
import { signUpStore } from '../../../storage/accounts/sign-ups.ts'
import { teamStore } from '../../../storage/accounts/teams.ts'
import { userStore } from '../../../storage/accounts/users.ts'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import { connectionStore } from '../../../storage/connections/connections.ts'
import { mailStore } from '../../../storage/notifications/mails.ts'
import type { Database } from '../../../storage/postgres/database.ts'
import { idempotencyKeyStore } from '../../../storage/requests/idempotency-keys.ts'
import { spentStore } from '../../../storage/requests/spent.ts'
import { signingKeyStore } from '../../../storage/secrets/signing-keys.ts'
import { noLimits } from '../servers/http-server.ts'

export const appUrl = 'http://troupe.example'
const unsealed = { seal: (text: string) => text, open: (sealed: string) => sealed }

export const password = 'correct horse battery'

interface AccountServerOptions {
  readonly metricsToken?: string
  readonly checks?: Readonly<Record<string, Check>>
  /** Default: as many as anybody likes. */
  readonly loginFailures?: number
  readonly isProduction?: boolean
  readonly signUp?: SignUpPolicy
  readonly signUpProof?: 'none' | 'mail'
  /** Default: none, so mails wait in the outbox. */
  readonly transport?: MailParts['transport']
  /** Default: none. */
  readonly providers?: SignInProviders
  /** Further routes, and the services that they use. */
  readonly routes?: readonly Route[]
  readonly services?: Partial<Services>
  /** Default: its own. */
  readonly facts?: CachedFacts
}

export type AccountServer = Awaited<ReturnType<typeof startAccountServer>>

/** Closed when the test file ends. */
export async function startAccountServer(database: Database, options: AccountServerOptions = {}) {
  const { facts = new CachedFacts(), routes = [], services = {} } = options
  const people = createPeople(database, facts)
  const sessions = sessionStore(database, facts)
  const mails = mailStore(database, unsealed)
  const mail = createMailer({
    mails,
    transport: options.transport ?? null,
    log: { warn: facts => tap.comment('a mail', facts) },
  })
  const apiKeys = apiKeyStore(database, facts)
  const tokens = await openTokens(signingKeyStore(database), appUrl)
  const signIn = await createSignIn({
    settings: {
      appUrl,
      loginFailures: options.loginFailures ?? 0,
      signUp: options.signUp ?? 'open',
      signUpProof: options.signUpProof ?? 'none',
    },
    stores: {
      ...{ users: userStore(database), sessions, facts, audit: auditStore(database) },
      identities: identityStore(database),
      spent: spentStore(database),
      signUps: signUpStore(database, mails),
      setUpLinks: setUpLinkStore(database),
      invitations: people.invitations,
      ...{ passwordResets: passwordResetStore(database, mails), loginFailures: loginFailureStore(database) },
    },
    ...{ tokens, mail, log: { warn: (facts, message) => tap.comment(message, facts) } },
    providers: options.providers ?? new Map(),
  })
  const metrics = createMetrics(options.metricsToken ?? null)
  const readiness = createReadiness(options.checks ?? {}, 100)
  const chatTokens = createChatTokens({ appUrl, deriveSecret: tokens.deriveSecret, apiKeys })
  const authenticate = createAuthenticate({
    ...{ tokens, apiKeys, sessions, chatTokens },
    connections: connectionStore(database, facts),
    addresses: createAddresses({ appUrl, corsOrigins: [] }),
  })
  const joining = createJoining({
    ...people,
    ...signIn,
    users: userStore(database),
    authenticate,
    mail,
    appUrl,
  })
  const log = { error: (facts: object, message: string) => tap.comment(message, facts) }
  await apiKeys.loadOrigins()
  const pipeline = createPipeline({
    routes: [
      ...[...authRoutes, ...ownAccountRoutes, ...oauthRoutes, ...apiKeyRoutes, ...healthRoutes, ...devRoutes],
      ...[...organizationRoutes, ...teamRoutes, ...invitationRoutes, ...auditRoutes, ...routes],
    ],
    keyOrigins: apiKeys.origins,
    services: {
      ...{ ...people, joining, ...services },
      ...{ ...signIn, mail, authenticate, isProduction: options.isProduction ?? false },
      ...{ apiKeys, tokens, metrics, readiness, audit: auditStore(database) },
    } as Partial<Services> as Services,
    authenticate,
    limits: createLimits(noLimits),
    idempotency: createIdempotency({
      keys: idempotencyKeyStore(database),
      secret: tokens.deriveSecret('test'),
      log,
    }),
    log,
    observe: metrics.observe,
  })
  const server = await startServer({ pipeline, host: '127.0.0.1', port: 0 })
  tap.teardown(async () => {
    await server.close(0)
    await Promise.all([
      apiKeys.close(),
      signIn.passwordResets.close(),
      signIn.mailedSignUps.close(),
      mail.close(),
    ])
  })
  return { ...clientOf(server.port), port: server.port, authenticate, tokens, apiKeys, mail, ...signIn }
}

/** Who belongs to organizations, with the caches that their changes empty. */
function createPeople(database: Database, facts: CachedFacts) {
  const forget = (organizationId: string, userId: string) =>
    facts.announce({ type: 'member', organizationId, userId })
  return {
    organizations: organizationStore(database, facts),
    teams: teamStore(database),
    members: memberStore(database, forget),
    invitations: invitationStore(database, forget),
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly body: any
}

function clientOf(port: number) {
  /** @param credential what goes after `Bearer `, null for none */
  async function call(
    pattern: string,
    credential: string | null = null,
    body?: unknown,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const [method, path] = pattern.split(' ') as [string, string]
    const headers: Record<string, string> = { ...fields }
    if (credential !== null) headers['authorization'] = `Bearer ${credential}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const content = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(content) : content,
    }
  }

  /** A new user, the owner of a new organization. */
  async function signUp(): Promise<LoginResult> {
    const email = `${newId('user')}@example.com`
    return (await call('POST /api/v1/auth/signup', null, { email, password })).body
  }

  /** A new key of whoever holds the credential, in full. */
  async function createKey(credential: string, wishes: object = {}): Promise<{ id: string; key: string }> {
    return (await call('POST /api/v1/apikeys', credential, { name: 'CI', ...wishes })).body
  }

  return { call, signUp, createKey }
}
