// Brings the schema up to date when the server starts (storage/open-database.ts) and before a backup is
// loaded (storage/backup/load.ts). Processes that start at the same time wait for each other on an advisory
// lock; one of them migrates. Never edit a migration that has run anywhere: add the next one.
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Client } from 'pg'
import { Foundation } from '../migrations/001-foundation.ts'
import { Pauses } from '../migrations/002-pauses.ts'
import { Schedules } from '../migrations/003-schedules.ts'
import { Search } from '../migrations/004-search.ts'
import { Concurrency } from '../migrations/005-concurrency.ts'
import { Snapshots } from '../migrations/006-snapshots.ts'
import { ToolServers } from '../migrations/007-tool-servers.ts'
import { Credentials } from '../migrations/008-credentials.ts'
import { Marketplace } from '../migrations/009-marketplace.ts'
import { WorkflowTools } from '../migrations/010-workflow-tools.ts'
import { ToolResults } from '../migrations/011-tool-results.ts'
import { SignIn } from '../migrations/012-sign-in.ts'
import { Members } from '../migrations/013-members.ts'
import { Events } from '../migrations/014-events.ts'
import { Notifications } from '../migrations/015-notifications.ts'
import { RateCounts } from '../migrations/016-rate-counts.ts'
import { Restores } from '../migrations/017-restores.ts'
import { Endings } from '../migrations/018-endings.ts'
import { Queue } from '../migrations/019-queue.ts'
import { PromptSchedules } from '../migrations/020-prompt-schedules.ts'
import { Owing } from '../migrations/021-owing.ts'
import { DecidedArguments } from '../migrations/022-decided-arguments.ts'
import { Explanations } from '../migrations/023-explanations.ts'
import { ToolObservations } from '../migrations/024-tool-observations.ts'
import { Models } from '../migrations/025-models.ts'
import { Triggers } from '../migrations/026-triggers.ts'
import { AcceptedPlans } from '../migrations/027-accepted-plans.ts'
import { Canaries } from '../migrations/028-canaries.ts'
import { PromptTriggers } from '../migrations/029-prompt-triggers.ts'
import { Chat } from '../migrations/030-chat.ts'
import { Subscriptions } from '../migrations/031-subscriptions.ts'
import { UsageReports } from '../migrations/032-usage-reports.ts'
import { Metering } from '../migrations/033-metering.ts'
import { ChatThreads } from '../migrations/034-chat-threads.ts'
import { Budgets } from '../migrations/035-budgets.ts'
import { MonthBudgets } from '../migrations/036-month-budgets.ts'
import { SignUps } from '../migrations/037-sign-ups.ts'
import { Connections } from '../migrations/038-connections.ts'
import { ServerConnections } from '../migrations/039-server-connections.ts'
import { ServerAbout } from '../migrations/040-server-about.ts'
import { Cluster } from '../migrations/041-cluster.ts'
import { Packages } from '../migrations/050-packages.ts'
import { Renewals } from '../migrations/051-renewals.ts'
import { WantedScopes } from '../migrations/052-wanted-scopes.ts'
import { SpentOnce } from '../migrations/055-spent.ts'
import { CloseFence } from '../migrations/056-close-fence.ts'
import { RpcSessions } from '../migrations/057-rpc-sessions.ts'
import { KeyHolders } from '../migrations/058-key-holders.ts'
import { StartBounds } from '../migrations/059-start-bounds.ts'
import { ChainStarts } from '../migrations/060-chain-starts.ts'
import { ServiceModelUse } from '../migrations/063-service-model-use.ts'
import { SetUpLinks } from '../migrations/064-set-up-links.ts'
import { ModelHosts } from '../migrations/066-model-hosts.ts'
import { Memory } from '../migrations/067-memory.ts'
import { ModelAnswers } from '../migrations/068-model-answers.ts'
import { Confirmations } from '../migrations/070-confirmations.ts'
import { connectPatiently, describeUrl, patientConfig } from './connection-config.ts'
import { requireServerVersion } from './server-version.ts'
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
  { name: '012-sign-in', class: SignIn },
  { name: '013-members', class: Members },
  { name: '014-events', class: Events },
  { name: '015-notifications', class: Notifications },
  { name: '016-rate-counts', class: RateCounts },
  { name: '017-restores', class: Restores },
  { name: '018-endings', class: Endings },
  { name: '019-queue', class: Queue },
  { name: '020-prompt-schedules', class: PromptSchedules },
  { name: '021-owing', class: Owing },
  { name: '022-decided-arguments', class: DecidedArguments },
  { name: '023-explanations', class: Explanations },
  { name: '024-tool-observations', class: ToolObservations },
  { name: '025-models', class: Models },
  { name: '026-triggers', class: Triggers },
  { name: '027-accepted-plans', class: AcceptedPlans },
  { name: '028-canaries', class: Canaries },
  { name: '029-prompt-triggers', class: PromptTriggers },
  { name: '030-chat', class: Chat },
  { name: '031-subscriptions', class: Subscriptions },
  { name: '032-usage-reports', class: UsageReports },
  { name: '033-metering', class: Metering },
  { name: '034-chat-threads', class: ChatThreads },
  { name: '035-budgets', class: Budgets },
  { name: '036-month-budgets', class: MonthBudgets },
  { name: '037-sign-ups', class: SignUps },
  { name: '038-connections', class: Connections },
  { name: '039-server-connections', class: ServerConnections },
  { name: '040-server-about', class: ServerAbout },
  { name: '041-cluster', class: Cluster },
  { name: '050-packages', class: Packages },
  { name: '051-renewals', class: Renewals },
  { name: '052-wanted-scopes', class: WantedScopes },
  { name: '055-spent', class: SpentOnce },
  { name: '056-close-fence', class: CloseFence },
  { name: '057-rpc-sessions', class: RpcSessions },
  { name: '058-key-holders', class: KeyHolders },
  { name: '059-start-bounds', class: StartBounds },
  { name: '060-chain-starts', class: ChainStarts },
  { name: '063-service-model-use', class: ServiceModelUse },
  { name: '064-set-up-links', class: SetUpLinks },
  { name: '066-model-hosts', class: ModelHosts },
  { name: '067-memory', class: Memory },
  { name: '068-model-answers', class: ModelAnswers },
  { name: '070-confirmations', class: Confirmations },
]

