// The contract of what nodes share (runtime/placement/placement-store.ts), wherever it is kept. Each test has
// rows of its own.
import { type Test, test } from 'tap'
import { NodeBuried } from '../../runtime/journal.ts'
import { shardCount } from '../../runtime/placement/placement.ts'
import type { PlacementStore } from '../../runtime/placement/placement-store.ts'

/** A node as the store sees it. */
export interface StoreNode {
  readonly store: PlacementStore
  /** Its session ends, as that of a process that was killed or cut off. */
  cut(): Promise<void>
  /** Commits a text. @throws {NodeBuried} */
  commit(incarnation: number, text: string): Promise<void>
  /**
   * A commit that has passed the fence when it resolves.
   * @returns makes it durable, if it can
   */
  beginCommit(incarnation: number, text: string): Promise<() => Promise<void>>
}

export interface StoreBench {
  open(): Promise<StoreNode>
  /** Everything that was committed. */
  committed(): Promise<string[]>
  /** Resolves when what is under way has had its time. */
  moment(): Promise<void>
}

/** Nodes on the same rows. @param open nothing in it; closed with the test */
export function placementStoreContract(name: string, open: (t: Test) => Promise<StoreBench>): void {
  const address = (n: number) => `10.0.0.${n}:7070`

  async function nodesOf(t: Test, count: number) {
    const bench = await open(t)
    const nodes = []
    for (let n = 1; n <= count; n++) {
      const node = await bench.open()
      const heard = { changes: 0, cuts: 0 }
      node.store.listen({ changed: () => heard.changes++, cut: () => heard.cuts++ })
      t.teardown(() => node.store.close())
      const incarnation = await node.store.join({ address: address(n), version: '1.0.0' })
      nodes.push({ ...node, incarnation, heard })
    }
    const soon = async (isSo: () => boolean | Promise<boolean>) => {
      while (!(await isSo())) await bench.moment()
    }
    return { bench, nodes, soon }
  }

  const rowOf = async (store: PlacementStore, incarnation: number) =>
    (await store.read()).members.find(member => member.incarnation === incarnation)

  test(`${name}: members and shards are what was written, and nobody has a shard at first`, async t => {
    const { nodes } = await nodesOf(t, 2)
    const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    const { members, shards } = await two.store.read()
    const expected = [one, two].map(({ incarnation }, n) => ({
      ...{ incarnation, address: address(n + 1), version: '1.0.0', isDraining: false, isPresent: true },
    }))
    t.match(
      [...members].sort((a, b) => a.incarnation - b.incarnation),
      expected,
    )
    t.equal(shards.length, shardCount)
    t.ok(shards.every(({ owner, epoch }) => owner === null && epoch === 0))
  })

  test(`${name}: a beat is another number, and answers with all members and the sum of all epochs`, async t => {
    const { nodes } = await nodesOf(t, 2)
    const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    const before = (await rowOf(two.store, one.incarnation))!
    t.equal((await one.store.beat(one.incarnation))!.epochs, 0)
    await one.store.claim(one.incarnation, [
      { shard: 0, epoch: 0 },
      { shard: 255, epoch: 0 },
    ])
    const answer = (await one.store.beat(one.incarnation))!
    t.equal(answer.epochs, 2)
    t.equal(answer.members.length, 2)
    const after = (await rowOf(two.store, one.incarnation))!
    t.not(after.beats, before.beats)
    t.ok(after.quietMs >= 0)
  })

  test(`${name}: S1 whoever has left or was buried is no member, and joins as another`, async t => {
    const { nodes } = await nodesOf(t, 3)
    const [one, two, three] = nodes as [(typeof nodes)[0], (typeof nodes)[0], (typeof nodes)[0]]
    await one.store.leave(one.incarnation)
    t.ok(await three.store.bury(two.incarnation, (await rowOf(three.store, two.incarnation))!.beats))
    for (const [n, { store, incarnation }] of [one, two].entries()) {
      t.equal(await retried(() => store.beat(incarnation)), null)
      const again = await store.join({ address: address(8 + n), version: '1.0.0' })
      t.ok(again > three.incarnation)
      t.ok(await store.beat(again))
      t.equal(await store.beat(incarnation), null)
    }
  })

  test(`${name}: S2 of several that bury a member one does, and none where it has beaten meanwhile`, async t => {
    const { nodes } = await nodesOf(t, 4)
    const [one, ...others] = nodes as [(typeof nodes)[0], ...typeof nodes]
    const { beats } = (await rowOf(one.store, one.incarnation))!
    await one.store.beat(one.incarnation)
    t.strictSame(await Promise.all(others.map(({ store }) => store.bury(one.incarnation, beats))), [
      ...[false, false, false],
    ])
    t.ok(await one.store.beat(one.incarnation))
    const now = (await rowOf(one.store, one.incarnation))!.beats
    const buried = await Promise.all(others.map(({ store }) => store.bury(one.incarnation, now)))
    t.equal(buried.filter(Boolean).length, 1)
    t.equal(await rowOf(others[0]!.store, one.incarnation), undefined)
  })

  test(`${name}: S3 after a burial nothing of the buried becomes durable, and all before it is`, async t => {
    const { bench, nodes } = await nodesOf(t, 2)
    const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    await one.commit(one.incarnation, 'before')
    const finish = await one.beginCommit(one.incarnation, 'in flight')
    t.ok(await two.store.bury(one.incarnation, (await rowOf(two.store, one.incarnation))!.beats))
    t.strictSame(await bench.committed(), ['before'])
    await t.rejects(finish())
    await t.rejects(
      retried(() => one.commit(one.incarnation, 'after')),
      NodeBuried,
    )
    const claims = [{ shard: 1, epoch: 0 }]
    await t.rejects(
      retried(() => one.store.claim(one.incarnation, claims)),
      NodeBuried,
    )
    await two.commit(two.incarnation, 'of another')
    t.strictSame(await bench.committed(), ['before', 'of another'])
  })

  test(`${name}: S4 of claims at one epoch one gets the shard, and its epoch is raised`, async t => {
    const { nodes } = await nodesOf(t, 3)
    const claims = Array.from({ length: 50 }, (_, shard) => ({ shard, epoch: 0 }))
    const got = await Promise.all(nodes.map(({ store, incarnation }) => store.claim(incarnation, claims)))
    t.strictSame(
      got.flat().sort((a, b) => a - b),
      claims.map(({ shard }) => shard),
    )
    const { shards } = await nodes[0]!.store.read()
    nodes.forEach(({ incarnation }, n) => {
      for (const shard of got[n]!) t.strictSame(shards[shard], { owner: incarnation, epoch: 1 })
    })
    t.strictSame(await nodes[0]!.store.claim(nodes[0]!.incarnation, claims), [])
  })

  test(`${name}: S4 a shard is freed by its owner at the epoch that it names only`, async t => {
    const { nodes } = await nodesOf(t, 2)
    const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    const shardOne = async () => (await one.store.read()).shards[1]!
    await one.store.claim(one.incarnation, [{ shard: 1, epoch: 0 }])
    await two.store.free(two.incarnation, [{ shard: 1, epoch: 1 }])
    await one.store.free(one.incarnation, [{ shard: 1, epoch: 0 }])
    t.strictSame(await shardOne(), { owner: one.incarnation, epoch: 1 })
    await one.store.free(one.incarnation, [{ shard: 1, epoch: 1 }])
    t.strictSame(await shardOne(), { owner: null, epoch: 2 })
    t.strictSame(await one.store.claim(one.incarnation, [{ shard: 1, epoch: 2 }]), [1])
    await one.store.free(one.incarnation, [{ shard: 1, epoch: 1 }])
    t.strictSame(await shardOne(), { owner: one.incarnation, epoch: 3 }, 'a late call does nothing')
  })

  test(`${name}: whoever listens hears of what others change`, async t => {
    const { nodes, soon } = await nodesOf(t, 3)
    const [one, two, three] = nodes as [(typeof nodes)[0], (typeof nodes)[0], (typeof nodes)[0]]
    const changes: (() => Promise<unknown>)[] = [
      () => one.store.claim(one.incarnation, [{ shard: 1, epoch: 0 }]),
      () => one.store.free(one.incarnation, [{ shard: 1, epoch: 1 }]),
      () => one.store.drain(one.incarnation),
      () => one.store.leave(one.incarnation),
      () => one.store.join({ address: address(7), version: '1.0.0' }),
      async () => three.store.bury(three.incarnation, (await rowOf(two.store, three.incarnation))!.beats),
    ]
    for (const change of changes.slice(0, -1)) {
      const before = two.heard.changes
      await change()
      await soon(() => two.heard.changes > before)
    }
    t.equal(two.heard.cuts, 0)
    t.equal((await rowOf(two.store, one.incarnation)) ?? null, null)
  })

  test(`${name}: a drained member is one, and says so`, async t => {
    const { nodes } = await nodesOf(t, 2)
    const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    await one.store.drain(one.incarnation)
    t.equal((await rowOf(two.store, one.incarnation))!.isDraining, true)
    t.ok(await one.store.beat(one.incarnation))
  })

  test(`${name}: a session that ends is seen by the node and by the others, and a beat opens another`, async t => {
    const { nodes, soon } = await nodesOf(t, 2)
    const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    const isPresent = async () => (await rowOf(two.store, one.incarnation))!.isPresent
    t.equal(await isPresent(), true)
    await one.cut()
    await soon(() => one.heard.cuts === 1)
    await soon(async () => !(await isPresent()))
    t.ok(await retried(() => one.store.beat(one.incarnation)))
    t.equal(await isPresent(), true)
    await two.store.claim(two.incarnation, [{ shard: 1, epoch: 0 }])
    await soon(() => one.heard.changes > 0)
  })
}

/** The first call after a session has ended may be the one that finds out. */
async function retried<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch {
    return call()
  }
}
