// Runs the operator's npm, with the operator's own configuration of it (its registry, its credentials), and
// with nothing else of the service's environment. It never runs a script of a package, never git, and takes
// no dependency from elsewhere than the registry. Used by package-install.ts.
import { execFile } from 'node:child_process'
import { Failure } from '../../domain/failure.ts'
import type { Variables } from '../../domain/settings/settings.ts'
import { StdioLimits } from '../../domain/tools/stdio-server.ts'
import type { Confining } from '../stdio/launch.ts'

export interface NpmParts {
  /** Absolute. */
  readonly program: string
  readonly confining: Confining
  /** The service's own: what npm needs of it is picked out. */
  readonly environment: Variables
}

export interface NpmRun {
  /** Where it works; its cache goes there, too. */
  readonly folder: string
  /** Unix ms. */
  readonly deadline: number
  readonly signal: AbortSignal
}

/**
 * @param names what strangers have chosen: never read as options. @returns its standard output. @throws
 * {Failure} with the code that npm gave, and no text of its own
 */
export type Npm = (args: readonly string[], run: NpmRun, names?: readonly string[]) => Promise<string>

const mebi = 1024 * 1024
const limits = StdioLimits.parse({
  memoryBytes: 4_096 * mebi,
  fileBytes: 256 * mebi,
  openFiles: 4_096,
})
const outputBytes = 4 * mebi

export function createNpm({ program, confining, environment }: NpmParts): Npm {
  const [file, ...before] = [...confining(limits, false), program]
  const env = environmentOf(environment)
  return (args, { folder, deadline, signal }, names = []) =>
    new Promise((resolve, reject) => {
      const options = {
        ...({ cwd: folder, env, signal, maxBuffer: outputBytes, killSignal: 'SIGKILL' } as const),
        timeout: Math.max(1, deadline - Date.now()),
      }
      execFile(
        file!,
        [...before, ...args, ...flagsIn(folder), '--', ...names],
        options,
        (error, stdout, stderr) => {
          if (error === null) resolve(stdout)
          else reject(failureOf(error, stderr))
        },
      )
    })
}

function flagsIn(folder: string): readonly string[] {
  return [
    '--ignore-scripts',
    ...['--git=/bin/false', '--allow-git=none', '--allow-directory=none'],
    ...['--omit=dev', '--no-bin-links', '--no-audit', '--no-fund', '--no-update-notifier'],
    ...['--no-global', '--no-workspaces', '--no-dry-run', '--package-lock', '--install-strategy=hoisted'],
    ...['--loglevel=error', '--logs-max=0', `--cache=${folder}/cache`, `--prefix=${folder}`],
  ]
}

const neededOfOurs = /^(?:PATH|HOME|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i
/** `npm start` says these of the service itself. */
const ofTheService = /^npm_config_(?:local_prefix|prefix|global_prefix|global|cache|init_module|node_gyp)$/i

function environmentOf(ours: Variables): Record<string, string> {
  const picked = Object.entries(ours).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (neededOfOurs.test(entry[0]) || (/^npm_config_/i.test(entry[0]) && !ofTheService.test(entry[0]))),
  )
  return Object.fromEntries(picked)
}

type Ended = Error & { readonly killed?: boolean; readonly code?: unknown }

/** What npm says may name addresses and accounts of the operator: only its code is told. */
function failureOf(error: Ended, stderr: string): Failure {
  if (error.name === 'AbortError') return new Failure('unavailable', 'the service is stopping')
  if (error.killed) return new Failure('unavailable', 'npm did not end in time')
  const [, code = 'no code'] = /^npm (?:error|ERR!) code (\w{1,40})$/m.exec(stderr) ?? []
  switch (code) {
    case 'E404':
    case 'ETARGET':
      return new Failure('not-found', 'the npm registry has no such package or version')
    case 'EINTEGRITY':
      return new Failure('conflict', 'what the npm registry sent does not fit its own integrity')
    case 'EALLOWREMOTE':
    case 'EALLOWGIT':
    case 'EALLOWFILE':
    case 'EALLOWDIRECTORY':
      return new Failure('conflict', 'it depends on something that is not in the npm registry')
    default:
      return new Failure('unavailable', `npm failed with ${code}`)
  }
}
