// The contract of placements (runtime/placement/placement.ts): nodes over a store, wherever it is, on one
// clock.
import { type Test, test } from 'tap'
import { SimulatedClock } from '../../runtime/clock.ts'
import { heirOf } from '../../runtime/placement/heirs.ts'
import { NodePlacement } from '../../runtime/placement/node-placement.ts'
import { placementBounds } from '../../runtime/placement/observations.ts'
import { type PlacementEvents, shardCount } from '../../runtime/placement/placement.ts'
import type { PlacementStore } from '../../runtime/placement/placement-store.ts'
import { turns } from '../support/actors/host.ts'
import { NodeClock } from '../support/node-clock.ts'

/** What a node has of a store under test. */
export interface PlacementBench {
  /** The store has a clock of its own, so how old a beat is it says by that. */
  readonly hasOwnClock?: boolean
  open(clock: SimulatedClock): Promise<{
    readonly store: PlacementStore
    /** Its session ends. */
    cut(): Promise<void>
  }>
}

const all = Array.from({ length: shardCount }, (_, shard) => shard)
const stepMs = 50

/** A node with an engine that only writes down what it hears. */
class TestNode implements PlacementEvents {
  readonly clock: NodeClock
  readonly placement: NodePlacement
  readonly cut: () => Promise<void>
  readonly address: string
  readonly heard: string[] = []
  readonly gainedShards: number[] = []
  readonly notes: string[] = []
  refusal: Error | null = null
  /** A release takes so long. */
  releasing: () => Promise<void> = async () => {}
  /** It takes so long until it could serve again. */
  losing: () => Promise<void> = async () => {}
  /** The database is away for this node. */
  isAway = false
  isKilled = false
  calls = 0
  readonly #store: PlacementStore
  readonly #hasOwnClock: boolean

  constructor(
    clock: SimulatedClock,
    address: string,
    store: PlacementStore,
    cut: () => Promise<void>,
    hasOwnClock = false,
  ) {
    this.#hasOwnClock = hasOwnClock
    this.clock = new NodeClock(clock)
    this.address = address
    this.#store = store
    this.cut = cut
    this.placement = new NodePlacement({
      ...{ store: this.#counted(), clock: this.clock, node: { address, version: '1.0.0' } },
      refused: error => {
        this.refusal = error
      },
      note: line => this.notes.push(line),
    })
  }

  get own(): number[] {
    return this.isKilled ? [] : all.filter(shard => this.placement.isOwn(shard))
  }

  /** As a signal that cannot be caught: nothing of it runs any more, and its sessions end. */
  async kill(): Promise<void> {
    this.isKilled = true
    this.clock.kill()
    await this.#store.close()
  }

  gained(shards: readonly number[]): void {
    this.heard.push('gained')
    this.gainedShards.push(...shards)
  }

  async release(shards: readonly number[]): Promise<void> {
    this.heard.push('release')
    for (const shard of shards) if (this.placement.isOwn(shard)) throw new Error(`${shard} is being released`)
    await this.releasing()
    this.heard.push('released')
  }

  async lost(): Promise<void> {
    if (this.own.length > 0) throw new Error('lost, and still an owner')
    this.heard.push('lost')
    await this.losing()
  }

  moved(): void {}

  lapsed(isLapsed: boolean): void {
    this.heard.push(isLapsed ? 'lapsed' : 'renewed')
    if (this.placement.isAlive && isLapsed) throw new Error('lapsed, and still alive')
  }

  /** A call under way counts, so that time waits for it; a paused node hears answers later. */
  #counted(): PlacementStore {
    return new Proxy(this.#store, {
      get: (store, name: keyof PlacementStore) => {
        if (name === 'listen')
          return (events: Parameters<PlacementStore['listen']>[0]) =>
            store.listen({
              changed: () => this.clock.run(() => events.changed()),
              cut: () => this.clock.run(() => events.cut()),
            })
        return (...given: never[]) => {
          if (this.isAway) return Promise.reject(new Error('away'))
          this.calls++
          const call = (store[name] as (...given: never[]) => Promise<unknown>)(...given).then(answer =>
            // The clock of this test is none that a real store knows.
            name === 'beat' && this.#hasOwnClock
              ? timed(answer, this.clock.now() - this.clock.skewMs)
              : answer,
          )
          return this.clock.arrive(call.finally(() => this.calls--))
        }
      },
    })
  }
}

function timed(answer: unknown, at: number): unknown {
  return answer === null ? null : { ...(answer as object), at }
}

