// Real PostgreSQL for tests. A process has one server, started at the first call and ended with the test run;
// each call gives a database of its own, migrated already. Making and migrating a cluster happens once per
// machine: it is kept, ready and stopped, in the temporary directory, and each process runs on a copy.
// Durability is off.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import tap from 'tap'
import { type Embedded, startEmbedded } from '../../storage/embedded/embedded.ts'
import { endOrphan } from '../../storage/embedded/postmaster.ts'
import { isRunning } from '../../storage/embedded/process-identity.ts'
import { migrate } from '../../storage/postgres/migrate.ts'

const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB']
const template = 'troupe_template'

let server: Promise<Embedded> | null = null
let databases = 0

/** URL of a new database with every migration run. */
export async function freshDatabase(): Promise<string> {
  return createDatabase(template)
}

/** URL of a new database with nothing in it. */
export async function emptyDatabase(): Promise<string> {
  return createDatabase('template0')
}

async function createDatabase(from: string): Promise<string> {
  server ??= start()
  const { url } = await server
  const name = `test_${++databases}`
  await execute(url, `create database ${name} template ${from}`)
  return withDatabase(url, name)
}

async function start(): Promise<Embedded> {
  const shared = sharedDirectory()
  const ready = join(shared, 'ready')
  const runs = join(shared, 'runs')
  mkdirSync(runs, { recursive: true })
  await sweep(runs)
  if (!readdirSync(shared).includes('ready')) await makeReady(ready)
  const directory = join(runs, String(process.pid))
  // cp keeps owners, which fs.cp does not: PostgreSQL runs only on its own files.
  execFileSync('cp', ['-a', ready, directory])
  const embedded = await startEmbedded({ dataDir: directory, settings })
  tap.teardown(async () => {
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  })
  return embedded
}

/**
 * Runs of processes that were killed leave a directory and perhaps a server; one may have had our process id.
 */
async function sweep(runs: string): Promise<void> {
  const isOver = (pid: number) => pid === process.pid || !isRunning(pid)
  for (const pid of readdirSync(runs).filter(name => isOver(Number(name)))) {
    await endOrphan(join(runs, pid, 'postgres/cluster'), () => {})
    rmSync(join(runs, pid), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Several processes may do this at once; the first to finish wins. */
async function makeReady(ready: string): Promise<void> {
  const mine = `${ready}.${process.pid}`
  const embedded = await startEmbedded({ dataDir: mine, settings })
  await execute(embedded.url, `create database ${template}`)
  await migrate(withDatabase(embedded.url, template), () => {})
  await embedded.stop()
  try {
    renameSync(mine, ready)
  } catch {
    rmSync(mine, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Named after everything that a ready cluster depends on. */
function sharedDirectory(): string {
  const storage = join(import.meta.dirname, '../../storage')
  const sources = [
    'embedded/embedded.ts',
    'postgres/migrate.ts',
    ...readdirSync(join(storage, 'migrations')).map(name => `migrations/${name}`),
  ]
  const hash = createHash('sha256').update(String(userInfo().uid))
  for (const source of sources) hash.update(readFileSync(join(storage, source)))
  return join(tmpdir(), `troupe-test-${hash.digest('hex').slice(0, 12)}`)
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}