/** Any constant, the same in all processes: "troupe migrations" in the advisory lock space. */
const migrationLock = 7_406_201

/**
 * @param through the last migration to run; default all
 * @throws {Error} the database cannot be reached or does not let us in: says where, why and what to do
 */
export async function migrate(
  url: string,
  onProgress: (line: string) => void,
  through: string = migrations.at(-1)!.name,
): Promise<void> {
  const client = await connectPatiently(url, 'migrations')
  try {
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await requireServerVersion(client)
    const executed = await executedMigrations(client)
    const unknown = unknownMigration([...executed])
    if (unknown !== null) {
      throw new Error(`the database was migrated by a newer version (${unknown}): start that version`)
    }
    const missing = migrations.filter(({ name }) => !executed.has(name) && name <= through)
    if (missing.length === 0) return
    onProgress(`migrating the database: ${missing.map(({ name }) => name).join(', ')}`)
    await runMissing(url, through)
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}

/** The first of these migrations that this version does not know; null when it knows them all. */
export function unknownMigration(names: readonly string[]): string | null {
  return names.find(name => !migrations.some(migration => migration.name === name)) ?? null
}

/**
 * Names of the migrations that a database lacks: none, unless somebody replaced it under a running server.
 */
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

async function runMissing(url: string, through: string): Promise<void> {
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
    await orm.migrator.up({ to: through })
  } finally {
    await orm.close(true)
  }
}
