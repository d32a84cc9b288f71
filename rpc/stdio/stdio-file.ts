// Reads the operator's file of tool servers on stdio at the start of the service. Every problem is said at
// once, and none of them shows a value of the environment. Called by main/stdio.ts.

import { access, constants, readFile, stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { own } from '../../domain/own.ts'
import type { Variables } from '../../domain/settings/settings.ts'
import { openTo, type StdioEntry, StdioFile } from '../../domain/tools/stdio-server.ts'

/** A command that the operator allows, ready to run. */
export interface StdioSpec extends Omit<StdioEntry, 'environment' | 'organizations'> {
  /** Who may add it; undefined: all. */
  readonly organizations?: readonly string[] | undefined
  /** Absolute. */
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  /** What it keeps between its processes, absolute; absent: nothing, its folder goes with its process. */
  readonly folder?: string
  /** Values that came from the service's own environment: nobody else may see them. */
  readonly secrets: readonly string[]
}

/** The npm packages that the operator allows. */
export interface PackageSettings extends Omit<NonNullable<StdioFile['packages']>, 'command'> {
  /** The npm, absolute. */
  readonly program: string
  /** `PATH` of their processes. */
  readonly path: string
}

export interface StdioSettings extends Omit<StdioFile, 'servers' | 'packages'> {
  readonly specs: readonly StdioSpec[]
  readonly packages: PackageSettings | null
}

/** Nothing is allowed. */
export const noStdioServers: StdioSettings = { ...StdioFile.parse({}), specs: [], packages: null }

export interface StdioFileParts {
  /** What `${NAME}` looks into. */
  readonly environment: Variables
  readonly isRoot: boolean
}

const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** The Node of the service first: `node` is the same program everywhere. */
const ownPath = `${dirname(process.execPath)}${delimiter}${usualPath}`
const fileBytes = 1024 * 1024

/** @throws {Error} one line for each thing that does not fit */
export async function readStdioFile(path: string, parts: StdioFileParts): Promise<StdioSettings> {
  const refuse = (problems: readonly string[]) => {
    throw new Error(`STDIO_SERVERS: ${path} does not fit:\n  ${problems.join('\n  ')}`)
  }
  const value = await parsed(path, refuse)
  const read = StdioFile.safeParse(value)
  const problems = (read.error?.issues ?? []).map(({ path: at, message }) => `${placeOf(at)}: ${message}`)
  if (!read.success) return refuse(problems)
  const { servers, packages: allowed, ...rest } = read.data
  const runsAny = servers.length > 0 || allowed !== undefined
  if (!parts.isRoot && runsAny && !rest.sameUser) problems.push(sameUserNeeded)
  const names = new Set<string>()
  const specs: StdioSpec[] = []
  for (const entry of servers) {
    if (names.has(entry.name)) problems.push(`servers: the name ${entry.name} stands there twice`)
    names.add(entry.name)
    specs.push(await specOf(entry, parts.environment, problem => problems.push(`${entry.name}: ${problem}`)))
  }
  const packages = allowed === undefined ? null : await packagesOf(allowed, parts.environment)
  if (packages?.program === '') problems.push(`packages.command: ${noProgram(allowed!.command)}`)
  return problems.length > 0 ? refuse(problems) : { ...rest, specs, packages }
}

const sameUserNeeded =
  'sameUser: expected true, since the service does not run as root: its children would run as its own user, and could read what it can read'

async function parsed(path: string, refuse: (problems: readonly string[]) => void): Promise<unknown> {
  try {
    const { size } = await stat(path)
    if (size > fileBytes) refuse([`expected ${fileBytes} bytes at most, it has ${size}`])
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) refuse(['expected JSON'])
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined) refuse([`it can not be read: ${code}`])
    throw error
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the file' : path.join('.')
}

async function specOf(
  { environment, ...entry }: StdioEntry,
  ours: Variables,
  complain: (problem: string) => void,
): Promise<StdioSpec> {
  const secrets: string[] = []
  const resolved: Record<string, string> = { PATH: ownPath }
  for (const [name, value] of Object.entries(environment)) {
    resolved[name] = value.replace(/\$\{([^}]*)\}/g, (_, referenced: string) => {
      const found = own(ours, referenced)
      if (!found) complain(`environment.${name}: ${referenced} is not set in the environment of the service`)
      else secrets.push(found)
      return found ?? ''
    })
  }
  for (const taken of variablesOf(entry))
    if (Object.hasOwn(environment, taken)) complain(`credential: environment sets ${taken} already`)
  const program = await programAt(entry.command, resolved['PATH']!)
  if (program === null) complain(`command: ${noProgram(entry.command)}`)
  const organizations = openTo({ environment, organizations: entry.organizations })
  return { ...entry, organizations, program: program ?? '', environment: resolved, secrets }
}

async function packagesOf(
  { command, ...allowed }: NonNullable<StdioFile['packages']>,
  ours: Variables,
): Promise<PackageSettings> {
  const program = await programAt(command, ours['PATH'] ?? ownPath)
  return { ...allowed, program: program ?? '', path: ownPath }
}

function noProgram(command: string): string {
  return `there is no program ${command} that can be run`
}

function variablesOf({ credential = {} }: Pick<StdioEntry, 'credential'>): readonly string[] {
  return typeof credential === 'string' ? [credential] : Object.values(credential)
}

/** @param command an absolute path, or a name that is looked up */
async function programAt(command: string, path: string): Promise<string | null> {
  if (command.includes('/') && !isAbsolute(command)) return null
  const places = isAbsolute(command) ? [command] : path.split(delimiter).map(folder => join(folder, command))
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere && (await stat(place)).isFile()) return place
  }
  return null
}
