// Tool servers on stdio: commands that the operator allows by the file that STDIO_SERVERS names, and that
// organizations add by name, as the URL `stdio:<name>`. The shape of that file, pure;
// rpc/stdio/stdio-file.ts reads it.
import { z } from 'zod'
import { PackagePattern, packageInUrl } from './npm-package.ts'

const scheme = 'stdio:'
/** A letter first: `stdio:8080` is a host with a port, where hosts are written. */
const namePattern = /^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?$/

/** The name in `stdio:<name>`; null for every other URL. */
export function stdioNameOf(url: string): string | null {
  if (!url.startsWith(scheme)) return null
  const name = url.slice(scheme.length)
  return namePattern.test(name) ? name : null
}

/** A process of ours answers there: a command that the operator allows, or an installed npm package. */
export function isOnStdio(url: string): boolean {
  return stdioNameOf(url) !== null || packageInUrl(url) !== null
}

export function stdioUrl(name: string): string {
  return `${scheme}${name}`
}

const whole = (min: number, max: number) => z.int().min(min).max(max)
const kibi = 1024
const mebi = 1024 * kibi
const gibi = 1024 * mebi

/** Of each child; the file may set others. */
export const StdioLimits = z.strictObject({
  /** From the start of the process to its answer to initialize. */
  startMs: whole(100, 600_000).default(30_000),
  /** Of one call, beside the deadline of the call itself. */
  callMs: whole(100, 3_600_000).default(120_000),
  /** Without a call the process is ended after this. */
  idleMs: whole(100, 86_400_000).default(600_000),
  /** Of one message of the server. */
  messageBytes: whole(kibi, 64 * mebi).default(8 * mebi),
  /** Messages that the server has not yet taken. */
  backlogBytes: whole(kibi, 64 * mebi).default(8 * mebi),
  /** What the server may write without a pause; it refills in some eight seconds. */
  outputBytes: whole(64 * kibi, gibi).default(32 * mebi),
  /** Of each of its processes. */
  memoryBytes: whole(16 * mebi, 1_024 * gibi).default(gibi),
  /** Processes and threads together, where the service runs as root. */
  processes: whole(1, 10_000).default(64),
  openFiles: whole(16, 100_000).default(256),
  /** Of one file that it writes. */
  fileBytes: whole(kibi, 1_024 * gibi).default(64 * mebi),
  /** Calls at once; more wait. */
  concurrency: whole(1, 100).default(8),
  /** Ends in a row after which it is not started again by itself. */
  starts: whole(1, 100).default(5),
})
export type StdioLimits = z.infer<typeof StdioLimits>

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'expected the name of a variable')
const plain = z
  .string()
  .max(4_096)
  .refine(text => !text.includes('\0'), 'expected text without NUL')
const name = z.string().regex(namePattern, 'expected 1 to 32 of a-z, 0-9 and -, first a letter, not last -')

const StdioEntry = z.strictObject({
  name,
  /** For admins who choose one. */
  description: z.string().max(500).default(''),
  command: plain.min(1),
  args: z.array(plain).max(100).default([]),
  /** `${NAME}` stands for a variable of the service's own environment. */
  environment: z.record(variable, plain).default({}),
  /** The variable that takes the credential of the organization, or one for each field of it. */
  credential: z.union([variable, z.record(z.string().max(50), variable)]).optional(),
  /** Ids of the organizations that may add it, `*` for all. Absent: see `openTo`. */
  organizations: z.array(z.string().max(100)).max(1_000).optional(),
  limits: StdioLimits.prefault({}),
})
export type StdioEntry = z.infer<typeof StdioEntry>

/**
 * Who may add an entry; undefined: all. What stands in an environment is mostly a secret of the operator, so
 * an entry that has one is closed until it names organizations.
 */
export function openTo({
  environment,
  organizations,
}: Pick<StdioEntry, 'environment' | 'organizations'>): readonly string[] | undefined {
  if (organizations?.includes('*')) return undefined
  return organizations ?? (Object.keys(environment).length === 0 ? undefined : [])
}

/** Which npm packages admins may install from a registry of the marketplace. */
const Packages = z.strictObject({
  /** Names; `@scope/*` for all of a scope, `*` for all. */
  npm: z.array(PackagePattern).min(1).max(1_000),
  /** The npm that fetches them. */
  command: plain.min(1).default('npm'),
  organizations: z.array(z.string().max(100)).max(1_000).optional(),
  limits: StdioLimits.prefault({}),
})

export const StdioFile = z.strictObject({
  servers: z.array(StdioEntry).max(200).default([]),
  packages: Packages.optional(),
  /** Children at once, of all organizations and of one. */
  children: whole(1, 1_000).default(32),
  childrenPerOrganization: whole(1, 1_000).default(8),
  /** Where the service runs as root: each child gets a user id of its own, from this one on. */
  firstUid: whole(1_000, 2_000_000_000).default(61_184),
  /** Where it does not: children run as the user of the service. */
  sameUser: z.boolean().default(false),
})
export type StdioFile = z.infer<typeof StdioFile>

/** One that an organization may add, as the API shows it. */
export const AllowedStdioServer = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  /** Does it take a credential? */
  takesCredential: z.boolean(),
})
export type AllowedStdioServer = z.infer<typeof AllowedStdioServer>

/** What became of the process of a server on stdio, and what it wrote to its standard error. */
export const StdioLog = z.object({
  /** `ended`: nobody needs it just now. `waiting`: a pause before the next start. `down`: given up. */
  state: z.enum(['running', 'ended', 'waiting', 'down']),
  /** Why it ended the last time; null when that was as it should be. */
  reason: z.string().nullable(),
  /** Since the service started. */
  starts: z.int(),
  /** Oldest first. */
  lines: z.array(z.object({ at: z.int(), text: z.string() })),
})
export type StdioLog = z.infer<typeof StdioLog>
