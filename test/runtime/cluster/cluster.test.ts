// Nodes that join, leave, die, sleep and lose each other, on a clock that the test moves.
import { test } from 'tap'
import type { Entry } from '../../../runtime/journal.ts'
import { seqAfter } from '../../../runtime/journal.ts'
import { type CounterMessage, type CounterWorld, turns } from '../../support/actors/host.ts'
import { type ClusterOptions, TestCluster, type TestNode } from '../../support/cluster/test-cluster.ts'

const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })
const call = (id: string): CounterMessage => ({ type: 'call', id })
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const addresses = numbers(30).map(n => `cnt_${n}`)

/** Counters that note what they begin outside, and on which node; nothing comes back. */
function noting(performed: { node: TestNode; what: string }[]): Pick<ClusterOptions, 'world'> {
  const world = (node: TestNode): CounterWorld => ({
    perform(address, { id }) {
      performed.push({ node, what: `${address} ${id}` })
      return new Promise<never>(() => {})
    },
  })
  return { world }
}

test('whatever node is asked, the one that has the actor answers, and effects ask across nodes', async t => {
  const cluster = await TestCluster.start(t, 3, {
    world: () => ({
      async perform(address, { id }, _signal, outside) {
        await outside.ask(id, { type: 'add', id: `from ${address}` })
        return { type: 'returned', id }
      },
    }),
  })
  const [a, b] = cluster.nodes
  for (const address of addresses) await cluster.during(a!.ask(address, add(1), { isFresh: true }))
  for (const address of addresses) {
    const seen = await cluster.during(b!.ask(address, { type: 'view' }))
    t.strictSame(seen.added, ['1'])
  }
  t.equal(new Set(addresses.map(address => cluster.ownerOf(address))).size, 3, 'all nodes have some')
  const [near, far] = cluster.nodes.slice(0, 2).map(node => cluster.addressAt(node))
  await cluster.during(a!.ask(near!, call(far!)))
  await cluster.pass(100)
  t.ok((await cluster.during(b!.ask(far!, { type: 'view' }))).added.includes(`from ${near}`))
})

test('a node says which addresses are near, and counts what it sends on', async t => {
  const cluster = await TestCluster.start(t, 3)
  const [a, b] = cluster.nodes
  const isNear = (address: string) => a!.engine.system.isNear?.(address)
  t.strictSame(
    addresses.map(isNear),
    addresses.map(address => cluster.ownerOf(address) === a),
  )
  for (const node of [a, a, b]) await cluster.during(a!.ask(cluster.addressAt(node!), add(1)))
  t.strictSame(a!.engine.asks, { own: 2, forwarded: 1 })
  t.strictSame(b!.engine.asks, { own: 0, forwarded: 0 }, 'the owner of what is forwarded asks nobody')
})

test('a node ends the waits of its own clients, wherever the actor is, and nobody else waits less', async t => {
  const cluster = await TestCluster.start(t, 2)
  const [a, b] = cluster.nodes
  const [near, far] = [a!, b!].map(node => cluster.addressAt(node))
  const outcomes: string[] = []
  const wait = async (node: TestNode, address: string) => {
    const name = `${node === a ? 'a' : 'b'} waits for ${address === near ? 'near' : 'far'}`
    await node
      .ask(address, add(name), { until: 'done' })
      .catch(error => outcomes.push(`${name}: ${error.code}`))
  }
  void wait(a!, near!)
  void wait(a!, far!)
  void wait(b!, near!)
  await cluster.pass(100)
  a!.engine.endWaits()
  await cluster.pass(100)
  t.strictSame(outcomes.toSorted(), ['a waits for far: unavailable', 'a waits for near: unavailable'])
})

test('a refusal of an actor elsewhere comes as it is, and what has no journal is not found', async t => {
  const cluster = await TestCluster.start(t, 2)
  const [a, b] = cluster.nodes
  const far = cluster.addressAt(b!)
  await t.rejects(cluster.during(a!.ask(far, { type: 'view' })), { name: 'Failure', code: 'not-found' })
  await cluster.during(a!.ask(far, add(1)))
  await t.rejects(cluster.during(a!.ask(far, { type: 'refuse', code: 'conflict' })), { code: 'conflict' })
})

