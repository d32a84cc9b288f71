// A server with the routes of accounts, API keys and health on a free port, over a real database; and a client that
// speaks JSON to it.
import tap from 'tap'
import { newId } from '../../domain/ids.ts'
import type { LoginResult } from '../../domain/user.ts'
import { createAccounts } from '../../http/accounts.ts'
import { createAuthenticate } from '../../http/auth.ts'
import { createIdempotency } from '../../http/idempotency.ts'
import { createLimits } from '../../http/limits.ts'
import { createMetrics } from '../../http/metrics.ts'
import { createPasswords } from '../../http/passwords.ts'
import { createPipeline } from '../../http/pipeline.ts'
import { type Check, createReadiness } from '../../http/readiness.ts'
import { apiKeyRoutes } from '../../http/routes/api-keys.ts'
import { authRoutes } from '../../http/routes/auth.ts'
import { healthRoutes } from '../../http/routes/health.ts'
import { startServer } from '../../http/server.ts'
import type { Services } from '../../http/services.ts'
import { openTokens } from '../../http/tokens.ts'
import { apiKeyStore } from '../../storage/api-keys.ts'
import type { Database } from '../../storage/database.ts'
import { idempotencyKeyStore } from '../../storage/idempotency-keys.ts'
import { sessionStore } from '../../storage/sessions.ts'
import { signingKeyStore } from '../../storage/signing-keys.ts'
import { userStore } from '../../storage/users.ts'
import { noLimits } from './http-server.ts'

export const appUrl = 'http://troupe.example'
export const password = 'correct horse battery'

interface AccountServerOptions {
  readonly metricsToken?: string
  readonly checks?: Readonly<Record<string, Check>>
}

export type AccountServer = Awaited<ReturnType<typeof startAccountServer>>

/** Closed when the test file ends. */
export async function startAccountServer(database: Database, options: AccountServerOptions = {}) {
  const sessions = sessionStore(database)
  const apiKeys = apiKeyStore(database)
  const tokens = await openTokens(signingKeyStore(database), appUrl)
  const passwords = await createPasswords()
  const accounts = createAccounts({ users: userStore(database), sessions, passwords, tokens })
  const metrics = createMetrics(options.metricsToken ?? null)
  const readiness = createReadiness(options.checks ?? {}, 100)
  const authenticate = createAuthenticate({ tokens, apiKeys, sessions })
  const log = { error: (facts: object, message: string) => tap.comment(message, facts) }
  const pipeline = createPipeline({
    routes: [...authRoutes, ...apiKeyRoutes, ...healthRoutes],
    services: { accounts, apiKeys, tokens, metrics, readiness } as Partial<Services> as Services,
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
    await apiKeys.close()
  })
  return { ...clientOf(server.port), port: server.port, authenticate, tokens, accounts, apiKeys }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly body: any
}

function clientOf(port: number) {
  /** @param credential what goes after `Bearer `, null for none */
  async function call(pattern: string, credential: string | null = null, body?: unknown): Promise<Answer> {
    const [method, path] = pattern.split(' ') as [string, string]
    const headers: Record<string, string> = {}
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
