// The configuration from the environment (docs/internals/contract.md, 11). main.ts reads it once.
// 1. All problems are reported at once, each with the name of the variable and what was expected.
//    `Environment` checks single variables, `contradictions` those that do not fit together.
// 2. `describe` is the text of a variable in `npx troupe config` (domain/settings/settings-report.ts) and
//    in docs/reference/configuration.md.
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { billingContradictions, billingOf, billingVariables } from '../billing/billing-variables.ts'
import { defaultFreeExecutions } from '../billing/tiers.ts'
import { defaultChainLimit } from '../chain.ts'
import { isBaseUrl, providerAt } from '../models/model.ts'
import { halfProviders, providersOf, signInVariables } from '../people/sign-in-provider.ts'
import { signUpVariables } from '../people/sign-up-policy.ts'
import { Timezone } from '../work/schedule.ts'
import { clusterContradictions, clusterOf, clusterVariables } from './cluster-settings.ts'

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
const flag = z
  .enum(['on', 'off', '1', '0', 'true', 'false'])
  .transform(value => ['on', '1', 'true'].includes(value))

/** 32 bytes in base64: 43 digits, the last with two spare bits, and padding. */
const masterKey = z
  .string()
  .regex(
    /^[\w+/-]{42}[AEIMQUYcgkosw048]=?$/,
    'expected 32 bytes in base64, as `openssl rand -base64 32` gives them',
  )

function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^\s/]+\/?$/.test(text) && (URL.parse(text)?.hostname ?? '') !== ''
}