test('a node that joins takes its share, and nothing that is asked meanwhile is lost or done twice', async t => {
  const performed: { node: TestNode; what: string }[] = []
  const cluster = await TestCluster.start(t, 1, noting(performed))
  const [a] = cluster.nodes
  for (const address of addresses) await cluster.during(a!.ask(address, call('owed')))
  const ends = addresses.map(address => a!.ask(address, add('waits'), { until: 'done' }))
  const asked: Promise<unknown>[] = []
  let n = 0
  const load = () => {
    for (const address of addresses) asked.push(a!.ask(address, add(n++)))
  }
  load()
  const joining = cluster.join()
  for (let round = 0; round < 20; round++) {
    load()
    await cluster.pass(10)
  }
  const b = await joining
  await cluster.until(() => cluster.isWhole)
  load()
  await cluster.during(Promise.all(asked))
  const moved = addresses.filter(address => cluster.ownerOf(address) === b)
  t.ok(moved.length > 5)
  await cluster.pass(500)
  for (const address of moved)
    t.ok(
      performed.some(({ node, what }) => node === b && what === `${address} owed`),
      `${address} goes on`,
    )
  for (const [index, address] of addresses.entries()) {
    const { added } = await cluster.during(a!.ask(address, { type: 'view' }))
    t.equal(new Set(added).size, added.length)
    t.equal(added.length, 1 + asked.length / addresses.length, address)
    await cluster.during(b.ask(address, { type: 'end' }))
    t.equal((await cluster.during(ends[index]!)).endedBy, 'end', 'who waited for the end has it')
  }
})

test('a node that stops hands over what it has; asks at other nodes notice nothing', async t => {
  const cluster = await TestCluster.start(t, 3)
  const [a, b] = cluster.nodes
  const address = cluster.addressAt(b!)
  const end = a!.ask(address, add('1'), { until: 'done' })
  await cluster.pass(100)
  const letGo = b!.hold()
  const inCommit = a!.ask(address, add('in commit'))
  await cluster.pass(50)
  const stopped = b!.engine.stop()
  await cluster.pass(200)
  t.equal(b!.has(address), false, 'it takes nothing new')
  t.equal(cluster.ownerOf(address), b, 'and keeps it until its commit has ended')
  letGo()
  await cluster.during(Promise.all([inCommit, stopped]))
  cluster.nodes.splice(cluster.nodes.indexOf(b!), 1)
  await cluster.until(() => cluster.isWhole)
  await cluster.during(a!.ask(address, { type: 'end' }))
  t.strictSame((await cluster.during(end)).added, ['1', 'in commit'])
  t.equal(b!.engine.isReady, false)
})

test('what a node had that dies is answered, performed and watched elsewhere', async t => {
  const performed: { node: TestNode; what: string }[] = []
  const cluster = await TestCluster.start(t, 3, noting(performed))
  const [a, b] = cluster.nodes
  const address = cluster.addressAt(b!)
  await cluster.during(a!.ask(address, call('owed')))
  const heard: (Entry | null)[] = []
  a!.engine.system.subscribe(address, entry => heard.push(entry))
  await cluster.until(() => heard.length > 0)
  const began = heard.length
  b!.hold()
  const asked = a!.ask(address, add('1'))
  await cluster.pass(50)
  b!.crash()
  const later = a!.ask(address, add('2'))
  const diedAt = cluster.clock.elapsed()
  const views = await cluster.during(Promise.all([asked, later]))
  t.ok(cluster.clock.elapsed() - diedAt < 3_500)
  t.strictSame(views.at(-1)!.added.toSorted(), ['1', '2'])
  const goesOn = () => performed.some(({ node, what }) => node !== b && what === `${address} owed`)
  await cluster.until(goesOn, 1_000)
  t.ok(heard.slice(began).includes(null), 'its subscriber knows that it may have missed some')
  await cluster.until(() => cluster.isWhole)
  await cluster.during(a!.ask(address, add('3')))
  await cluster.until(() => heard.at(-1)?.body.includes('"3"') === true)
  t.ok(true)
})

