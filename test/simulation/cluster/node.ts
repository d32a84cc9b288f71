// One process of a node in a simulated cluster: the real engine, placement and hosts, over rows in memory,
// the links of the world and its database. It can sleep, die, leave, and lose its session or the database.
import { type ClusterEngine, startClusterEngine } from '../../../runtime/cluster/cluster-engine.ts'
import { NodeStanding } from '../../../runtime/cluster/node-standing.ts'
import { silentLog } from '../../../runtime/log.ts'
import type {
  MemoryPlacementStore,
  MemoryPlacementTable,
} from '../../../runtime/placement/memory-placement.ts'
import { NodePlacement } from '../../../runtime/placement/node-placement.ts'
import type { ShardLaws } from '../laws/shard-laws.ts'
import type { Thread, Wall } from '../scheduler.ts'
import type { Session } from '../world/database.ts'
import type { Faults } from '../world/faults.ts'
import { Hosts, type NodeOfHosts, type ServiceParts } from '../world/hosts.ts'
import { Service } from '../world/service.ts'
import type { Links } from './links.ts'

/** What all nodes of a cluster share. */
export interface ClusterParts {
  readonly service: ServiceParts
  readonly faults: Faults
  readonly table: MemoryPlacementTable
  readonly links: Links
  readonly laws: ShardLaws
  /** The far end of the placement's connections. */
  readonly server: Thread
  /** Is the database away for all? */
  readonly isAway: () => boolean
  /** How often a call to the rows is lost, and a notification; how long each way takes at most. */
  readonly rows: { readonly lostCalls: number; readonly lostNotices: number; readonly latencyMs: number }
}

export interface NodeOptions {
  readonly address: string
  /** Another process of the address has another. */
  readonly name: string
  readonly clockOffsetMs: number
  /** It has joined. */
  readonly joined: () => void
  /** It cannot start: the process ends. */
  readonly failed: () => void
}

export class Node implements NodeOfHosts, Session {
  readonly name: string
  readonly address: string
  readonly wall: Wall
  readonly main: Thread
  readonly hosts: Hosts
  readonly standing: NodeStanding
  readonly table: MemoryPlacementTable
  /** Where it takes requests; null: it has not joined yet. */
  service: Service | null = null
  isStopping = false
  /** The database is away for this node alone. */
  isCutOff = false
  readonly #parts: ClusterParts
  readonly #placement: NodePlacement
  readonly #store: MemoryPlacementStore
  #engine: ClusterEngine | null = null
  #isCutting = false
  #pauses = 0

  constructor(parts: ClusterParts, options: NodeOptions) {
    const { address, name, clockOffsetMs, joined, failed } = options
    const { scheduler, database } = parts.service
    this.#parts = parts
    this.name = name
    this.address = address
    this.table = parts.table
    this.wall = { offsetMs: clockOffsetMs }
    this.main = scheduler.thread(`${name} main`, { wall: this.wall })
    database.connect(this.main, this)
    this.standing = new NodeStanding(undefined, {
      now: () => BigInt(Math.floor(scheduler.time * 1e6)),
      offset: 0n,
    })
    this.hosts = new Hosts(parts.service, this.main, this)
    this.#store = this.#openStore()
    this.#placement = new NodePlacement({
      ...{ store: this.#store, clock: this.main, node: { address, version: '1.0.0' } },
      refused: error => scheduler.fail(error),
      note: line => scheduler.trace(`${name}: ${line}`),
    })
    // Nothing of a process runs before its first task.
    this.main.after(0, () => void this.#start().then(joined, failed), 'starts')
  }

  get session(): Session {
    return this
  }

  get incarnation(): number {
    return this.standing.incarnation
  }

  get isCut(): boolean {
    return this.isCutOff || this.#parts.isAway()
  }

  get isPaused(): boolean {
    return this.main.isPaused
  }

