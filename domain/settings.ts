// Configuration by environment (contract 11). Read once by main.ts; every problem is listed at once, each with the name
// of the variable and what was expected.
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { Timezone } from './schedule.ts'
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

const Environment = z.object({
  PORT: whole(0, 65_535).default(8_080),
  HOST: z.string().min(1).optional(),
  APP_URL: z.url('expected an http or https address').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  MASTER_KEY: masterKey.optional(),
  MASTER_KEY_PREVIOUS: z
    .string()
    .transform(list => list.split(',').map(key => key.trim()))
    .pipe(z.array(masterKey))
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'expected postgresql://user:password@host:port/database')
    .optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HTTP_ENGINE: z.enum(['uws', 'node']).optional(),
  HOSTS: whole(1, 64).optional(),
  RATE_LIMIT_AUTH: whole(0, 1e9).default(10),
  RATE_LIMIT_WRITE: whole(0, 1e9).default(60),
  RATE_LIMIT_READ: whole(0, 1e9).default(300),
  RATE_LIMIT_RPC: whole(0, 1e9).default(300),
  TRUST_PROXY: whole(0, 10).default(0),
  NETWORK_POLICY: z.enum(['public', 'open']).optional(),
  FREE_TIER_EXECUTIONS: whole(0, 1e12).default(defaultFreeExecutions),
  RETENTION_DAYS: whole(0, 36_500).default(30),
  TOOL_REFRESH_SECONDS: whole(1, 86_400).default(300),
  TIME_ZONE: Timezone.default('UTC'),
  METRICS_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
  CORS_ORIGINS: z.string().default(''),
  FUSE_PURE_STEPS: flag.default(true),
  CONFORMANCE_FIXTURES: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export type Settings = ReturnType<typeof readSettings>

/** @throws {Error} one line per variable that does not fit */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  // An empty variable is one that was not set: compose files and CI systems write them so.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = Environment.safeParse(given)
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`the configuration does not fit:\n  ${problems.join('\n  ')}`)
  }
  const env = result.data
  const isProduction = env.NODE_ENV === 'production'
  if (isProduction && env.CONFORMANCE_FIXTURES) {
    throw new Error('the configuration does not fit:\n  CONFORMANCE_FIXTURES: expected off in production')
  }
  if (isProduction && env.NETWORK_POLICY === 'open') {
    const why = 'tools could reach loopback, private networks and cloud metadata'
    throw new Error(
      `the configuration does not fit:\n  NETWORK_POLICY: expected public in production: ${why}`,
    )
  }
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
    /** IANA name: of times in prompts that say none. */
    timeZone: env.TIME_ZONE,
    metricsToken: env.METRICS_TOKEN ?? null,
    corsOrigins: env.CORS_ORIGINS.split(',')
      .map(origin => origin.trim())
      .filter(origin => origin !== ''),
    fusePureSteps: env.FUSE_PURE_STEPS,
    /** An organization of tools, prompts and resources for the conformance suites. */
    conformanceFixtures: env.CONFORMANCE_FIXTURES,
    logLevel: env.LOG_LEVEL,
  } as const
}
