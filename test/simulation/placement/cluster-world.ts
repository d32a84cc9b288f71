// Nodes that place shards, on virtual time: they are killed, paused and woken, lose calls, answers,
// notifications and sessions, and the database goes away. Each has a stand-in for its engine that reads a
// shard's counter when it gains it, answers from memory, and commits. Checked at every moment:
// L1 no shard has two owners, whatever nodes know (P1, P3).
// L2 nobody answers what another has changed since (P3).
// L3 whoever commits has seen everything that was committed (P2, P5). And once the world is healed, and
//    again while one node is paused:
// L4 every shard has an owner (P4).
import { MemoryPlacementTable } from '../../../runtime/placement/memory-placement.ts'
import { shardCount } from '../../../runtime/placement/placement.ts'
import { Scheduler, type Thread } from '../scheduler.ts'
import { SimulatedNode } from './simulated-node.ts'

/** Shards that are worked on; the others only move. */
const busyShards = 6
const faultsMs = 25_000
const healMs = 8_000
/** A pause is noticed, its node buried, and all is owned, in so long. */
const pausedMs = 4_000

export class LawBroken extends Error {
  override readonly name = 'LawBroken'
}

export class ClusterWorld {
  readonly scheduler: Scheduler
  readonly thread: Thread
  readonly table: MemoryPlacementTable
  /** What was committed, by shard. */
  readonly counters: number[] = Array.from({ length: shardCount }, () => 0)
  readonly busy: number[]
  nodes: SimulatedNode[] = []
  isAway = false
  /** Each way of a call takes up to so long. */
  latencyMs = 8
  /** How often a call is lost, and a notification. */
  losses = { calls: 0, notifications: 0 }
  #isHealed = false
  #isOver = false

  constructor(seed: number) {
    this.scheduler = new Scheduler(seed)
    this.thread = this.scheduler.thread('world')
    this.table = new MemoryPlacementTable(this.thread)
    this.busy = Array.from({ length: busyShards }, () => this.scheduler.random.below(shardCount))
  }

  get random() {
    return this.scheduler.random
  }

  later(ms: number, run: () => void): void {
    this.thread.after(ms, run)
  }

  sleep(ms: number): Promise<void> {
    return this.thread.sleep(ms)
  }

  break(law: string): void {
    this.scheduler.fail(new LawBroken(`${law} (at ${Math.round(this.scheduler.time)} ms)`))
  }

  async run(): Promise<void> {
    const told = this.#tell()
    await this.scheduler.run(() => this.#isOver)
    await told
  }

  async #tell(): Promise<void> {
    const { random } = this
    this.#watch()
    const count = random.between(2, 4)
    for (let n = 1; n <= count; n++) this.nodes.push(new SimulatedNode(this, `n${n}`))
    if (random.chance(0.5)) this.losses = { calls: 0.03, notifications: 0.3 }
    this.latencyMs = random.pick([8, 8, 60, 200])
    while (this.thread.elapsed() < faultsMs) {
      await this.sleep(random.between(50, 3_000))
      this.#harm()
    }
    this.#heal()
    await this.sleep(healMs)
    this.#checkOwners('when all is well')
    const node = random.pick(this.nodes)
    node.pause()
    await this.sleep(pausedMs)
    this.#checkOwners(`${pausedMs} ms after a pause`)
    node.wake()
    await this.sleep(healMs)
    this.#checkOwners('when all is well again')
    if (this.nodes.some(({ holdsAny }) => !holdsAny)) this.break('L4: a living node has no share')
    this.#isOver = true
  }

  #harm(): void {
    const { random } = this
    const node = random.pick(this.nodes)
    const what = random.weighed({ kill: 2, pause: 4, cut: 3, away: 1, stop: 1, nothing: 1 })
    this.scheduler.count(what)
    this.scheduler.trace(`${node.name}: ${what}`)
    switch (what) {
      case 'kill':
        node.kill()
        return this.later(random.between(10, 5_000), () => this.#restart(node))
      case 'pause':
        node.pause()
        return this.later(random.pick([300, 900, 2_000, 2_600, 3_500, 9_000]), () => node.wake())
      case 'cut':
        return node.cut()
      case 'stop':
        return node.stop(() => this.later(random.between(10, 2_000), () => this.#restart(node)))
      case 'away':
        this.isAway = true
        for (const one of this.nodes) one.endSession()
        return this.later(random.pick([200, 1_000, 3_000, 6_000]), () => {
          this.isAway = false
        })
      case 'nothing':
    }
  }

  /** Another process of the same address. */
  #restart(node: SimulatedNode): void {
    this.nodes = this.nodes.map(one => (one === node ? new SimulatedNode(this, node.name) : one))
  }

  #heal(): void {
    this.#isHealed = true
    this.isAway = false
    this.latencyMs = 8
    this.losses = { calls: 0, notifications: 0 }
    for (const node of this.nodes) {
      node.wake()
      if (node.isDead) this.#restart(node)
    }
  }

  get isHealed(): boolean {
    return this.#isHealed
  }

  #watch(): void {
    this.later(this.random.between(3, 15), () => {
      for (const shard of this.busy) {
        const owners = this.nodes.filter(node => node.owns(shard))
        if (owners.length > 1) this.break(`L1: shard ${shard} is of ${owners.map(({ name }) => name)}`)
      }
      this.#watch()
    })
  }

  #checkOwners(when: string): void {
    for (let shard = 0; shard < shardCount; shard++) {
      const owners = this.nodes.filter(node => node.owns(shard)).map(({ name }) => name)
      if (owners.length !== 1) this.break(`L4: shard ${shard} is of ${owners.length} nodes ${when}`)
    }
  }
}
