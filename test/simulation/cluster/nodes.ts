// The nodes of a simulated cluster, and what happens to them: they die, sleep and wake, come and leave, lose
// links, sessions and the database, and their clocks differ. Once all that has ended the cluster comes right
// by itself: the dead are buried, and every shard has an owner.
import { MemoryPlacementTable } from '../../../runtime/placement/memory-placement.ts'
import type { Laws } from '../laws/laws.ts'
import { ShardLaws } from '../laws/shard-laws.ts'
import type { Scheduler, Thread } from '../scheduler.ts'
import type { Deployment, DeploymentParts } from '../world/deployment.ts'
import type { Service } from '../world/service.ts'
import { Links } from './links.ts'
import { type ClusterParts, Node } from './node.ts'

const mostNodes = 5
const pausesMs = [300, 900, 2_000, 2_600, 3_500, 9_000]
const awayMs = [200, 1_000, 3_000, 6_000]

export class Nodes implements Deployment {
  readonly #parts: DeploymentParts
  readonly #scheduler: Scheduler
  readonly #links: Links
  readonly #cluster: ClusterParts
  readonly #nemesis: Thread
  /** By address. */
  readonly #nodes = new Map<string, Node>()
  /** Addresses whose process is started again when it has ended. */
  readonly #wanted = new Set<string>()
  /** How far apart clocks are, ms. */
  readonly #apartMs: number
  #isAway = false
  #processes = 0
  /** Where somebody came last. */
  #lastEntry: Node | null = null
  #lastBlow = 'none'

