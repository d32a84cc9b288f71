// PostgreSQL with a standby that follows it synchronously, of Debian's packages. The primary can be killed:
// the standby is promoted, and a new one is made of a backup of it. Nodes reach the primary at an address
// that moves. What an operator's failover manager does is done here by hand, in the same order.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, Pool } from 'pg'
import { findPostgresHome, type PostgresHome } from '../../../storage/embedded/postgres-home.ts'
import { guard } from '../../support/guard.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { LinkProxy } from './link-proxy.ts'

const packages = '/usr/lib/postgresql'
const newest = existsSync(packages)
  ? readdirSync(packages).toSorted((a, b) => Number(b) - Number(a))[0]
  : undefined
const binaries = newest === undefined ? null : join(packages, newest, 'bin')

/** Null: the programs are there; else what is missing. */
export const missingReplication =
  binaries !== null && existsSync(join(binaries, 'pg_basebackup'))
    ? null
    : `no pg_basebackup below ${packages}`

const settings = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'jit=off'],
  ...['wal_level=replica', 'max_wal_senders=8', 'hot_standby=on', 'shared_buffers=64MB', 'timezone=UTC'],
]

interface Instance {
  readonly port: number
  readonly directory: string
  readonly child: ChildProcess
}

export class ReplicatedDatabase {
  readonly #home: PostgresHome
  readonly #guard = guard(null)
  readonly #address: LinkProxy
  readonly #pool: Pool
  #primary: Instance
  #standby: Instance | null = null
  #made = 1

  private constructor(home: PostgresHome, primary: Instance, address: LinkProxy) {
    this.#home = home
    this.#primary = primary
    this.#address = address
    this.#guard.watch(primary.child.pid!)
    this.#pool = new Pool({ connectionString: this.url, max: 2, connectionTimeoutMillis: 2_000 })
    this.#pool.on('error', () => {})
  }

  /** @param dataDir an empty directory that PostgreSQL's account can enter */
  static async start(dataDir: string): Promise<ReplicatedDatabase> {
    const home = await findPostgresHome(dataDir, () => {})
    const directory = join(home.directory, 'server-1')
    await run(home, 'initdb', ['-D', directory, '-U', 'troupe', '--auth=trust', '-E', 'UTF8', '--no-locale'])
    const primary = await launch(home, directory)
    const database = new ReplicatedDatabase(home, primary, await LinkProxy.start(primary.port))
    await database.addStandby()
    return database
  }

  /** At the address that moves. */
  get url(): string {
    return urlOf(this.#address.port)
  }

  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(sql, [...values])).rows
  }

  /** The primary dies with all that it has not written; the standby takes its place and its address. */
  async failOver(): Promise<void> {
    const dead = this.#primary
    const heir = this.#standby!
    const ended = once(dead.child, 'exit')
    dead.child.kill('SIGKILL')
    await ended
    await ask(heir.port, 'select pg_promote(true, 60)')
    this.#primary = heir
    this.#standby = null
    this.#address.moveTo(heir.port)
    rmSync(dead.directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  /** Commits wait for it as soon as it has caught up. */
  async addStandby(): Promise<void> {
    const { port } = this.#primary
    await ask(port, "alter system set synchronous_standby_names = ''")
    await ask(port, 'select pg_reload_conf()')
    const directory = join(this.#home.directory, `server-${++this.#made}`)
    const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'troupe']
    await run(this.#home, 'pg_basebackup', [
      ...[...source, '-D', directory, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'],
    ])
    this.#standby = await launch(this.#home, directory)
    this.#guard.watch(this.#standby.child.pid!)
    await ask(port, "alter system set synchronous_standby_names = '*'")
    await ask(port, 'select pg_reload_conf()')
    const following = `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`
    while ((await ask(port, following)) === 0) await pause(100)
    // Until every process of the primary has read what commits wait for.
    await pause(1_000)
  }

  async stop(): Promise<void> {
    this.#address.close()
    await this.#pool.end()
    for (const instance of [this.#standby, this.#primary]) {
      if (instance === null || instance.child.exitCode !== null || instance.child.signalCode !== null)
        continue
      const ended = once(instance.child, 'exit')
      instance.child.kill('SIGQUIT')
      await ended
    }
    await this.#guard.end()
  }
}

function urlOf(port: number): string {
  return `postgresql://troupe@127.0.0.1:${port}/postgres`
}

/** @returns how many rows it answered */
async function ask(port: number, sql: string): Promise<number> {
  const client = new Client({ connectionString: urlOf(port), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows.length
  } finally {
    await client.end().catch(() => {})
  }
}

/** Resolves when it answers. */
async function launch(home: PostgresHome, directory: string): Promise<Instance> {
  const port = await freePort()
  const args = ['-D', directory, ...[...settings, `port=${port}`].flatMap(each => ['-c', each])]
  const child = spawn(join(binaries!, 'postgres'), args, { ...as(home), stdio: 'ignore' })
  for (;;) {
    const isThere = await ask(port, 'select 1').catch(() => 0)
    if (isThere > 0) return { port, directory, child }
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
    await pause(50)
  }
}

async function run(home: PostgresHome, program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(binaries!, program), args, as(home))
}

/** PostgreSQL refuses to run as root. */
function as({ directory, account }: PostgresHome) {
  const env = { LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: directory, env, ...(account && { uid: account.uid, gid: account.gid }) }
}
