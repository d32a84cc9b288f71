// Configuration by environment (contract 11). Read once by main.ts; every problem is listed at once, each with the name
// of the variable and what was expected: what one variable says by `Environment`, what several say together by
// `contradictions`. `describe` is what `npx troupe config` says of a variable (domain/settings-report.ts).
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { Timezone } from './schedule.ts'
import { halfProviders, providersOf, signInVariables } from './sign-in-provider.ts'
import { defaultFreeExecutions } from './tiers.ts'

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
const flag = z
  .enum(['on', 'off', '1', '0', 'true', 'false'])
  .transform(value => ['on', '1', 'true'].includes(value))

/** 32 bytes in base64: 43 digits, of which the last has two bits to spare, and padding. */
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
  HOST: z.string().min(1).optional().describe('address to listen on; 127.0.0.1, in production 0.0.0.0'),
  APP_URL: z
    .url('expected an http or https address')
    .optional()
    .describe("the service's own address as clients see it; http://localhost:$PORT"),
  DATA_DIR: z.string().min(1).default('./data').describe('embedded database, master key, development user'),
  MASTER_KEY: masterKey.optional().describe('seals stored secrets; the file DATA_DIR/master-key when unset'),
  MASTER_KEY_PREVIOUS: z
    .string()
    .transform(list => list.split(',').map(key => key.trim()))
    .pipe(z.array(masterKey))
    .optional()
    .describe('earlier keys, until npm run rotate-keys has run'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'expected postgresql://user:password@host:port/database')
    .optional()
    .describe('the embedded PostgreSQL when unset'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('production, development or test'),
  HTTP_ENGINE: z.enum(['uws', 'node']).optional().describe('uws or node; uws where it loads'),
  HOSTS: whole(1, 64).optional().describe('worker threads that run actors; processors - 1'),
  RATE_LIMIT_AUTH: whole(0, 1e9)
    .default(10)
    .describe('requests a minute and client under /api/v1/auth/; 0 switches a limit off'),
  RATE_LIMIT_WRITE: whole(0, 1e9).default(60).describe('POST, PUT, DELETE'),
  RATE_LIMIT_READ: whole(0, 1e9).default(300).describe('GET'),
  RATE_LIMIT_RPC: whole(0, 1e9).default(300).describe('/rpc'),
  TRUST_PROXY: whole(0, 10).default(0).describe('proxies in front whose X-Forwarded-For is believed'),
  NETWORK_POLICY: z
    .enum(['public', 'open'])
    .optional()
    .describe('public or open; open, in production public'),
  FREE_TIER_EXECUTIONS: whole(0, 1e12)
    .default(defaultFreeExecutions)
    .describe('executions a month on the free plan'),
  RETENTION_DAYS: whole(0, 36_500).default(30).describe('days that ended executions are kept; 0 for ever'),
  TOOL_REFRESH_SECONDS: whole(1, 86_400)
    .default(300)
    .describe('between two looks at a tool server that names no other time'),
  WEBHOOK_RETRY_SECONDS: whole(1, 3_600)
    .default(5)
    .describe('before the second attempt of a delivery; doubles from there'),
  TIME_ZONE: Timezone.default('UTC').describe('of times in prompts that name none'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe('bearer token of /metrics; loopback only when unset'),
  CORS_ORIGINS: z.string().default('').describe('origins of web pages that may call the API'),
  FUSE_PURE_STEPS: flag.default(true).describe('steps of pure tools share a commit'),
  CONFORMANCE_FIXTURES: flag.default(false).describe('an organization for the conformance suites'),
  SIGNING_KEY_DAYS: whole(1, 36_500)
    .default(90)
    .describe('days after which the key pair of the tokens is followed by a new one'),
  LOGIN_FAILURES: whole(0, 1_000_000)
    .default(10)
    .describe('failed logins of an account in 15 minutes before more are refused; 0 switches it off'),
  ...signInVariables,
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'expected smtp://user:password@host:port, or smtps:// for TLS from the first byte')
    .optional()
    .describe('server that takes the mails of the service; they stay in the outbox when unset'),
  MAIL_FROM: z
    .string()
    .regex(mailSender, 'expected an e-mail address, or Name <address>')
    .optional()
    .describe('sender of the mails of the service; Troupe <troupe@host of APP_URL>'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('trace, debug, info, warn, error, fatal or silent'),
  DRAIN_SECONDS: whole(0, 5)
    .optional()
    .describe('between /readyz saying 503 and the end of listening; 0, in production 2'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url('expected an http or https address')
    .regex(/^https?:/, 'expected an http or https address')
    .optional()
    .describe('where traces go by OTLP/HTTP; none when unset'),
})

export type Settings = ReturnType<typeof readSettings>

export type Variables = Readonly<Record<string, string | undefined>>

/** An empty variable is one that was not set: compose files and CI systems write them so. */
export function givenVariables(environment: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]),
  )
}

/** What does not go together, as `NAME: expected ...`. Told beside what is wrong with single variables. */
function contradictions(given: Variables): string[] {
  const problems = halfProviders(given)
  if (given['NODE_ENV'] !== 'production') return problems
  if (['on', '1', 'true'].includes(given['CONFORMANCE_FIXTURES'] ?? 'off'))
    problems.push('CONFORMANCE_FIXTURES: expected off in production')
  if (given['NETWORK_POLICY'] === 'open') {
    const why = 'tools could reach loopback, private networks and cloud metadata'
    problems.push(`NETWORK_POLICY: expected public in production: ${why}`)
  }
  return problems
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
    },
    trustProxy: env.TRUST_PROXY,
    networkPolicy: env.NETWORK_POLICY ?? (isProduction ? 'public' : 'open'),
    freeExecutions: env.FREE_TIER_EXECUTIONS,
    /** Of executions that have ended; 0 keeps them for ever. */
    retentionDays: env.RETENTION_DAYS,
    /** Between two looks at a tool server that promises its list for no other time. */
    toolRefreshMs: env.TOOL_REFRESH_SECONDS * 1_000,
    /** Before the second attempt of a webhook's delivery. */
    webhookRetryMs: env.WEBHOOK_RETRY_SECONDS * 1_000,
    /** IANA name: of times in prompts that say none. */
    timeZone: env.TIME_ZONE,
    metricsToken: env.METRICS_TOKEN ?? null,
    corsOrigins: env.CORS_ORIGINS.split(',')
      .map(origin => origin.trim())
      .filter(origin => origin !== ''),
    fusePureSteps: env.FUSE_PURE_STEPS,
    /** An organization of tools, prompts and resources for the conformance suites. */
    conformanceFixtures: env.CONFORMANCE_FIXTURES,
    signingKeyDays: env.SIGNING_KEY_DAYS,
    /** That people can sign in with. */
    signInProviders: providersOf(env),
    /** Of an account in 15 minutes; 0: no limit. */
    loginFailures: env.LOGIN_FAILURES,
    /** Null: mails stay in the outbox. */
    smtpUrl: env.SMTP_URL ?? null,
    /** Null: made from the name of the service's host. */
    mailFrom: env.MAIL_FROM ?? null,
    logLevel: env.LOG_LEVEL,
    /** Between `/readyz` answering 503 and the end of listening: whoever balances loads has looked by then. */
    drainMs: (env.DRAIN_SECONDS ?? (isProduction ? 2 : 0)) * 1_000,
    /** Base address of an OTLP/HTTP receiver; null: nothing is traced. */
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '') ?? null,
  } as const
}
