// The process of the embedded PostgreSQL: starts it, watches it, restarts it when it dies, stops it. Called
// by storage/embedded/embedded.ts. It first ends a postmaster that a killed server left behind, but only
// when both process id and data directory prove that it is ours.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './postgres-home.ts'
import { isRunning } from './process-identity.ts'

export interface Launch {
  /** The `postgres` binary. */
  readonly program: string
  readonly args: readonly string[]
  /** PGDATA. */
  readonly cluster: string
  readonly logFile: string
  readonly account: Account | null
}

/** Recovery after a crash replays at most max_wal_size, which takes far less than five minutes. */
const startTimeoutMs = 300_000
/** A fast shutdown writes a checkpoint; after this long PostgreSQL has to stop without one. */
const fastStopTimeoutMs = 20_000
const quickStopTimeoutMs = 10_000

export class Postmaster {
  readonly #launch: Launch
  readonly #onProgress: (line: string) => void
  #child: ChildProcess | null = null
  #isStopping = false
  /** Also an exit without `stop` (process.exit, an uncaught error) leaves no orphan. */
  readonly #onExit = () => this.#child?.kill('SIGINT')

  private constructor(launch: Launch, onProgress: (line: string) => void) {
    this.#launch = launch
    this.#onProgress = onProgress
  }

  /**
   * Starts PostgreSQL and resolves once it accepts connections.
   * @throws {Error} it ended instead; the message holds the last lines of its log
   */
  static async start(launch: Launch, onProgress: (line: string) => void): Promise<Postmaster> {
    const postmaster = new Postmaster(launch, onProgress)
    await endOrphan(launch.cluster, onProgress)
    await postmaster.#run()
    process.on('exit', postmaster.#onExit)
    return postmaster
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    process.off('exit', this.#onExit)
    const pid = this.#child?.pid
    if (pid !== undefined) await end(pid)
  }

  async #run(): Promise<void> {
    const { program, args, cluster, logFile, account } = this.#launch
    const log = openSync(logFile, 'a', 0o600)
    // A session of its own: Ctrl-C in the terminal must reach the server first, which drains and then stops
    // us.
    const child = spawn(program, args, {
      cwd: cluster,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
      detached: true,
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    closeSync(log)
    child.unref()
    this.#child = child
    const failed = new Promise<Error>(resolve => {
      child.once('error', resolve)
      child.once('exit', (code, signal) => resolve(new Error(`ended with ${signal ?? `status ${code}`}`)))
    })
    const failure = await Promise.race([failed, becomesReady(cluster, child)])
    if (failure !== null) {
      throw new Error(`PostgreSQL did not start: ${failure.message}\n${lastLines(logFile)}`, {
        cause: failure,
      })
    }
    void failed.then(reason => this.#revive(reason))
  }

  /**
   * Restarts PostgreSQL after it died by itself: the pools reconnect on the same address as soon as it is
   * back.
   */
  async #revive(reason: Error): Promise<void> {
    for (let pauseMs = 100; !this.#isStopping; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      this.#onProgress(`PostgreSQL ${reason.message}: starting it again`)
      try {
        return await this.#run()
      } catch (error) {
        reason = error as Error
        await sleep(pauseMs, undefined, { ref: false })
      }
    }
  }
}

/** Null once PostgreSQL says in postmaster.pid that it is ready; an error when that takes too long. */
async function becomesReady(cluster: string, child: ChildProcess): Promise<Error | null> {
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(cluster)
    if (file?.pid === child.pid && file?.status === 'ready') return null
    await sleep(10)
  }
  child.kill('SIGQUIT')
  return new Error(`not ready within ${startTimeoutMs / 1000} s`)
}

export async function endOrphan(cluster: string, onProgress: (line: string) => void): Promise<void> {
  const file = await readPidFile(cluster)
  if (file !== null && (await isPostmasterOf(file.pid, cluster))) {
    onProgress(`stopping the PostgreSQL that a killed server left behind (process ${file.pid})`)
    await end(file.pid)
  }
  // The process is gone and its id may by now be somebody else's: only its file is left.
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await removeSockets(join(cluster, '..'))
}

/** PostgreSQL believes that its socket is still locked while the process that held the lock is a zombie. */
async function removeSockets(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  const left = names.filter(name => name.startsWith('.s.PGSQL.'))
  await Promise.all(left.map(name => rm(join(directory, name), { force: true })))
}

/**
 * postmaster.pid: process id, data directory, start time, port, socket directory, address, shared memory,
 * status.
 */
async function readPidFile(cluster: string): Promise<{ pid: number; status: string } | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : null
}

/**
 * A postmaster runs in its data directory and names it in its arguments. Where there is no /proc, a live
 * pid is enough.
 */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return isRunning(pid)
  try {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    return args.includes(cluster) && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster))
  } catch {
    return false
  }
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one, from which the next start recovers. */
async function end(pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', fastStopTimeoutMs],
    ['SIGQUIT', quickStopTimeoutMs],
    ['SIGKILL', quickStopTimeoutMs],
  ] as const) {
    const deadline = performance.now() + timeoutMs
    if (isRunning(pid)) process.kill(pid, signal)
    while (isRunning(pid) && performance.now() < deadline) await sleep(10)
  }
  if (isRunning(pid)) throw new Error(`PostgreSQL (process ${pid}) does not end: kill it by hand`)
}

function lastLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
  } catch {
    return ''
  }
}