test('a node that slept does nothing late: it is another one when it wakes', async t => {
  const performed: { node: TestNode; what: string }[] = []
  const cluster = await TestCluster.start(t, 3, noting(performed))
  const [a, b] = cluster.nodes
  const [, incarnation] = [0, b!.incarnation]
  const address = cluster.addressAt(b!)
  await cluster.during(a!.ask(address, add('1')))
  const letGo = b!.hold()
  const late = b!.ask(address, call('late'))
  await cluster.pass(20)
  b!.clock.pause()
  const taken = a!.ask(address, add('2'))
  await cluster.during(taken)
  await cluster.pass(15_000)
  t.not(cluster.ownerOf(address), b)
  const before = cluster.journal.entries.get(address)!.length
  letGo()
  await cluster.pass(20)
  t.equal(cluster.journal.entries.get(address)!.length, before, 'its commit in flight is refused')
  const memory = b!.ask(address, { type: 'view' })
  b!.clock.resume()
  t.equal(b!.standing.isAlive, false)
  t.strictSame(
    (await cluster.during(memory)).added,
    ['1', '2'],
    'and it answers nothing of what it remembers',
  )
  await cluster.during(late)
  t.not(b!.incarnation, incarnation)
  await cluster.until(() => cluster.isWhole)
  const view = await cluster.during(b!.ask(address, { type: 'view' }))
  t.strictSame([view.added, view.owed], [['1', '2'], ['late']])
  t.equal(b!.engine.load.restarts, 0, 'its hosts did nothing wrong')
})

test('while the database is away a node holds still past its deadline, and goes on afterwards', async t => {
  const performed: { node: TestNode; what: string }[] = []
  const cluster = await TestCluster.start(t, 2, noting(performed))
  const [a] = cluster.nodes
  const address = cluster.addressAt(a!)
  await cluster.during(a!.ask(address, add('1')))
  cluster.table.isAway = true
  await cluster.pass(3_000)
  let isAnswered = false
  const seen = a!.ask(address, { type: 'view' }).finally(() => {
    isAnswered = true
  })
  await cluster.pass(2_000)
  t.equal(isAnswered, false)
  t.equal(a!.engine.isReady, false)
  cluster.table.isAway = false
  t.strictSame((await cluster.during(seen)).added, ['1'])
  await cluster.during(a!.ask(address, call('pay')))
  await cluster.until(() => performed.length === 1)
  await cluster.until(() => cluster.isWhole && a!.engine.isReady)
  t.ok(true)
})

test('nodes that lose each other say so, and what is asked across waits until the link is back', async t => {
  for (const isSilent of [false, true]) {
    const cluster = await TestCluster.start(t, 2)
    const [a, b] = cluster.nodes
    const far = cluster.addressAt(b!)
    await cluster.during(a!.ask(far, add('1')))
    await cluster.until(() => a!.engine.isCurrent)
    const cuts = a!.cuts.length
    cluster.network.cut(a!.address, b!.address, isSilent)
    await cluster.pass(160)
    t.equal(a!.engine.isCurrent, false)
    t.strictSame(a!.cuts.slice(cuts), [true])
    let isAnswered = false
    const asked = a!.ask(far, add('2')).finally(() => {
      isAnswered = true
    })
    const late = a!.ask(far, add('late'), { timeoutMs: 1_000 })
    await t.rejects(cluster.during(late), { code: 'unavailable' }, 'it has a deadline')
    await cluster.pass(3_000)
    t.equal(isAnswered, false)
    cluster.network.heal()
    t.ok((await cluster.during(asked)).added.includes('2'))
    await cluster.until(() => a!.engine.isCurrent && b!.engine.isCurrent)
    await cluster.pass(100)
    t.equal(a!.cuts.at(-1), false)
  }
})

