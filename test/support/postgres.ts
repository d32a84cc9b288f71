// Real PostgreSQL for tests. A process has one server, started at the first call and ended with the test run;
// each call gives a database of its own, migrated already. It runs on a copy of a ready cluster. Durability
// is off.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Embedded, startEmbedded } from '../../storage/embedded/embedded.ts'
import { endOrphan } from '../../storage/embedded/postmaster.ts'
import { isRunning } from '../../storage/embedded/process-identity.ts'
import { atProcessEnd } from '../runner/process-end.ts'
import { copyReadyCluster, readyClusters } from './ready-cluster.ts'

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
  const runs = join(readyClusters(), 'runs')
  mkdirSync(runs, { recursive: true })
  await sweep(runs)
  const directory = join(runs, String(process.pid))
  copyReadyCluster(template, directory)
  const embedded = await startEmbedded({ dataDir: directory, settings })
  atProcessEnd(async () => {
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