const mailSender = /^([^<>\r\n]{1,100} <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/

export const Environment = z.object({
  PORT: whole(0, 65_535).default(8_080).describe('port to listen on, 0 for a free one'),
  HOST: z
    .string()
    .min(1)
    .optional()
    .describe('address to listen on; when unset 127.0.0.1, in production 0.0.0.0'),
  APP_URL: z
    .url('expected an http or https address')
    .optional()
    .describe(
      "the service's own address as clients see it, and the issuer of its tokens; when unset http://localhost:$PORT",
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe(
      'directory of the embedded database, of the master key unless MASTER_KEY is set, and of the development user',
    ),
  MASTER_KEY: masterKey
    .optional()
    .describe(
      'the key that seals stored secrets, 32 bytes in base64; when unset the key in the file DATA_DIR/master-key',
    ),
  MASTER_KEY_PREVIOUS: z
    .string()
    .transform(list => list.split(',').map(key => key.trim()))
    .pipe(z.array(masterKey))
    .optional()
    .describe('earlier master keys, separated by commas; needed until npm run rotate-keys has finished'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'expected postgresql://user:password@host:port/database')
    .optional()
    .describe('postgresql://user:password@host:port/database; when unset the embedded PostgreSQL'),
  ...clusterVariables,
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('production, development or test'),
  HTTP_ENGINE: z
    .enum(['uws', 'node'])
    .optional()
    .describe(
      'HTTP server: uws (uWebSockets.js) or node (node:http); when unset uws where it loads, else node',
    ),
  HOSTS: whole(1, 64)
    .optional()
    .describe('worker threads that run actors; when unset the number of processors - 1, at least 1'),
  RATE_LIMIT_AUTH: whole(0, 1e9)
    .default(10)
    .describe('requests a minute that one client may make under /api/v1/auth/; 0 switches the limit off'),
  RATE_LIMIT_WRITE: whole(0, 1e9)
    .default(60)
    .describe('requests a minute that one client may make by POST, PUT and DELETE; 0 switches the limit off'),
  RATE_LIMIT_READ: whole(0, 1e9)
    .default(300)
    .describe('requests a minute that one client may make by GET; 0 switches the limit off'),
  RATE_LIMIT_RPC: whole(0, 1e9)
    .default(300)
    .describe('requests a minute that one client may make to /rpc; 0 switches the limit off'),
  RATE_LIMIT_OAUTH: whole(0, 1e9)
    .default(60)
    .describe('requests a minute that one client may make under /oauth/; 0 switches the limit off'),
  RATE_LIMIT_HOOK: whole(0, 1e9)
    .default(600)
    .describe('deliveries a minute that one hook of a workflow takes; 0 switches the limit off'),
  TRUST_PROXY: whole(0, 10)
    .default(0)
    .describe('number of proxies in front of the service whose X-Forwarded-For it believes'),
  NETWORK_POLICY: z
    .enum(['public', 'open'])
    .optional()
    .describe(
      'public refuses outbound calls to private, loopback and metadata addresses, open allows them; when unset open, in production public; production refuses open',
    ),
  FREE_TIER_EXECUTIONS: whole(0, 1e12)
    .default(defaultFreeExecutions)
    .describe('executions that an organization on the free plan may start in a month (UTC)'),
  CHAIN_LIMIT: whole(1, 1e6)
    .default(defaultChainLimit)
    .describe(
      'executions that one execution may lead to, by sub-workflows, completion triggers, retries and calls of this service; more are refused',
    ),
  ...billingVariables,
  RETENTION_DAYS: whole(0, 36_500)
    .default(30)
    .describe(
      'days that executions are kept after their end, chat sessions after their last message, and events, webhook deliveries and large tool results after they were made; 0 keeps them for ever',
    ),
  TOOL_REFRESH_SECONDS: whole(1, 86_400)
    .default(300)
    .describe(
      'seconds between two requests for the tools of a tool server, unless the server says how long its list is valid',
    ),
  WEBHOOK_RETRY_SECONDS: whole(1, 3_600)
    .default(5)
    .describe(
      'seconds before the second attempt of a webhook delivery; the pause doubles with each attempt, up to an hour',
    ),
  STDIO_SERVERS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'path of a JSON file with commands and npm packages that organizations may add as tool servers on stdio; when unset none',
    ),
  TIME_ZONE: Timezone.default('UTC').describe(
    'time zone of the times in prompts that name none, for example Europe/Berlin',
  ),
  MODEL_URL: z
    .string()
    .refine(isBaseUrl, 'expected an http or https URL without user name, password, query or fragment')
    .optional()
    .describe(
      'base URL of a language model for organizations that have none of their own: of a server that speaks the chat completions of OpenAI, or https://api.openai.com/v1, https://api.anthropic.com/v1; NETWORK_POLICY does not apply to it; when unset no model is asked',
    ),
  MODEL_NAME: z
    .string()
    .max(200)
    .optional()
    .describe('what the server at MODEL_URL calls the model, for example qwen3:8b'),
  MODEL_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'expected visible ASCII characters without spaces')
    .optional()
    .describe('API key of MODEL_URL; when unset none is sent'),
  MODEL_CU_PER_MONTH: z
    .literal('off')
    .or(whole(0, 1e12))
    .default(1_000)
    .describe(
      'compute units that each organization may spend of the model at MODEL_URL in a calendar month (UTC); off for no limit',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe(
      'bearer token that /metrics asks for, at least 16 characters; when unset /metrics answers loopback addresses only',
    ),
  HSTS_SECONDS: whole(0, 63_072_000)
    .default(0)
    .describe(
      'seconds for which browsers reach the service by https only (Strict-Transport-Security), for example 31536000; 0 sends no such header; it needs an APP_URL that is https',
    ),
  CORS_ORIGINS: z
    .string()
    .default('')
    .describe(
      'origins of web pages that may call the API, separated by commas; /rpc also accepts their host names as its own',
    ),
  FUSE_PURE_STEPS: flag
    .default(true)
    .describe('on: steps that call pure tools share a commit; off: each step has a commit of its own'),
  CONFORMANCE_FIXTURES: flag
    .default(false)
    .describe(
      'on makes an organization for the conformance suites of MCP and JSON-RPC, and prints an API key of it; refused in production',
    ),
  SIGNING_KEY_DAYS: whole(1, 36_500)
    .default(90)
    .describe('days after which a new key pair signs the access tokens'),
  LOGIN_FAILURES: whole(0, 1_000_000)
    .default(10)
    .describe(
      'failed logins to one account in 15 minutes before further ones are refused, ten times as many from one client address; 0 switches the limit off',
    ),
  ...signUpVariables,
  SIGN_UP_PROOF: z
    .enum(['none', 'mail'])
    .default('none')
    .describe(
      'mail: a sign-up makes an account once the link of its mail was opened, and its answer is the same for every address; needs SMTP_URL in production; none: a sign-up makes the account at once and logs in',
    ),
  ...signInVariables,
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'expected smtp://user:password@host:port, or smtps:// for TLS from the first byte')
    .optional()
    .describe(
      'smtp://user:password@host:587, or smtps:// for TLS from the first byte; a password is sent over TLS only; when unset no mail is sent and all stay in the outbox',
    ),
  MAIL_FROM: z
    .string()
    .regex(mailSender, 'expected an e-mail address, or Name <address>')
    .optional()
    .describe('sender of the mails of the service; when unset Troupe <troupe@host of APP_URL>'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe(
      'least severe level that is logged: trace, debug, info, warn, error, fatal, or silent for none',
    ),
  DRAIN_SECONDS: whole(0, 5)
    .optional()
    .describe(
      'seconds between /readyz answering 503 and the end of listening, when the service stops; when unset 0, in production 2',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url('expected an http or https address')
    .regex(/^https?:/, 'expected an http or https address')
    .optional()
    .describe(
      'base address of an OTLP/HTTP receiver of traces, for example https://collector.example.com:4318; when unset nothing is traced',
    ),
})

export type Settings = ReturnType<typeof readSettings>

export type Variables = Readonly<Record<string, string | undefined>>

/** Empty variables count as unset: compose files and CI systems write them so. */
export function givenVariables(environment: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]),
  )
}

