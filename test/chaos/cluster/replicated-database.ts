// PostgreSQL with a standby that follows it synchronously. The primary can be killed: the standby is
// promoted, and a new one is made of a backup of it. Nodes reach the primary at an address that moves. What
// an operator's failover manager does is done here by hand, in the same order; pg_basebackup is not among
// the programs of the embedded PostgreSQL, so a backup is a copy between pg_backup_start and pg_backup_stop.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, Pool } from 'pg'
import { findPostgresHome, type PostgresHome } from '../../../storage/embedded/postgres-home.ts'
import { guard } from '../../support/guard.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { LinkProxy } from './link-proxy.ts'

const settings = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'jit=off'],
  'wal_keep_size=512MB',
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
    await run(home, join(home.binaries, 'initdb'), [
      '-D',
      directory,
      '-U',
      'troupe',
      '--auth=trust',
      '-E',
      'UTF8',
      '--no-locale',
    ])
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
    await backUp(this.#home, this.#primary, directory)
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
  const log = `${directory}.log`
  const args = ['-D', directory, ...[...settings, `port=${port}`].flatMap(each => ['-c', each])]
  const child = spawn(join(home.binaries, 'postgres'), args, {
    ...as(home),
    stdio: ['ignore', 'ignore', openSync(log, 'w')],
  })
  for (;;) {
    const isThere = await ask(port, 'select 1').catch(() => 0)
    if (isThere > 0) return { port, directory, child }
    if (child.exitCode !== null)
      throw new Error(`PostgreSQL ended: ${readFileSync(log, 'utf8').slice(-2_000)}`)
    await pause(50)
  }
}

async function run(home: PostgresHome, program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, args, as(home))
}

/** Makes a standby of the primary in a new directory. */
async function backUp(home: PostgresHome, { port, directory }: Instance, copy: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(port) })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    // A file that vanishes meanwhile is made again from the log.
    await run(home, 'cp', ['-a', directory, copy]).catch(() => {})
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
    for (const each of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, each), { force: true })
    await run(home, 'find', [join(copy, 'pg_wal'), '-type', 'f', '-delete'])
    const ours = { backup_label: rows[0]!.labelfile, 'standby.signal': '' }
    for (const [name, text] of Object.entries(ours)) {
      writeFileSync(join(copy, name), text)
      if (home.account !== null) chownSync(join(copy, name), home.account.uid, home.account.gid)
    }
    const primary = `primary_conninfo = 'host=127.0.0.1 port=${port} user=troupe'\n`
    appendFileSync(join(copy, 'postgresql.auto.conf'), primary)
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to run as root. */
function as({ directory, account }: PostgresHome) {
  const env = { LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: directory, env, ...(account && { uid: account.uid, gid: account.gid }) }
}