  /** Is it awake, and knows of every shard what is so? */
  get isPlaced(): boolean {
    if (this.service === null || this.isStopping || this.isPaused) return false
    const { shards, members } = this.table
    return members.has(this.incarnation) && shards.every(this.#isRight)
  }

  /** Has it a link to every other one? */
  isLinked(nodes: number): boolean {
    const { links } = this.#engine!
    return links.size === nodes - 1 && [...links.values()].every(isUp => isUp)
  }

  owns = (address: string): boolean => this.#parts.laws.owns(this.incarnation, address)

  decides = (address: string): void => this.#parts.laws.decides(this.incarnation, address)

  /** kill -9. @param isSilent its machine: nobody is told */
  crash(isSilent: boolean): void {
    const { scheduler } = this.#parts.service
    for (const thread of this.hosts.threads) thread.isAlive = false
    this.#parts.links.drop(this.address, isSilent)
    const close = () => void this.#store.close()
    if (isSilent)
      this.#parts.server.after(scheduler.random.below(5_000), close, `session of ${this.name} ends`)
    else close()
  }

  /** SIGSTOP. */
  pause(): void {
    this.#pauses++
    for (const thread of this.hosts.threads) thread.pause()
  }

  /** Falls asleep in the middle of a statement, which keeps the fence until it wakes or its session ends. */
  pauseInCommit(): void {
    this.pause()
    const { server } = this.#parts
    const isOpen = async (isAborted: () => boolean) => {
      while (!isAborted() && this.isPaused) await server.sleep(50)
    }
    this.table.commit(this.incarnation, isOpen).catch(() => {})
  }

  /** Its threads go on in any order. */
  wake(): void {
    const { scheduler } = this.#parts.service
    const pauses = this.#pauses
    const nemesis = scheduler.thread('nemesis')
    for (const thread of this.hosts.threads)
      nemesis.after(
        scheduler.random.below(30),
        () => pauses === this.#pauses && thread.wake(),
        'wakes a thread',
      )
  }

  /** Leaves in order. @param stopped the process has ended */
  stop(stopped: () => void): void {
    if (this.isStopping || this.#engine === null) return
    this.isStopping = true
    const stop = () =>
      void this.#engine!.stop().then(stopped, error => this.#parts.service.scheduler.fail(error))
    this.#parts.service.scheduler.add(this.main, 'SIGTERM', 0, stop)
  }

  /** Its session with the rows ends. */
  cutSession(): void {
    this.#isCutting = true
    this.#store.cut()
    this.#isCutting = false
  }

  async #start(): Promise<void> {
    const { service: parts, links } = this.#parts
    const { scheduler, database, slots } = parts
    const { main } = this
    const engine = await startClusterEngine({
      ...{ slots, clock: main, log: silentLog, open: this.hosts.open, standing: this.standing },
      toWake: (which, after, limit) => database.toWake(main, which, after, limit),
      ...{ placement: this.#placement, network: links.of(this.address, main) },
      ...{ clusterId: 'simulated', secret: 'a secret of nodes', version: '1.0.0', stopWithinMs: 4_000 },
    })
    scheduler.trace(`${this.name}: hosts are up`)
    this.#engine = engine
    await engine.join()
    const leads = () => this.#placement.isOwn(0)
    this.service = new Service(parts, { main, system: engine.system, load: () => engine.load, leads })
  }

  #isRight = ({ owner }: { readonly owner: number | null }, shard: number): boolean =>
    owner !== null &&
    this.table.members.has(owner) &&
    this.standing.hasShard(shard) === (owner === this.incarnation)

  #openStore(): MemoryPlacementStore {
    const { table, service, rows, faults } = this.#parts
    const { random } = service.scheduler
    const store = table.store()
    store.deliver = call => this.#deliver(call)
    store.notify = tell => {
      // That a session has ended an awake node hears at once.
      const isLost = !this.#isCutting && !faults.isHealed && random.chance(rows.lostNotices)
      if (!isLost && !this.isCut) this.main.after(random.below(5), tell, 'a notice of the rows')
      else if (this.#isCutting) this.main.after(random.below(5), tell, 'the session has ended')
    }
    return store
  }

  /** A call to the rows and its answer, each of which takes its time or is lost. */
  #deliver<T>(call: () => Promise<T>): Promise<T> {
    const { server, rows, faults, service } = this.#parts
    const { random } = service.scheduler
    const isLost = () => this.isCut || (!faults.isHealed && random.chance(rows.lostCalls))
    const way = () => random.below(faults.isHealed ? 4 : rows.latencyMs)
    return new Promise((resolve, reject) => {
      const lose = () => this.main.after(random.below(1_500), () => reject(new Error('lost')), 'loses a call')
      const answer = (settle: () => void) =>
        isLost() ? lose() : this.main.after(way(), settle, 'hears of the rows')
      const arrive = () => {
        if (isLost()) return lose()
        call().then(
          value => answer(() => resolve(value)),
          error => answer(() => reject(error)),
        )
      }
      server.after(way(), arrive, `rows for ${this.name}`)
    })
  }
}