  constructor(parts: DeploymentParts, laws: Laws, count: number) {
    const { scheduler } = parts.service
    const { random } = scheduler
    this.#parts = parts
    this.#scheduler = scheduler
    this.#links = new Links(scheduler)
    this.#links.latencyMs = random.pick([1, 1, 20, 100])
    this.#nemesis = scheduler.thread('nemesis')
    const server = scheduler.thread('rows of the placement')
    const table = new MemoryPlacementTable(server)
    const isLossy = random.chance(0.4)
    this.#apartMs = random.pick([0, 50, 2_000])
    laws.shards = new ShardLaws(table, parts.check)
    this.#cluster = {
      ...{
        service: parts.service,
        faults: parts.faults,
        table,
        links: this.#links,
        laws: laws.shards,
        server,
      },
      isAway: () => this.#isAway,
      rows: {
        lostCalls: isLossy ? 0.03 : 0,
        lostNotices: isLossy ? 0.3 : 0,
        latencyMs: random.pick([4, 4, 60]),
      },
    }
    for (let n = 1; n <= count; n++) this.#begin(`n${n}:7000`)
  }

  get entry(): Service | null {
    const open = this.#all.filter(({ service, isStopping }) => service !== null && !isStopping)
    this.#lastEntry = open.length === 0 ? null : this.#scheduler.random.pick(open)
    return this.#lastEntry?.service ?? null
  }

  get services(): readonly Service[] {
    return this.#all.flatMap(({ service }) => service ?? [])
  }

  get isWell(): boolean {
    const { size } = this.#nodes
    return this.mayHurry && this.#all.every(node => node.isLinked(size))
  }

  get mayHurry(): boolean {
    const { members } = this.#cluster.table
    return members.size === this.#nodes.size && this.#all.every(node => node.isPlaced)
  }

  strike(): void {
    const { random } = this.#scheduler
    if (!random.chance(this.#parts.faults.crashes / 2) || this.#all.length === 0) return
    const node = random.pick(this.#all)
    const action = random.weighed({
      ...{ 'kill a host': 1.5, crash: 2, stop: 1, leave: 0.7, join: 1.5, jump: 0.7, 'pause a node': 4 },
      ...{ 'cut a way': 2, 'cut a link': 1.5, 'heal the links': 2, 'end a session': 2 },
      ...{ 'database away': 1, 'database away for a node': 1.5 },
    })
    this.#scheduler.trace(`nemesis: ${action} ${node.name}`)
    this.#scheduler.count(action)
    this.#harm(node, action)
  }

  strikeAfterCommit(): void {
    const { random } = this.#scheduler
    if (this.#all.length === 0) return
    const node = random.pick(this.#all)
    const action = random.weighed({ 'kill a host': 3, crash: 1, 'pause a node': 1 })
    this.#scheduler.trace(`nemesis after a commit: ${action} ${node.name}`)
    this.#harm(node, action)
  }

  /** It falls asleep, and hears of its commit when others have buried it. */
  strikeAtCommit(incarnation: number): boolean {
    const { random } = this.#scheduler
    if (!random.chance(this.#parts.faults.crashes / 60)) return false
    const node = this.#all.find(one => one.incarnation === incarnation && !one.isPaused)
    if (node === undefined) return false
    this.#scheduler.count('pause at a commit')
    this.#scheduler.trace(`nemesis at a commit: pause ${node.name}`)
    node.pause()
    this.#later(random.pick([3_500, 9_000]), () => node.wake())
    return true
  }

  heal(): void {
    const { random } = this.#scheduler
    this.#isAway = false
    this.#links.latencyMs = 1
    this.#links.heal()
    for (const node of this.#all) {
      node.isCutOff = false
      node.wake()
    }
    for (const address of this.#wanted) if (!this.#nodes.has(address)) this.#begin(address)
    // The last blow: nobody starts it again, and the others bury it.
    const node = this.#all.length < 2 ? undefined : random.pick(this.#all)
    if (this.#parts.faults.crashes === 0 || node === undefined || !random.chance(0.5)) return
    this.#wanted.delete(node.address)
    this.#crash(node)
  }

  /** Not the node where somebody waits for the answer. */
  strikeLast(): void {
    const { random } = this.#scheduler
    const others = this.#all.filter(node => node !== this.#lastEntry)
    const node = random.pick(others)
    this.#lastBlow = node === undefined ? 'none' : random.pick(['pause', 'crash', 'none'])
    this.#scheduler.trace(`the last blow: ${this.#lastBlow} ${node?.name}`)
    if (this.#lastBlow === 'pause') node!.pauseInCommit()
    else if (this.#lastBlow === 'crash') {
      this.#wanted.delete(node!.address)
      this.#crash(node!)
    } else for (const { hosts } of this.#all) this.#killHosts(hosts)
  }

  checkLast(): void {
    const awake = this.#all.filter(({ isPaused }) => !isPaused)
    const incarnations = new Set(awake.map(({ incarnation }) => incarnation))
    this.#cluster.laws.checkOwners(incarnations, `5 s after the last blow (${this.#lastBlow})`)
    for (const node of this.#all) if (node.isPaused) node.wake()
  }

  get #all(): readonly Node[] {
    return [...this.#nodes.values()]
  }

  #harm(node: Node, action: string): void {
    const { random } = this.#scheduler
    const other = random.pick(this.#all)
    switch (action) {
      case 'kill a host':
        return node.hosts.kill(random.below(this.#parts.service.slots), random.chance(0.3))
      case 'crash':
        return this.#crash(node)
      case 'stop':
        return node.stop(() => this.#ended(node))
      case 'leave':
        if (this.#wanted.size < 2) return
        this.#wanted.delete(node.address)
        return node.stop(() => this.#ended(node))
      case 'join':
        return this.#join()
      case 'jump':
        return this.#scheduler.jump(random.below(120_000))
      case 'pause a node':
        node.pause()
        return this.#later(random.pick(pausesMs), () => node.wake())
      case 'cut a link':
        this.#links.cut(other.address, node.address)
        this.#links.cut(node.address, other.address)
        return
      case 'cut a way':
        return this.#links.cut(node.address, other.address)
      case 'heal the links':
        return this.#links.heal()
      case 'end a session':
        return node.cutSession()
      case 'database away':
        this.#isAway = true
        for (const one of this.#all) one.cutSession()
        return this.#later(random.pick(awayMs), () => {
          this.#isAway = false
        })
      case 'database away for a node':
        node.isCutOff = true
        node.cutSession()
        return this.#later(random.pick(awayMs), () => {
          node.isCutOff = false
        })
    }
  }

  #join(): void {
    const addresses = Array.from({ length: mostNodes }, (_, n) => `n${n + 1}:7000`)
    const address = addresses.find(one => !this.#nodes.has(one) && !this.#wanted.has(one))
    if (address !== undefined) this.#begin(address)
  }

  #begin(address: string): void {
    const { random } = this.#scheduler
    this.#wanted.add(address)
    const node = new Node(this.#cluster, {
      ...{ address, name: `${address.split(':')[0]}.${++this.#processes}` },
      clockOffsetMs: random.between(-this.#apartMs, this.#apartMs),
      joined: () => this.#parts.begun(),
      failed: () => this.#crash(node),
    })
    this.#nodes.set(address, node)
  }

  #crash(node: Node): void {
    if (this.#nodes.get(node.address) !== node) return
    node.crash(this.#scheduler.random.chance(0.3))
    this.#remove(node)
  }

  /** It has stopped in order. */
  #ended(node: Node): void {
    if (this.#nodes.get(node.address) !== node) return
    node.crash(false)
    this.#remove(node)
  }

  /** Whoever was served there comes to another; whoever watches over the process starts it again. */
  #remove(node: Node): void {
    const { address } = node
    this.#nodes.delete(address)
    const { random } = this.#scheduler
    this.#later(random.below(1_000), () => this.#parts.begun())
    this.#later(random.between(10, 5_000), () => {
      if (this.#wanted.has(address) && !this.#nodes.has(address)) this.#begin(address)
    })
  }

  #killHosts(hosts: Node['hosts']): void {
    for (let slot = 0; slot < this.#parts.service.slots; slot++) hosts.kill(slot, false)
  }

  #later(ms: number, run: () => void): void {
    this.#nemesis.after(ms, run, 'later')
  }
}