class TestCluster {
  readonly clock = new SimulatedClock()
  readonly nodes: TestNode[] = []
  readonly #bench: PlacementBench
  readonly #t: Test
  readonly #epochs = new Map<number, { owner: number; epoch: number }>()

  constructor(t: Test, bench: PlacementBench) {
    this.#t = t
    this.#bench = bench
    t.teardown(async () => {
      for (const node of this.nodes) if (!node.isKilled) await node.kill()
    })
  }

  async add(address: string): Promise<TestNode> {
    const { store, cut } = await this.#bench.open(this.clock)
    const node = new TestNode(this.clock, address, store, cut, this.#bench.hasOwnClock)
    this.nodes.push(node)
    await node.placement.start(node)
    return node
  }

  async grow(count: number): Promise<TestNode[]> {
    const nodes: TestNode[] = []
    for (let n = 0; n < count; n++) nodes.push(await this.add(`10.0.0.${n + 1}:7070`))
    await this.until(() => this.isSpread(nodes))
    return nodes
  }

  /** Every shard has its heir among these as its owner. */
  isSpread(nodes: readonly TestNode[]): boolean {
    const members = nodes.map(({ placement: { incarnation }, address }) => {
      return { incarnation, address, version: '', isDraining: false }
    })
    return nodes.every(({ own, address }) => {
      const heirs = all.filter(shard => heirOf(shard, members)?.address === address)
      return own.length === heirs.length && own.every((shard, n) => shard === heirs[n])
    })
  }

  /** Time goes on in small steps, each when all calls have their answers. @returns ms that it took */
  async until(isSo: () => boolean, withinMs = 10_000): Promise<number> {
    const from = this.clock.elapsed()
    for (;;) {
      await this.#quiet()
      this.#check()
      if (isSo()) return this.clock.elapsed() - from
      if (this.clock.elapsed() - from > withinMs) {
        const heard = this.nodes.map(({ heard, notes, own }) => ({ heard, notes, own: own.length }))
        this.#t.fail(`not within ${withinMs} ms`, { heard })
        throw new Error('nothing comes of it')
      }
      this.clock.advance(stepMs)
    }
  }

  async pass(ms: number): Promise<void> {
    const until = this.clock.elapsed() + ms
    await this.until(() => this.clock.elapsed() >= until, ms + stepMs)
  }

  async #quiet(): Promise<void> {
    do await turns(4)
    while (this.nodes.some(({ calls, isKilled }) => calls > 0 && !isKilled))
  }

  /** P1. */
  #check(): void {
    const owners = new Map<number, string>()
    for (const { address, own, placement } of this.nodes) {
      for (const shard of own) {
        const other = owners.get(shard)
        if (other !== undefined) throw new Error(`P1: ${shard} is of ${other} and ${address}`)
        owners.set(shard, address)
        const now = { owner: placement.incarnation, epoch: placement.ownerOf(shard)?.epoch ?? -1 }
        const last = this.#epochs.get(shard)
        if (last && last.owner !== now.owner && now.epoch <= last.epoch)
          throw new Error(`P1: ${shard} has another owner and no later epoch`)
        this.#epochs.set(shard, now)
      }
    }
  }
}

