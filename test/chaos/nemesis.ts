// What goes wrong in a chaos run, one thing after the other, in an order that the seed decides. Every kind
// that was asked for has its turn before any comes again; most wait until the service has recovered, some
// strike while it is down.
import { setTimeout as pause } from 'node:timers/promises'
import type { ChaosDatabase } from './chaos-database.ts'
import { type FaultyLedger, toolFaults } from './faulty-ledger.ts'
import { points, threadDeaths } from './orders.ts'
import { Random } from './random.ts'
import type { SupervisedServer } from './supervised-server.ts'

export const faultGroups = ['kill', 'thread', 'database', 'tools'] as const
export type FaultGroup = (typeof faultGroups)[number]

interface Fault {
  readonly group: FaultGroup
  readonly kind: string
  /** Resolves when it has happened and what it needed to itself is over; false: it could not happen. */
  readonly strike: () => Promise<boolean>
}

export interface World {
  readonly server: SupervisedServer
  readonly database: ChaosDatabase
  readonly ledger: FaultyLedger
  readonly random: Random
}

/** For kinds that had no turn, or could not strike when they had it. */
const graceMs = 360_000
/** A named point is reached, a commit is cut within this, or nobody works. */
const patienceMs = 10_000
/** The watchdog ends a host that loops after 15 s; a full heap takes a while. */
const threadPatienceMs = 45_000

export class Nemesis {
  /** How often each kind has struck; the kinds that were asked for are there from the beginning. */
  readonly struck = new Map<string, number>()
  /** What is at work just now, its aftermath included. */
  current: FaultGroup | null = null
  readonly #lanes: readonly Lane[]

  /**
   * @param areToolsApart tools fail beside everything else: quicker, but bystanders' times say nothing then
   * @param kinds of these groups; null for all
   */
  constructor(
    world: World,
    groups: readonly FaultGroup[],
    areToolsApart: boolean,
    kinds: readonly string[] | null,
  ) {
    const lanes = Map.groupBy(groups, group => areToolsApart && group === 'tools').values()
    this.#lanes = [...lanes].map(each => laneOf(world, each, kinds))
    for (const { faults } of this.#lanes) for (const { kind } of faults) this.struck.set(kind, 0)
  }

  /** Strikes until the time is over, and a little longer for kinds that have not struck yet. */
  async run(untilMs: number): Promise<void> {
    await Promise.all(this.#lanes.map(lane => this.#strike(lane, untilMs)))
  }

  async #strike({ faults, random, server }: Lane, untilMs: number): Promise<void> {
    let deck: Fault[] = []
    for (;;) {
      const isLate = Date.now() >= untilMs
      const due = faults.filter(({ kind }) => !isLate || this.struck.get(kind) === 0)
      if (due.length === 0 || Date.now() >= untilMs + graceMs) return
      if (deck.length === 0 || isLate) deck = random.shuffled(due)
      const fault = deck.pop()!
      this.current = fault.group
      if (await fault.strike()) this.struck.set(fault.kind, this.struck.get(fault.kind)! + 1)
      const isHasty = random.chance(0.15)
      if (!isHasty) await Promise.race([server.whenReady(), pause(patienceMs)])
      if (fault.group === 'tools') this.current = null
      await pause(random.between(100, isHasty ? 200 : 1_500))
      this.current = null
    }
  }
}

/** Faults that strike one after the other, in an order of their own. */
interface Lane {
  readonly faults: readonly Fault[]
  readonly random: Random
  readonly server: SupervisedServer
}

function laneOf(world: World, groups: readonly FaultGroup[], kinds: readonly string[] | null): Lane {
  const random = new Random(world.random.between(0, 2 ** 31))
  const all = groups.flatMap(group =>
    faultsOf(group, { ...world, random }).map(fault => ({ ...fault, group })),
  )
  const faults = all.filter(({ kind }) => kinds === null || kinds.includes(kind))
  return { faults, random, server: world.server }
}

/** Everything works again when this resolves. */
export async function heal({ server, database, ledger }: World): Promise<void> {
  ledger.trouble = null
  await ledger.listenAgain()
  server.order({ type: 'disarm' })
  await database.setReadOnly(false)
  await server.whenReady()
}

type Strike = Omit<Fault, 'group'>

function faultsOf(group: FaultGroup, world: World): readonly Strike[] {
  switch (group) {
    case 'kill':
      return kills(world)
    case 'thread':
      return threadDeaths.map(death => ({
        kind: `thread ${death}`,
        strike: async () => {
          const { server } = world
          const born = server.threadsBorn
          server.order({ type: 'die', death })
          return within(threadPatienceMs, () => server.threadsBorn > born)
        },
      }))
    case 'database':
      return databaseFaults(world)
    case 'tools':
      return toolFaults.map(fault => ({
        kind: `tool ${fault}`,
        strike: async () => {
          const { ledger, random } = world
          const before = ledger.met.get(fault) ?? 0
          ledger.trouble = fault
          if (fault === 'refuse') ledger.refuse()
          await pause(random.between(500, 1_500))
          ledger.trouble = null
          if (fault === 'refuse') await ledger.listenAgain()
          return (ledger.met.get(fault) ?? 0) > before
        },
      }))
  }
}

function kills({ server, random }: World): readonly Strike[] {
  const atRandom = async () => {
    const { length } = server.deaths
    server.kill()
    return within(patienceMs, () => server.deaths.length > length)
  }
  const atPoint = points.map(point => ({
    kind: `kill ${point}`,
    strike: async () => {
      const { length } = server.deaths
      server.order({ type: 'arm', point, nth: random.between(1, 15) })
      const isDead = await within(patienceMs, () => server.deaths.length > length)
      return isDead && server.deaths.at(-1)!.cause === point
    },
  }))
  return [{ kind: 'kill at random', strike: atRandom }, ...atPoint]
}

function databaseFaults({ database, random }: World): readonly Strike[] {
  return [
    { kind: 'database kill', strike: () => database.end('SIGKILL').then(() => true) },
    { kind: 'database restart', strike: () => database.end('SIGINT').then(() => true) },
    { kind: 'cut before commit', strike: () => database.proxy.cutNext('before', patienceMs) },
    { kind: 'cut after commit', strike: () => database.proxy.cutNext('after', patienceMs) },
    {
      kind: 'late commit',
      // A statement is waited for 2.8 s (storage/postgres/connection-config.ts).
      strike: () => database.proxy.cutNext('late', patienceMs, random.between(2_750, 3_100)),
    },
    {
      kind: 'stalled network',
      strike: () => database.proxy.stall(random.between(500, 4_000)).then(() => true),
    },
    {
      kind: 'database full',
      strike: async () => (await database.proxy.fill(random.between(300, 2_000))) > 0,
    },
    {
      kind: 'database read-only',
      strike: async () => {
        await database.setReadOnly(true)
        await pause(random.between(300, 2_000))
        await database.setReadOnly(false)
        return true
      },
    },
  ]
}

async function within(timeoutMs: number, holds: () => boolean): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!holds() && Date.now() < deadline) await pause(10)
  return holds()
}