test('what is invalidated at one node reaches the main threads of the others, and all hosts', async t => {
  const cluster = await TestCluster.start(t, 3, { hosts: 2 })
  const [a, b, c] = cluster.nodes
  a!.engine.system.invalidate({ type: 'key', id: '1' })
  await cluster.pass(30)
  const text = JSON.stringify({ type: 'key', id: '1' })
  for (const { heard } of cluster.nodes) {
    const isOfLinks = (each: string) => each.includes('"cut"')
    t.strictSame(
      heard.filter(each => !isOfLinks(each)),
      [text, text],
    )
    t.match(heard.filter(isOfLinks).at(-1), '"isCut":false', 'hosts know when they may have missed something')
  }
  t.strictSame(a!.changed, [], 'it is told by who calls')
  t.strictSame(b!.changed, [{ type: 'key', id: '1' }])
  t.strictSame(c!.changed, [{ type: 'key', id: '1' }])
})

test('a subscriber hears every entry, or null, while its actor moves from node to node', async t => {
  const cluster = await TestCluster.start(t, 2)
  const [a] = cluster.nodes
  const read = new Map<string, number>()
  for (const address of addresses) {
    // As a reader does: at null it reads the journal, in between it follows the entries.
    const catchUp = () => {
      for (const entry of cluster.journal.entries.get(address) ?? []) follow(entry)
    }
    const follow = (entry: Entry) => {
      const next = (read.get(address) ?? 0) + 1
      if (entry.seq > next) t.fail(`${address}: entry ${entry.seq} was heard without ${next}`)
      if (entry.seq === next) read.set(address, seqAfter(entry) - 1)
    }
    a!.engine.system.subscribe(address, entry => (entry === null ? catchUp() : follow(entry)))
  }
  await cluster.pass(100)
  for (const round of numbers(6)) {
    if (round === 1 || round === 3) await cluster.join()
    if (round === 4) cluster.nodes[1]!.crash()
    const asked = addresses.map(address => a!.ask(address, add(round)))
    await cluster.pass(30)
    await cluster.during(Promise.all(asked))
  }
  await cluster.until(() => cluster.isWhole)
  await cluster.pass(1_000)
  for (const address of addresses) t.equal(read.get(address), 6, address)
})

test('a link that is up again after the other end came anew is one link, and old answers are not taken', async t => {
  const cluster = await TestCluster.start(t, 2)
  const [a, b] = cluster.nodes
  const far = cluster.addressAt(b!)
  for (const n of numbers(5)) {
    const asked = a!.ask(far, add(n))
    await turns(3)
    cluster.network.cut(a!.address, b!.address)
    cluster.network.heal()
    await cluster.during(asked)
  }
  const { added } = await cluster.during(a!.ask(far, { type: 'view' }))
  t.strictSame(added.toSorted(), numbers(5).map(String))
  await cluster.until(() => cluster.isWhole)
  t.ok(true)
})

test('what a node remembers from before its burial is not there when it has the actor again', async t => {
  const signals: AbortSignal[] = []
  const world = (): CounterWorld => ({
    perform(_, __, signal) {
      signals.push(signal)
      return new Promise<never>(() => {})
    },
  })
  const cluster = await TestCluster.start(t, 2, { world })
  const [a, b] = cluster.nodes
  const own = numbers(60)
    .map(n => `cnt_${n}`)
    .filter(address => cluster.ownerOf(address) === b)
  await cluster.during(Promise.all(own.map(address => a!.ask(address, call('keeps it in memory')))))
  const begun = [...signals]
  b!.clock.pause()
  await cluster.pass(3_500)
  await cluster.during(Promise.all(own.map(address => a!.ask(address, add('elsewhere')))))
  b!.clock.resume()
  await cluster.until(() => cluster.isWhole)
  t.ok(begun.every(({ aborted }) => aborted))
  const again = own.filter(address => cluster.ownerOf(address) === b)
  t.ok(again.length > 3)
  for (const address of again) {
    const { added } = await cluster.during(b!.ask(address, { type: 'view' }))
    t.strictSame(added, ['elsewhere'])
  }
  t.equal(b!.engine.load.restarts, 0)
})