/** @param open rows with nothing in them */
export function placementContract(name: string, open: (t: Test) => Promise<PlacementBench>): void {
  const cluster = async (t: Test) => new TestCluster(t, await open(t))

  test(`${name}: P4 one node gets everything at its start`, async t => {
    const it = await cluster(t)
    const [node] = await it.grow(1)
    t.strictSame(node!.own, all)
    t.strictSame(
      [...node!.gainedShards].sort((a, b) => a - b),
      all,
      'each is told once',
    )
    t.strictSame(node!.heard, ['renewed', 'gained'])
  })

  test(`${name}: P4, P5 a node that joins gets its share, after it was released`, async t => {
    const it = await cluster(t)
    const [one] = await it.grow(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    one!.releasing = () => promise
    const two = await it.add('10.0.0.2:7070')
    await it.pass(2_000)
    t.equal(two.own.length, 0, 'while they are being released, nobody else has them')
    t.ok(one!.own.length < shardCount, 'nor has the old owner')
    resolve()
    await it.until(() => it.isSpread([one!, two]))
    t.ok(two.own.length > shardCount / 4)
    const kept = two.own.length
    const three = await it.add('10.0.0.3:7070')
    await it.until(() => it.isSpread([one!, two, three]))
    t.ok(two.own.length < kept)
  })

  test(`${name}: every node knows the owner of every shard`, async t => {
    const it = await cluster(t)
    const nodes = await it.grow(3)
    await it.until(() =>
      nodes.every(({ placement }) =>
        all.every(shard =>
          nodes.some(({ own, address }) => {
            return own.includes(shard) && placement.ownerOf(shard)?.member.address === address
          }),
        ),
      ),
    )
    t.pass()
  })

  test(`${name}: P4 shards of a node that was killed have owners within a second`, async t => {
    const bench = await open(t)
    const it = new TestCluster(t, bench)
    const [one, two, three] = await it.grow(3)
    const withinMs = 1_000 + (bench.hasOwnClock ? placementBounds.beatMs : 0)
    for (const restMs of [600, 750, 900, 1_050]) {
      const node = restMs === 600 ? three! : await it.add('10.0.0.4:7070')
      await it.until(() => it.isSpread([one!, two!, node]))
      await it.pass(restMs)
      await node.kill()
      const tookMs = await it.until(() => it.isSpread([one!, two!]))
      t.ok(tookMs <= withinMs, `${tookMs} ms`)
    }
  })

  test(`${name}: P3 a paused node owns nothing when it wakes, loses all and joins anew`, async t => {
    const it = await cluster(t)
    const [one, two, three] = await it.grow(3)
    const before = three!.placement.incarnation
    three!.clock.pause()
    const tookMs = await it.until(() => it.isSpread([one!, two!]))
    t.ok(tookMs > placementBounds.trustMs - placementBounds.beatMs && tookMs <= 3_500, `${tookMs} ms`)
    await it.pass(10_000)
    t.equal(three!.own.length, 0, 'before anything of it runs')
    three!.heard.length = 0
    three!.clock.wake()
    t.equal(three!.own.length, 0)
    await it.until(() => it.isSpread([one!, two!, three!]))
    t.strictSame(three!.heard.slice(0, 4), ['lapsed', 'lost', 'renewed', 'gained'])
    t.ok(three!.placement.incarnation > before)
  })

  test(`${name}: a node that wakes takes nothing before it can serve it`, async t => {
    const it = await cluster(t)
    const [one, two] = (await it.grow(2)) as [TestNode, TestNode]
    const { promise, resolve } = Promise.withResolvers<void>()
    two.losing = () => promise
    two.clock.pause()
    await it.until(() => it.isSpread([one]))
    two.clock.wake()
    await it.until(() => two.heard.includes('lost'))
    await it.pass(5_000)
    t.ok(it.isSpread([one]), 'meanwhile the other one has all')
    t.equal(one.placement.members.length, 1)
    resolve()
    await it.until(() => it.isSpread([one, two]))
  })

  test(`${name}: a node whose clock jumps gives its shards away, and has them again when it is right`, async t => {
    const it = await cluster(t)
    const nodes = await it.grow(3)
    const [one, ...others] = nodes as [TestNode, TestNode, TestNode]
    for (const skewMs of [600_000, -600_000]) {
      one.clock.skewMs = skewMs
      await it.until(() => !one.placement.isClockRight)
      t.equal(one.placement.clockSkewMs, skewMs)
      await it.until(() => one.own.length === 0 && it.isSpread(others))
      t.ok(one.placement.isAlive, 'it stays a member, and sees when its clock is right')
      one.clock.skewMs = 100
      await it.until(() => one.placement.isClockRight && it.isSpread(nodes))
    }
    const said = one.notes.filter(line => line.includes('clock'))
    t.match(said, [
      'the clock of this machine is 600 s ahead of that of the database: set both by NTP',
      'the clock of this machine is right again',
      'the clock of this machine is 600 s behind that of the database: set both by NTP',
      'the clock of this machine is right again',
    ])
  })

  test(`${name}: a clock that is a little off moves nothing`, async t => {
    const it = await cluster(t)
    const nodes = await it.grow(2)
    nodes[0]!.clock.skewMs = 4_900
    const gained = nodes.map(({ gainedShards }) => gainedShards.length)
    await it.pass(3_000)
    t.ok(nodes[0]!.placement.isClockRight)
    t.strictSame(
      nodes.map(({ gainedShards }) => gainedShards.length),
      gained,
    )
  })

  test(`${name}: a pause that is short moves nothing`, async t => {
    const it = await cluster(t)
    const nodes = await it.grow(3)
    const before = nodes.map(({ own }) => own)
    nodes[0]!.clock.pause()
    await it.pass(1_500)
    nodes[0]!.clock.wake()
    await it.pass(4_000)
    t.strictSame(
      nodes.map(({ own }) => own),
      before,
    )
  })

  test(`${name}: a session that is cut is opened again, and nothing moves`, async t => {
    const it = await cluster(t)
    const nodes = await it.grow(3)
    const before = nodes.map(({ own }) => own)
    for (const node of nodes) {
      await node.cut()
      await it.pass(2_000)
    }
    t.strictSame(
      nodes.map(({ own }) => own),
      before,
    )
    t.ok(nodes.every(({ heard }) => !heard.includes('lost')))
  })

  test(`${name}: a node without the database trusts itself as long as the others trust it`, async t => {
    const it = await cluster(t)
    const [one, two] = await it.grow(2)
    one!.isAway = true
    await one!.cut()
    await it.until(() => one!.own.length === 0 || two!.own.length === shardCount)
    await it.until(() => it.isSpread([two!]), 2_000)
    one!.isAway = false
    await it.until(() => it.isSpread([one!, two!]))
    t.ok(one!.heard.includes('lost'))
  })

  test(`${name}: while the database is away nothing moves; when it is back all have what they had`, async t => {
    const it = await cluster(t)
    const nodes = await it.grow(3)
    const before = nodes.map(({ own }) => own)
    const away = async (ms: number) => {
      for (const node of nodes) node.isAway = true
      await it.pass(ms)
      const owned = nodes.map(({ own }) => own)
      for (const node of nodes) node.isAway = false
      return owned
    }
    t.strictSame(await away(1_500), before, 'for a moment they serve on')
    await it.pass(3_000)
    t.strictSame(await away(12_000), [[], [], []], 'then nobody trusts itself')
    await it.until(() => it.isSpread(nodes), 1_000)
    t.strictSame(
      nodes.map(({ own }) => own),
      before,
    )
    t.ok(nodes.every(({ heard }) => !heard.includes('lost') && heard.at(-1) === 'renewed'))
  })

  test(`${name}: a node that stops hands everything over, after its releases`, async t => {
    const it = await cluster(t)
    const [one, two] = await it.grow(2)
    one!.heard.length = 0
    const stopped = one!.placement.stop(5_000)
    await it.until(() => two!.own.length === shardCount)
    await it.until(() => !two!.placement.members.some(({ address }) => address === one!.address))
    await stopped
    t.strictSame(one!.heard, ['release', 'released', 'lapsed'])
    t.equal(one!.placement.isAlive, false)
  })

  test(`${name}: the last node releases before it leaves, and its successor begins at once`, async t => {
    const it = await cluster(t)
    const [one] = await it.grow(1)
    one!.heard.length = 0
    await one!.placement.stop(5_000)
    t.strictSame(one!.heard, ['release', 'released', 'lapsed'])
    const next = await it.add(one!.address)
    t.equal(await it.until(() => it.isSpread([next])), 0)
  })

  test(`${name}: a stop is bounded, whatever the releases do`, async t => {
    const it = await cluster(t)
    const [one, two] = await it.grow(2)
    one!.releasing = () => new Promise(() => {})
    let isStopped = false
    void one!.placement.stop(1_000).then(() => {
      isStopped = true
    })
    await it.until(() => isStopped, 2_000)
    await it.until(() => it.isSpread([two!]), 2_000)
    t.pass()
  })

  test(`${name}: a node that is lost while it releases joins anew, and the release counts no more`, async t => {
    const it = await cluster(t)
    const [one] = await it.grow(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    one!.releasing = () => promise
    const two = await it.add('10.0.0.2:7070')
    await it.until(() => one!.heard.includes('release'))
    one!.clock.pause()
    await it.until(() => it.isSpread([two]))
    one!.clock.wake()
    one!.releasing = async () => {}
    await it.until(() => it.isSpread([one!, two]))
    resolve()
    await it.pass(2_000)
    t.ok(it.isSpread([one!, two]))
  })

  test(`${name}: whoever asks anew hears that it is buried`, async t => {
    const it = await cluster(t)
    const [one, two] = await it.grow(2)
    one!.clock.pause()
    await it.until(() => it.isSpread([two!]))
    one!.clock.wake()
    void one!.placement.refresh()
    await it.until(() => one!.heard.includes('lost'))
    t.pass()
  })
}
