// A cluster of counters in this thread: nodes with hosts of their own over one journal in memory, which
// refuses the commits of buried nodes. Nodes can crash, sleep and be cut off from each other.
import { type Clock, SimulatedClock } from '../../../runtime/clock.ts'
import { type ClusterEngine, startClusterEngine } from '../../../runtime/cluster/cluster-engine.ts'
import type { Network } from '../../../runtime/cluster/network.ts'
import { NodeStanding } from '../../../runtime/cluster/node-standing.ts'
import type { AskOptions, Desk } from '../../../runtime/engine.ts'
import type { Journal } from '../../../runtime/journal.ts'
import { type Log, silentLog } from '../../../runtime/log.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'
import { shardOf } from '../../../runtime/placement/placement.ts'
import { inProcessLinks, type Link } from '../../../runtime/system/link.ts'
import { slotOf } from '../../../runtime/system/routing.ts'
import type { ServedHost } from '../../../runtime/system/serve.ts'
import { type Counter, type CounterMessage, type CounterWorld, counterKind, turns } from '../actors/host.ts'
import { MemoryNetwork } from './memory-network.ts'
import { MemoryPlacement, PlacementTable } from './memory-placement.ts'
import { NodeClock } from './node-clock.ts'

type Teardown = { teardown(end: () => unknown): unknown }

export interface ClusterOptions {
  readonly clock?: Clock
  readonly journal?: MemoryJournal<unknown>
  readonly hosts?: number
  readonly isFenced?: boolean
  readonly desk?: Desk
  /** Default: in memory. */
  readonly networkOf?: (address: string) => Network
  /** Addresses of the nodes, in the order in which they start. */
  readonly addresses?: readonly string[]
  /** Of the nodes after the first. Default: the same. */
  readonly secret?: string
  readonly log?: Log
  /** Called with each commit that is written, and the incarnation that wrote it. */
  readonly committed?: (address: string, incarnation: number) => void
  /** What counters do outside, on a node. */
  readonly world?: (node: TestNode, served: () => ServedHost) => CounterWorld
}

export class TestNode {
  readonly address: string
  readonly clock: NodeClock
  readonly standing: NodeStanding
  readonly placement: MemoryPlacement
  readonly changed: unknown[] = []
  readonly told: unknown[] = []
  readonly heard: string[] = []
  /** Calls of `cut`. */
  readonly cuts: boolean[] = []
  /** The commits of this node wait for it. */
  gate: Promise<void> | null = null
  engine!: ClusterEngine
  readonly #cluster: TestCluster
  readonly #links: Link[] = []

  constructor(cluster: TestCluster, address: string) {
    this.#cluster = cluster
    this.address = address
    this.clock = new NodeClock(cluster.clock)
    const now = () => BigInt(Math.floor(cluster.clock.elapsed() * 1e6))
    this.standing = new NodeStanding(undefined, { now, offset: 0n })
    this.placement = new MemoryPlacement(cluster.table, address, this.clock)
  }