test('whoever comes second to an actor that others watch hears that it must read', async t => {
  const cluster = await TestCluster.start(t, 3, noting([]))
  const [a, b, c] = cluster.nodes
  const address = cluster.addressAt(c!)
  await cluster.during(a!.ask(address, call('keeps it in memory')))
  for (const node of [a!, b!, c!]) {
    const heard: (Entry | null)[] = []
    node.engine.system.subscribe(address, entry => heard.push(entry))
    await cluster.until(() => heard.length > 0, 1_000)
    t.equal(heard[0], null)
    await cluster.during(a!.ask(address, add(node.address)))
    await cluster.until(() => heard.some(entry => entry?.body.includes(node.address)), 1_000)
  }
})

test('a link whose end only the other node noticed is made anew, with what was watched over it', async t => {
  const cluster = await TestCluster.start(t, 2, noting([]))
  const [a, b] = cluster.nodes
  const address = cluster.addressAt(b!)
  await cluster.during(a!.ask(address, call('keeps it in memory')))
  const heard: (Entry | null)[] = []
  a!.engine.system.subscribe(address, entry => heard.push(entry))
  await cluster.until(() => heard.length > 0)
  cluster.network.lose(b!.address, a!.address)
  const before = heard.length
  await cluster.pass(500)
  await cluster.during(b!.ask(address, add('1')))
  await cluster.pass(50)
  t.equal(heard[before], null)
  t.ok(heard.at(-1)?.body.includes('"1"'))
})

test('a subscription that ends is left at its node, wherever that is', async t => {
  const cluster = await TestCluster.start(t, 2)
  const [a] = cluster.nodes
  for (const node of cluster.nodes) {
    const address = cluster.addressAt(node)
    const heard: (Entry | null)[] = []
    const leave = a!.engine.system.subscribe(address, entry => heard.push(entry))
    await cluster.until(() => heard.length > 0)
    leave()
    const before = heard.length
    await cluster.during(a!.ask(address, add('1')))
    await cluster.pass(50)
    t.equal(heard.length, before)
  }
})

test('what an actor owes is done elsewhere when its node dies, though nobody asks it anything', async t => {
  const performed: { node: TestNode; what: string }[] = []
  const cluster = await TestCluster.start(t, 2, noting(performed))
  const [a, b] = cluster.nodes
  const address = cluster.addressAt(b!)
  await cluster.during(a!.ask(address, call('owed')))
  await cluster.until(() => performed.length === 1)
  b!.crash()
  await cluster.until(() => performed.length === 2, 4_000)
  t.equal(performed[1]!.node, a)
})

test('an actor that left and came back is watched anew, though its watcher saw no move', async t => {
  const cluster = await TestCluster.start(t, 2)
  const [a, b] = cluster.nodes
  const heard = new Map<string, (Entry | null)[]>()
  for (const address of addresses.filter(address => cluster.ownerOf(address) === b)) {
    heard.set(address, [])
    a!.engine.system.subscribe(address, entry => heard.get(address)!.push(entry))
  }
  await cluster.pass(600)
  a!.placement.lookSoon = () => {}
  const c = await cluster.join()
  await cluster.until(() =>
    [...heard.keys()].some(address => cluster.ownerOf(address) === c && c.has(address)),
  )
  const address = [...heard.keys()].find(address => cluster.ownerOf(address) === c)!
  await cluster.during(c.ask(address, add('away')))
  const before = heard.get(address)!.length
  await cluster.during(c.engine.stop())
  cluster.nodes.splice(cluster.nodes.indexOf(c), 1)
  await cluster.until(() => b!.has(address))
  await cluster.pass(1_000)
  t.ok(heard.get(address)!.slice(before).includes(null), 'it has missed an entry, and knows')
})