/**
 * Variables that contradict each other, as `NAME: expected ...`. Reported beside the problems of single
 * variables.
 */
function contradictions(given: Variables): string[] {
  const problems = [
    ...halfProviders(given),
    ...halfModel(given),
    ...billingContradictions(given),
    ...clusterContradictions(given),
  ]
  if (Number(given['HSTS_SECONDS'] ?? 0) > 0 && !given['APP_URL']?.startsWith('https:'))
    problems.push(
      'APP_URL: expected an https address, since HSTS_SECONDS is set: browsers ask for https then',
    )
  if (given['NODE_ENV'] !== 'production') return problems
  if (['on', '1', 'true'].includes(given['CONFORMANCE_FIXTURES'] ?? 'off'))
    problems.push('CONFORMANCE_FIXTURES: expected off in production')
  if (given['SIGN_UP_PROOF'] === 'mail' && given['SMTP_URL'] === undefined)
    problems.push('SMTP_URL: expected a value, since SIGN_UP_PROOF is mail: nobody could sign up')
  if (given['NETWORK_POLICY'] === 'open') {
    const why = 'tools could reach loopback, private networks and cloud metadata'
    problems.push(`NETWORK_POLICY: expected public in production: ${why}`)
  }
  return problems
}

/** A model has an address and a name. */
function halfModel(given: Variables): string[] {
  const { MODEL_URL: url, MODEL_NAME: name, MODEL_API_KEY: key } = given
  if (url !== undefined && name === undefined) return ['MODEL_NAME: expected a value, since MODEL_URL is set']
  if (url === undefined && (name ?? key) !== undefined)
    return [
      `MODEL_URL: expected a value, since ${name === undefined ? 'MODEL_API_KEY' : 'MODEL_NAME'} is set`,
    ]
  return []
}

