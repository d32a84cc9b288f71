// The product as its user runs it: `node start.js` in a process of its own, with the database that it brings
// along, in a data directory of its own. Rate limits are off; authentication, validation, quota, journal and
// projections are on.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/support/servers/free-port.ts'
import { Account } from './account.ts'
import { descendants, isAlive, type Process } from './processor-time.ts'
import { isRunning, started } from './started.ts'

export interface Product {
  readonly port: number
  readonly pid: number
  /** Of the embedded PostgreSQL, or of the one that was given: for what is stored before a load begins. */
  readonly databaseUrl: string
  /** From the start of the process until /readyz answered 200, in steps of `pollMs`. */
  readonly readyMs: number
  /** A new organization with an owner and an API key. */
  signUp(): Promise<Account>
  stop(): Promise<void>
}

/** Settings of the product; an empty text takes one away. */
export type Settings = Readonly<Record<string, string>>

const root = fileURLToPath(new URL('..', import.meta.url))
const readyLimitMs = 60_000
const stopLimitMs = 20_000
const pollMs = 10

/**
 * An empty directory that is gone at the end of the run. The unprivileged user of the database can pass
 * through.
 */
export function dataDirectory(): string {
  const { begun: path } = started(
    () => mkdtempSync(join(tmpdir(), 'bench-')),
    async path => rmSync(path, { recursive: true, force: true }),
  )
  chmodSync(path, 0o755)
  return path
}

/** @throws {Error} with the end of the product's own output when it does not become ready */
export async function startProduct(settings: Settings = {}, directory = dataDirectory()): Promise<Product> {
  const port = settings['PORT'] ? Number(settings['PORT']) : await freePort()
  const beganAt = performance.now()
  const { begun: server, end: stop } = started(
    () => new Server(environment(port, directory, settings), join(directory, 'product.log')),
    server => server.stop(),
  )
  try {
    const readyMs = await ready(server, port, beganAt)
    server.noteBelow()
    return {
      port,
      pid: server.pid,
      databaseUrl: settings['DATABASE_URL'] || databaseUrl(directory),
      readyMs,
      signUp: () => Account.signUp(port),
      stop,
    }
  } catch (cause) {
    await stop().catch(() => {}) // Its output, below, says more.
    throw new Error(`the product did not become ready:\n${server.lastOutput()}`, { cause })
  }
}

/** @see storage/embedded/embedded.ts: a unix socket, and a password in a file */
function databaseUrl(directory: string): string {
  const home = join(directory, 'data/postgres')
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return `postgresql://troupe:${password}@localhost:5432/postgres?host=${encodeURIComponent(home)}`
}

/** The process, and those below it, which must not outlive it whatever becomes of it. */
class Server {
  readonly #child: ChildProcess
  readonly #logPath: string
  #below: readonly Process[] = []

  constructor(env: NodeJS.ProcessEnv, logPath: string) {
    this.#logPath = logPath
    const log = openSync(logPath, 'a')
    this.#child = spawn(join(root, 'node_modules/.bin/node'), ['start.js'], {
      cwd: root,
      env,
      stdio: ['ignore', log, log],
      detached: true, // Ctrl-C reaches the run alone, which then stops the product in order.
    })
    closeSync(log)
  }

  get pid(): number {
    return this.#child.pid!
  }

  get isRunning(): boolean {
    return isRunning(this.#child)
  }

  /** Remembers what it has started, the database above all. */
  noteBelow(): void {
    this.#below = descendants(this.pid)
  }

  /** @throws {Error} it did not stop in order, or had ended before it was asked to */
  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#child
    if (!this.isRunning) {
      this.#killBelow()
      throw new Error(`the product ended by itself (${signalCode ?? exitCode}):\n${this.lastOutput()}`)
    }
    this.noteBelow()
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const inTime = await Promise.race([exited, pause(stopLimitMs, null, { ref: false })])
    if (inTime === null) this.#child.kill('SIGKILL')
    await exited
    this.#killBelow()
    if (inTime === null) throw new Error(`the product did not stop within ${stopLimitMs} ms of SIGTERM`)
  }

  lastOutput(): string {
    return readFileSync(this.#logPath, 'utf8').trimEnd().split('\n').slice(-20).join('\n')
  }

  #killBelow(): void {
    for (const each of this.#below) if (isAlive(each)) process.kill(each.pid, 'SIGKILL')
  }
}

function environment(port: number, directory: string, settings: Settings): NodeJS.ProcessEnv {
  const all: Record<string, string | undefined> = {
    ...process.env,
    DATABASE_URL: '',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(directory, 'data'),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_AUTH: '0',
    RATE_LIMIT_WRITE: '0',
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_RPC: '0',
    FREE_TIER_EXECUTIONS: '1000000000',
    ...settings,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** Polls so often that it costs less than it blurs. */
async function ready(server: Server, port: number, beganAt: number): Promise<number> {
  while (performance.now() - beganAt < readyLimitMs) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      async response => {
        await response.arrayBuffer()
        return response.status === 200
      },
      () => false,
    )
    if (isReady) return performance.now() - beganAt
    if (!server.isRunning) throw new Error('it ended')
    await pause(pollMs)
  }
  throw new Error(`/readyz was not 200 within ${readyLimitMs} ms`)
}
