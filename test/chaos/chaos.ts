// A chaos run from its beginning to its verdict: the world is set up, load and nemesis run against each
// other, everything is healed, what was accepted gets its time, and then journal, rows and ledger are held
// against each other.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prefixes } from '../../domain/ids.ts'
import { type Guard, guard } from '../support/guard.ts'
import { Client } from '../support/people/client.ts'
import { freePort } from '../support/servers/free-port.ts'
import { Bystanders } from './bystanders.ts'
import { ChaosDatabase, temporaryDirectory } from './chaos-database.ts'
import { judge } from './checks/verdict.ts'
import { Violations } from './checks/violations.ts'
import { FaultyLedger } from './faulty-ledger.ts'
import { Load } from './load.ts'
import { type FaultGroup, heal, Nemesis, type World } from './nemesis.ts'
import { populate } from './populate.ts'
import { freeExecutions, QuotaRaces } from './quota-races.ts'
import { Random } from './random.ts'
import { ReadProbe } from './read-probe.ts'
import { type Report, reportOf } from './report.ts'
import { Snapshots } from './snapshots.ts'
import { SupervisedServer } from './supervised-server.ts'
import { bystander } from './workflows.ts'

export interface ChaosOptions {
  readonly seconds: number
  readonly seed: number
  readonly groups: readonly FaultGroup[]
  /** Of these groups, as the nemesis names them; default all. */
  readonly kinds?: readonly string[]
  /** Tools fail beside everything else: quicker, but then the times of bystanders say nothing. */
  readonly areToolsApart?: boolean
  /** Starts a second. */
  readonly rate: number
  readonly say: (line: string) => void
}

/**
 * Whoever is stuck does not get on for this long after everything works again: a tool server that was down is
 * tried again after 15 s at most (rpc/gate/breaker.ts, domain/tools/probe.ts). Where a start takes long, so
 * does everything: its time counts twice on top.
 */
const stuckMs = 30_000
/** What had queued up on a slow machine may take a while, but not for ever. */
const settledMsAtMost = 600_000

export class Chaos {
  readonly #options: ChaosOptions
  readonly #directory = temporaryDirectory()
  readonly #guard: Guard = guard(this.#directory)
  #world: World | null = null

  constructor(options: ChaosOptions) {
    this.#options = options
  }

  async run(): Promise<Report> {
    const { seconds, seed, groups, kinds = null, areToolsApart = false, rate, say } = this.#options
    const world = await this.#setUp(new Random(seed))
    const { server, database, ledger } = world
    const { key, ids } = await populate({ url: server.url, database, ledger })
    const client = new Client(server.url, key)
    const load = new Load(client, ids, new Random(seed + 1))
    const nemesis = new Nemesis(world, groups, areToolsApart, kinds)
    const snapshots = new Snapshots(database)
    const races = new QuotaRaces(server.url)
    const reads = new ReadProbe(client)
    const bystanders = new Bystanders(client, ids.get(bystander.name)!, () => nemesis.current)
    say(`seed ${seed}: ${rate} starts a second for ${seconds} s, faults: ${groups.join(', ')}`)

    const until = Date.now() + seconds * 1_000
    const tellings = setInterval(() => say(progress(load, nemesis, until)), 10_000)
    const over = new AbortController()
    const others = [
      load.run(rate, over.signal),
      ...[snapshots, races, reads, bystanders].map(each => each.run(over.signal)),
    ]
    await nemesis.run(until)
    over.abort()
    await heal(world)
    const healedAt = Date.now()
    say('healed; waiting for what was accepted to end')
    await Promise.all(others)
    await settled(database, load, stuckMs + 2 * Math.max(0, ...server.readyMs))
    const settledMs = Date.now() - healedAt
    await load.end()
    clearInterval(tellings)

    say('holding journal, rows and ledger against each other')
    const violations = new Violations()
    const verdict = await judge({ world, load, groups, violations })
    await snapshots.check(violations)
    await races.check(database, violations)
    reads.check(violations)
    nothingDiedUnasked(server, violations)
    everythingStruck(nemesis, violations)
    return reportOf({
      options: this.#options,
      world,
      load,
      nemesis,
      races,
      reads,
      bystanders,
      verdict,
      settledMs,
      violations,
    })
  }

  /** Ends everything that was started, however far it came. */
  async stop(): Promise<void> {
    await this.#world?.server.stop()
    this.#world?.ledger.close()
    await this.#world?.database.stop()
    await this.#guard.end()
  }

  async #setUp(random: Random): Promise<World> {
    const database = await ChaosDatabase.start(this.#directory)
    const ledger = await FaultyLedger.start()
    const server = new SupervisedServer(await freePort(), {
      DATABASE_URL: database.url,
      DATA_DIR: join(this.#directory, 'server'),
      LOG_LEVEL: 'warn',
      HOSTS: '2',
      FREE_TIER_EXECUTIONS: String(freeExecutions),
      ...{ RATE_LIMIT_AUTH: '0', RATE_LIMIT_WRITE: '0', RATE_LIMIT_READ: '0', RATE_LIMIT_RPC: '0' },
    })
    this.#world = { server, database, ledger, random }
    await server.start()
    return this.#world
  }
}

/** Until everything has ended, or nothing gets on any more. */
async function settled(database: ChaosDatabase, load: Load, patienceMs: number): Promise<void> {
  const healedAt = Date.now()
  let fewest = Number.POSITIVE_INFINITY
  for (let movedAt = healedAt; Date.now() < Math.min(movedAt + patienceMs, healedAt + settledMsAtMost); ) {
    const left = await unsettled(database)
    if (left === 0 && !load.isBusy) return
    if (left < fewest) movedAt = Date.now()
    fewest = Math.min(fewest, left)
    await pause(200)
  }
}

/** Executions that have not ended, and ended ones that owe something. */
async function unsettled(database: ChaosDatabase): Promise<number> {
  const [row] = await database.queryPatiently<{ count: string }>(
    `select (select count(*) from executions where finished_at is null)
      + (select count(*) from wakeups where starts_with(address, '${prefixes.execution}_')) as count`,
  )
  return Number(row!.count)
}

function nothingDiedUnasked({ deaths }: SupervisedServer, violations: Violations): void {
  for (const { cause, words } of deaths) {
    violations.expect('the server dies only when it is killed', cause !== 'unasked', () => words)
  }
}

function everythingStruck({ struck }: Nemesis, violations: Violations): void {
  for (const [kind, count] of struck) violations.expect('every fault has struck', count > 0, () => kind)
}

function progress(load: Load, nemesis: Nemesis, until: number): string {
  const strikes = [...nemesis.struck.values()].reduce((sum, count) => sum + count, 0)
  const leftS = Math.max(0, Math.round((until - Date.now()) / 1_000))
  return `${leftS} s left: ${load.accepted.size} accepted, ${strikes} faults`
}
