// Brings the schema up to date when the server starts. Processes that start at once wait for each other on an
// advisory lock; one of them migrates. A migration that has run anywhere is never edited: add the next one.
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Client } from 'pg'
import { connectPatiently, describeUrl, patientConfig } from './connection-config.ts'
import { Foundation } from './migrations/001-foundation.ts'
import { Pauses } from './migrations/002-pauses.ts'
import { Schedules } from './migrations/003-schedules.ts'
import { Search } from './migrations/004-search.ts'
import { Concurrency } from './migrations/005-concurrency.ts'
import { Snapshots } from './migrations/006-snapshots.ts'
import { ToolServers } from './migrations/007-tool-servers.ts'
import { Credentials } from './migrations/008-credentials.ts'
import { Marketplace } from './migrations/009-marketplace.ts'
import { WorkflowTools } from './migrations/010-workflow-tools.ts'
import { ToolResults } from './migrations/011-tool-results.ts'
import type { Queries } from './statement.ts'

const migrations = [
  { name: '001-foundation', class: Foundation },
  { name: '002-pauses', class: Pauses },
  { name: '003-schedules', class: Schedules },
  { name: '004-search', class: Search },
  { name: '005-concurrency', class: Concurrency },
  { name: '006-snapshots', class: Snapshots },
  { name: '007-tool-servers', class: ToolServers },
  { name: '008-credentials', class: Credentials },
  { name: '009-marketplace', class: Marketplace },
  { name: '010-workflow-tools', class: WorkflowTools },
  { name: '011-tool-results', class: ToolResults },
]

/** Any constant, the same in all processes: "troupe migrations" in the advisory lock space. */
const migrationLock = 7_406_201

/**
 * @throws {Error} the database cannot be reached or does not let us in: says where, why and what to do
 */
export async function migrate(url: string, onProgress: (line: string) => void): Promise<void> {
  const client = await connectPatiently(url, 'migrations')
  try {
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    const executed = await executedMigrations(client)
    const unknown = [...executed].find(name => !migrations.some(migration => migration.name === name))
    if (unknown !== undefined) {
      throw new Error(`the database was migrated by a newer version (${unknown}): start that version`)
    }
    const missing = migrations.filter(({ name }) => !executed.has(name))
    if (missing.length === 0) return
    onProgress(`migrating the database: ${missing.map(({ name }) => name).join(', ')}`)
    await runMissing(url)
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}

/** Names of the migrations that a database lacks: none, unless it was exchanged under a running server. */
export async function missingMigrations(database: Queries): Promise<string[]> {
  const executed = await database.query<{ name: string }>(listExecuted, [])
  return migrations.map(({ name }) => name).filter(name => !executed.some(row => row.name === name))
}

const listExecuted = { name: 'migrations.executed', text: 'select name from mikro_orm_migrations' }

async function executedMigrations(client: Client): Promise<Set<string>> {
  const { rows } = await client.query(`select to_regclass('mikro_orm_migrations') is not null as exists`)
  if (!rows[0].exists) return new Set()
  const executed = await client.query<{ name: string }>('select name from mikro_orm_migrations')
  return new Set(executed.rows.map(row => row.name))
}

async function runMissing(url: string): Promise<void> {
  const orm = new MikroORM({
    entities: [],
    discovery: { warnWhenNoEntities: false },
    dbName: describeUrl(url).database,
    driverOptions: { ...patientConfig(url, 'migrations'), max: 1 },
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false },
    ensureDatabase: false,
    logger: () => {},
  })
  try {
    await orm.migrator.up()
  } finally {
    await orm.close(true)
  }
}
