// Starts the process of a tool server on stdio, and ends it with everything that it started. Used by
// stdio-servers.ts.
// 1. It gets the environment of the operator's file and nothing of ours, an empty folder of its own, another
//    one that lasts where it keeps files (lasting-folder.ts), and a process group of its own.
// 2. Where the service is root, it gets a user id that no other child has, and no way back to more rights.
// 3. `setpriv` and `prlimit` (util-linux) hold it to its limits, and end it when the service is killed;
//    without them a shell sets what limits it knows.
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { access, chown, constants, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StdioLimits } from '../../domain/tools/stdio-server.ts'
import { openLastingFolder } from './lasting-folder.ts'
import type { StdioSpec } from './stdio-file.ts'

export interface Launched {
  readonly process: ChildProcessWithoutNullStreams
  /** Ends what is left of its processes at once, and takes its folder away. Never throws. */
  readonly sweep: () => Promise<void>
}

/** What stands before the command, and takes it as its arguments. */
export type Confining = (limits: StdioLimits, hasOwnUser: boolean) => readonly string[]

const run = promisify(execFile)

const usualFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/sbin', '/usr/sbin']

/**
 * Finds out, once, what this machine has to hold a process to its limits.
 * @param folders where its programs may be
 */
export async function findConfining(folders: readonly string[] = usualFolders): Promise<Confining> {
  const working = (name: string, args: readonly string[]) => workingIn(folders, name, args)
  const setpriv = await working('setpriv', ['--no-new-privs', '--pdeathsig', 'KILL', '--'])
  const prlimit = await working('prlimit', ['--core=0', '--'])
  return (limits, hasOwnUser) => [
    ...(setpriv ?? []),
    ...(prlimit === null ? byShell(limits, hasOwnUser) : byPrlimit(prlimit[0]!, limits, hasOwnUser)),
  ]
}

/** @returns the program by its path with the arguments, when it starts another one */
async function workingIn(
  folders: readonly string[],
  name: string,
  args: readonly string[],
): Promise<readonly string[] | null> {
  for (const folder of folders) {
    const program = join(folder, name)
    const works = await access(program, constants.X_OK)
      .then(() => run(program, [...args, '/bin/sh', '-c', 'exit 0'], { timeout: 5_000 }))
      .then(
        () => true,
        () => false,
      )
    if (works) return [program, ...args]
  }
  return null
}

function byPrlimit(program: string, limits: StdioLimits, hasOwnUser: boolean): readonly string[] {
  // The processes of a user are counted together: a shared user has other processes than these.
  const processes = hasOwnUser ? [`--nproc=${limits.processes}`] : []
  const files = [`--nofile=${limits.openFiles}`, `--fsize=${limits.fileBytes}`]
  // Not the address space: V8 reserves far more of it than it uses.
  return [program, '--core=0', `--data=${limits.memoryBytes}`, ...processes, ...files, '--']
}

function byShell(limits: StdioLimits, hasOwnUser: boolean): readonly string[] {
  const memory = `ulimit -d ${Math.ceil(limits.memoryBytes / 1_024)}`
  const processes = hasOwnUser ? [`ulimit -u ${limits.processes} || ulimit -p ${limits.processes}`] : []
  const all = ['ulimit -c 0', memory, ...processes, `ulimit -n ${limits.openFiles}`]
  // A shell adds variables of its own.
  return ['/bin/sh', '-c', `{ ${all.join('; ')}; unset PWD OLDPWD SHLVL; } 2>/dev/null; exec "$@"`, 'sh']
}

export interface LaunchOptions {
  readonly spec: StdioSpec
  /** Variables with the credential. */
  readonly secrets: Readonly<Record<string, string>>
  readonly confining: Confining
  /** User and group id of its own; null: those of the service. */
  readonly uid: number | null
}

/** @throws {Error} the process does not start; nothing is left of it */
export async function launch({ spec, secrets, confining, uid }: LaunchOptions): Promise<Launched> {
  const folder = await mkdtemp(join(tmpdir(), 'troupe-stdio-'))
  let pid: number | undefined
  const sweep = async () => {
    if (pid !== undefined) killGroup(pid, 'SIGKILL')
    if (uid !== null) await killAllOf(uid)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
  try {
    if (uid !== null) await chown(folder, uid, uid)
    const [program, ...args] = [...confining(spec.limits, uid !== null), spec.program, ...spec.args]
    const home = spec.folder ?? folder
    if (spec.folder !== undefined) await openLastingFolder(spec.folder, uid)
    const own = { HOME: home, TMPDIR: folder, LANG: 'C.UTF-8' }
    const process = spawn(program!, args, {
      ...{ cwd: home, env: { ...own, ...spec.environment, ...secrets }, detached: true },
      ...(uid !== null && { uid, gid: uid }),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    await spawned(process)
    pid = process.pid
    return { process, sweep }
  } catch (error) {
    await sweep()
    throw error
  }
}

function spawned(process: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((resolve, reject) => {
    process.once('spawn', resolve)
    process.once('error', reject)
  })
}

/** Sends a signal to all processes of the group that a child leads. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  send(-pid, signal)
}

/** A process that is forked while we look is found in the next round. */
const rounds = 5

/** Ends every process of a user, those too that have left the group. */
async function killAllOf(uid: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
    const owned = await Promise.all(pids.map(pid => isOf(pid, uid)))
    const found = pids.filter((_, index) => owned[index])
    if (found.length === 0) return
    for (const pid of found) send(Number(pid), 'SIGKILL')
  }
}

function isOf(pid: string, uid: number): Promise<boolean> {
  return stat(`/proc/${pid}`).then(
    found => found.uid === uid,
    () => false,
  )
}

/** Some systems say EPERM of what has ended and was not yet waited for. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