/** @throws {Error} one line per variable that does not fit */
export function readSettings(environment: Variables) {
  const given = givenVariables(environment)
  const result = Environment.safeParse(given)
  const issues = result.error?.issues ?? []
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...contradictions(given),
  ]
  if (problems.length > 0 || !result.success)
    throw new Error(`the configuration does not fit:\n  ${problems.join('\n  ')}`)
  const env = result.data
  const isProduction = env.NODE_ENV === 'production'
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    appUrl: env.APP_URL?.replace(/\/$/, '') ?? `http://localhost:${env.PORT}`,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    /** Null: the only server of its database. */
    cluster: clusterOf(env),
    /** Null: the key is a file in dataDir. */
    masterKey: env.MASTER_KEY ?? null,
    previousKeys: env.MASTER_KEY_PREVIOUS ?? [],
    engine: env.HTTP_ENGINE ?? 'uws',
    // A host is busy with decisions and the database with commits: more threads than cores only take turns.
    hosts: env.HOSTS ?? Math.max(1, availableParallelism() - 1),
    rates: {
      auth: env.RATE_LIMIT_AUTH,
      write: env.RATE_LIMIT_WRITE,
      read: env.RATE_LIMIT_READ,
      rpc: env.RATE_LIMIT_RPC,
      oauth: env.RATE_LIMIT_OAUTH,
      hook: env.RATE_LIMIT_HOOK,
    },
    trustProxy: env.TRUST_PROXY,
    networkPolicy: env.NETWORK_POLICY ?? (isProduction ? 'public' : 'open'),
    /** Plans, their limits, and the payment provider. */
    ...billingOf(env),
    /** How long executions are kept after their end; 0 keeps them for ever. */
    retentionDays: env.RETENTION_DAYS,
    /** Between two requests for a tool server's list that says no validity of its own. */
    toolRefreshMs: env.TOOL_REFRESH_SECONDS * 1_000,
    /** File of the commands that may run as tool servers on stdio; null: none may. */
    stdioServers: env.STDIO_SERVERS ?? null,
    /** Before the second attempt of a webhook's delivery. */
    webhookRetryMs: env.WEBHOOK_RETRY_SECONDS * 1_000,
    chainLimit: env.CHAIN_LIMIT,
    /** IANA name of the zone for times in prompts that name none. */
    timeZone: env.TIME_ZONE,
    /** The language model of organizations that have none of their own; null for none. */
    model:
      env.MODEL_URL === undefined || env.MODEL_NAME === undefined
        ? null
        : {
            ...{ provider: providerAt(env.MODEL_URL), url: env.MODEL_URL, model: env.MODEL_NAME },
            key: env.MODEL_API_KEY ?? null,
            cuPerMonth: env.MODEL_CU_PER_MONTH === 'off' ? null : env.MODEL_CU_PER_MONTH,
          },
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Sent with every answer as Strict-Transport-Security; 0: not sent. */
    hstsSeconds: env.HSTS_SECONDS,
    corsOrigins: env.CORS_ORIGINS.split(',')
      .map(origin => origin.trim())
      .filter(origin => origin !== ''),
    fusePureSteps: env.FUSE_PURE_STEPS,
    /** Whether to make an organization with tools, prompts and resources for the conformance suites. */
    conformanceFixtures: env.CONFORMANCE_FIXTURES,
    signingKeyDays: env.SIGNING_KEY_DAYS,
    /** Providers that people can sign in with. */
    signInProviders: providersOf(env),
    /** Failed logins of an account in 15 minutes; 0: no limit. */
    loginFailures: env.LOGIN_FAILURES,
    /** Who may make an account. */
    signUp: env.SIGN_UP,
    /** What a sign-up has to prove before it makes an account. */
    signUpProof: env.SIGN_UP_PROOF,
    /** Null: mails are not sent and stay in the outbox. */
    smtpUrl: env.SMTP_URL ?? null,
    /** Null: made from the name of the service's host. */
    mailFrom: env.MAIL_FROM ?? null,
    logLevel: env.LOG_LEVEL,
    /** Between `/readyz` answering 503 and the end of listening, so that a load balancer notices in time. */
    drainMs: (env.DRAIN_SECONDS ?? (isProduction ? 2 : 0)) * 1_000,
    /** Base address of an OTLP/HTTP receiver; null: nothing is traced. */
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '') ?? null,
  } as const
}
