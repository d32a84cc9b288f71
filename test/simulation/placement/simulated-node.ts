// A process of one node in the simulated cluster: its placement, and a stand-in for its engine.
import type { MemoryPlacementStore } from '../../../runtime/placement/memory-placement.ts'
import { NodePlacement } from '../../../runtime/placement/node-placement.ts'
import type { PlacementEvents } from '../../../runtime/placement/placement.ts'
import { NodeClock } from '../../support/node-clock.ts'
import type { Thread } from '../scheduler.ts'
import type { ClusterWorld } from './cluster-world.ts'

export class SimulatedNode implements PlacementEvents {
  readonly name: string
  readonly placement: NodePlacement
  isDead = false
  #isPaused = false
  #isCut = false
  readonly #world: ClusterWorld
  readonly #thread: Thread
  readonly #clock: NodeClock
  readonly #store: MemoryPlacementStore
  /** What it knows of shards that it has. */
  readonly #known = new Map<number, number>()
  readonly #commits = new Map<number, Promise<void>>()
  /** Counts what it has lost: answers from before do not count. */
  #life = 0
  /** The same for reads: counts commits and releases, by shard. */
  readonly #since = new Map<number, number>()
  /** Ends what the process has open. */
  #die = (_: Error) => {}
  readonly #died: Promise<never>

  constructor(world: ClusterWorld, name: string) {
    this.name = name
    this.#world = world
    this.#thread = world.scheduler.thread(name)
    this.#clock = new NodeClock(this.#thread)
    this.#died = new Promise((_, reject) => {
      this.#die = reject
    })
    this.#died.catch(() => {})
    this.#store = world.table.store()
    this.#store.deliver = call => this.#deliver(call)
    this.#store.notify = tell => {
      if (this.#isCut) return this.#clock.run(tell)
      if (world.random.chance(world.losses.notifications)) return
      world.later(world.random.below(5), () => this.#clock.run(tell))
    }
    this.placement = new NodePlacement({
      ...{ store: this.#store, clock: this.#clock, node: { address: `${name}:1`, version: '1.0.0' } },
      refused: error => world.scheduler.fail(error),
      note: line => world.scheduler.trace(`${name}: ${line}`),
    })
    void this.#start()
  }

  get holdsAny(): boolean {
    return this.#world.counters.some((_, shard) => this.owns(shard))
  }

  owns(shard: number): boolean {
    return !this.isDead && this.placement.isOwn(shard)
  }

  kill(): void {
    if (this.isDead) return
    this.isDead = true
    this.#thread.isAlive = false
    this.#clock.kill()
    this.#die(new Error('killed'))
    void this.#store.close()
  }

  pause(): void {
    this.#isPaused = true
    this.#clock.pause()
  }

  /** Whatever is due comes in any order. */
  wake(): void {
    this.#isPaused = false
    const { random } = this.#world
    this.#clock.wake(due =>
      due
        .map(work => ({ work, order: random.next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ work }) => work),
    )
  }

  /** Its session only, which an awake node hears at once; that of a paused one ends with all others. */
  cut(): void {
    if (!this.#isPaused) this.endSession()
  }

  endSession(): void {
    this.#isCut = true
    this.#store.cut()
    this.#isCut = false
  }

  stop(stopped: () => void): void {
    void this.placement.stop(4_000).then(() => {
      this.kill()
      stopped()
    })
  }

  gained(shards: readonly number[]): void {
    for (const shard of shards) if (this.#world.busy.includes(shard)) void this.#learn(shard)
  }

  async release(shards: readonly number[]): Promise<void> {
    for (const shard of shards) this.#forget(shard)
    await Promise.all(shards.map(shard => this.#commits.get(shard)))
  }

  async lost(): Promise<void> {
    this.#life++
    this.#known.clear()
    this.#commits.clear()
    await this.#pause(this.#world.random.below(200))
  }

  moved(): void {}

  lapsed(): void {}

  async #start(): Promise<void> {
    for (;;) {
      try {
        await this.placement.start(this)
        break
      } catch {
        await this.#pause(300)
      }
    }
    this.#work()
  }

  #work(): void {
    const { random, busy } = this.#world
    this.#clock.after(random.between(10, 60), () => {
      const shard = random.pick(busy)
      if (this.placement.isOwn(shard)) {
        const known = this.#known.get(shard)
        if (known === undefined) void this.#learn(shard)
        else if (!this.#commits.has(shard)) {
          this.#answer(shard, known)
          if (random.chance(0.6)) this.#begin(shard, known)
        }
      }
      this.#work()
    })
  }

  #answer(shard: number, known: number): void {
    const { counters, scheduler } = this.#world
    scheduler.count('answer')
    if (counters[shard] !== known)
      this.#world.break(`L2: ${this.name} says ${known} of shard ${shard}, it is ${counters[shard]}`)
  }

  async #learn(shard: number): Promise<void> {
    const life = this.#life
    const since = this.#since.get(shard)
    try {
      const counter = await this.#deliver(async () => this.#world.counters[shard]!)
      const isOld = life !== this.#life || since !== this.#since.get(shard)
      if (!isOld && this.placement.isOwn(shard)) this.#known.set(shard, counter)
    } catch {
      // The next work tries again.
    }
  }

  #forget(shard: number): void {
    this.#known.delete(shard)
    this.#since.set(shard, (this.#since.get(shard) ?? 0) + 1)
  }

  #begin(shard: number, known: number): void {
    this.#since.set(shard, (this.#since.get(shard) ?? 0) + 1)
    const life = this.#life
    const commit = this.#commit(shard, known)
      .then(
        () => life === this.#life && this.#known.has(shard) && void this.#known.set(shard, known + 1),
        () => life === this.#life && this.#forget(shard),
      )
      .then(() => {
        if (life === this.#life) this.#commits.delete(shard)
      })
    this.#commits.set(shard, commit)
  }

  /** Some need the node once more before they are through, as a statement whose end is not sent yet. */
  #commit(shard: number, known: number): Promise<void> {
    const world = this.#world
    const { table, counters, random, scheduler } = world
    const { incarnation } = this.placement
    return this.#deliver(() =>
      table.commit(incarnation, async isAborted => {
        await world.sleep(random.below(random.chance(0.1) ? 400 : 20))
        if (random.chance(0.2)) await Promise.race([this.#clock.arrive(world.sleep(1)), this.#died])
        if (isAborted()) return
        scheduler.count('commit')
        if (counters[shard] !== known)
          world.break(`L3: ${this.name} commits ${known + 1} of shard ${shard} after ${counters[shard]}`)
        counters[shard] = known + 1
      }),
    )
  }

  /** A call to the database and its answer, each of which takes its time or is lost. */
  #deliver<T>(call: () => Promise<T>): Promise<T> {
    const world = this.#world
    const { random } = world
    const answer = new Promise<T>((resolve, reject) => {
      const fail = () => world.later(random.below(1_500), () => reject(new Error('lost')))
      const way = () => random.below(world.latencyMs)
      world.later(way(), () => {
        if (world.isAway || random.chance(world.losses.calls)) return fail()
        call().then(
          value => {
            if (random.chance(world.losses.calls)) fail()
            else world.later(way(), () => resolve(value))
          },
          error => world.later(way(), () => reject(error)),
        )
      })
    })
    return this.#clock.arrive(answer)
  }

  #pause(ms: number): Promise<void> {
    return new Promise(resolve => this.#clock.after(ms, resolve))
  }
}