  async start(): Promise<void> {
    const { clock, standing, placement } = this
    const { options, journal, network } = this.#cluster
    const { hosts = 1, isFenced = false, desk, world = () => ({}), log = silentLog } = options
    const open = inProcessLinks(
      (_, served) => ({
        kinds: [counterKind(world(this, served))],
        journal: this.#journal(),
        invalidate: what => this.heard.push(JSON.stringify(what)),
        ...{ isFenced, standing },
      }),
      clock,
    )
    this.engine = await startClusterEngine({
      ...{ slots: hosts, isFenced, clock, log, placement, standing },
      open: (slot, events) => (this.#links[slot] = open(slot, events)),
      toWake: async (which, after, limit) => journal.toWake(which, after, limit),
      changed: what => this.changed.push(what),
      told: what => this.told.push(what),
      cut: isCut => this.cuts.push(isCut),
      network: options.networkOf?.(this.address) ?? network.of(this.address, clock),
      secret: this.#cluster.nodes.length > 1 ? (options.secret ?? 'a secret') : 'a secret',
      ...{ clusterId: 'test', version: '1' },
      ...(desk !== undefined && { desk }),
    })
    await this.engine.join()
  }

  get incarnation(): number {
    return this.placement.incarnation
  }

  has(address: string): boolean {
    return this.standing.owns(address)
  }

  async ask(address: string, message: CounterMessage, options?: AskOptions): Promise<Counter> {
    return JSON.parse(await this.engine.system.ask(address, message, options))
  }

  /** The host of the address dies. */
  kill(address: string): void {
    this.#links[slotOf(address, this.#links.length)]!.kill()
  }

  /** The process ends at once. Others learn it from its wires, and from its beats that do not come. */
  crash(): void {
    this.clock.end()
    this.#cluster.table.nodes.delete(this.placement)
    this.#cluster.network.drop(this.address)
    this.#cluster.nodes.splice(this.#cluster.nodes.indexOf(this), 1)
  }

  /** Commits of this node wait from now on, until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.gate = promise
    return () => {
      this.gate = null
      resolve()
    }
  }

  /** As a host reaches it: it takes a while, and a buried node is refused when its commit arrives. */
  #journal(): Journal<unknown> {
    const { journal, table } = this.#cluster
    const wait = () => new Promise<void>(resolve => this.clock.soon(resolve))
    return {
      commit: async commits => {
        const { incarnation } = this.standing
        await this.gate
        await turns(1)
        if (!table.isMember(incarnation)) throw new Error(`node ${incarnation} is buried`)
        if (table.isAway) throw new Error('the database is away')
        const refusals = await journal.commit(commits)
        for (const { address } of commits) this.#cluster.options.committed?.(address, incarnation)
        await wait()
        return refusals
      },
      read: async (...given) => {
        const entries = await journal.read(...given)
        await wait()
        return entries
      },
      load: async (...given) => {
        const loaded = await journal.load(...given)
        await wait()
        return loaded
      },
      close: async () => {},
    }
  }
}

export class TestCluster {
  readonly options: ClusterOptions
  readonly clock: Clock
  readonly journal: MemoryJournal<unknown>
  readonly table = new PlacementTable()
  readonly network = new MemoryNetwork()
  readonly nodes: TestNode[] = []
  #started = 0

  private constructor(options: ClusterOptions) {
    this.options = options
    this.clock = options.clock ?? new SimulatedClock()
    this.journal = options.journal ?? new MemoryJournal()
  }

  /** Nodes that have all found each other; they stop with the test. */
  static async start(t: Teardown, count: number, options: ClusterOptions = {}): Promise<TestCluster> {
    const cluster = new TestCluster(options)
    t.teardown(() => Promise.all(cluster.nodes.map(node => cluster.during(node.engine.stop()))))
    for (let n = 0; n < count; n++) await cluster.join()
    await cluster.until(() => cluster.isWhole)
    return cluster
  }

  async join(): Promise<TestNode> {
    const number = this.#started++
    const node = new TestNode(this, this.options.addresses?.[number] ?? `node-${number}:7000`)
    this.nodes.push(node)
    await this.during(node.start())
    return node
  }

  /** Are all shards owned by those that should, and all links there? */
  get isWhole(): boolean {
    const targets = this.table.targets()
    const isPlaced = this.table.shards.every(({ owner }, shard) => {
      const target = this.nodes.find(({ incarnation }) => incarnation === targets[shard])
      return owner === targets[shard] && target?.standing.hasShard(shard) === true
    })
    const isLinked = this.nodes.every(({ engine: { links } }) => {
      return links.size === this.nodes.length - 1 && [...links.values()].every(isUp => isUp)
    })
    return isPlaced && isLinked && this.table.rows.size === this.nodes.length
  }

  /** The node that has the address. */
  ownerOf(address: string): TestNode {
    const { owner } = this.table.shards[shardOf(address)]!
    return this.nodes.find(({ incarnation }) => incarnation === owner)!
  }

  /** An address of this node. */
  addressAt(node: TestNode): string {
    for (let n = 0; ; n++) if (this.ownerOf(`cnt_${n}`) === node) return `cnt_${n}`
  }

  /** Time goes by, at the pace of the nodes. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10) await this.#step()
  }

  async until(isSo: () => boolean, withinMs = 60_000): Promise<void> {
    const end = this.clock.elapsed() + withinMs
    while (!isSo()) {
      if (this.clock.elapsed() > end) throw new Error(`not so after ${withinMs} ms: ${isSo}`)
      await this.#step()
    }
  }

  /** Lets time pass until it has come about. */
  async during<T>(coming: Promise<T>): Promise<T> {
    let isOver = false
    const over = coming.finally(() => {
      isOver = true
    })
    over.catch(() => {})
    while (!isOver) await this.#step()
    return over
  }

  async #step(): Promise<void> {
    if (this.clock instanceof SimulatedClock) this.clock.advance(10)
    await turns(2)
  }
}
