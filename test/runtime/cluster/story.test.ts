// Clusters of random lives: nodes join, stop, crash and sleep, links are cut, the database goes away, hosts
// die, while clients ask at any node. The laws below hold at every moment and at the end. More seeds:
// `TAP_TIMEOUT=3600 SEEDS=1000 node test/runtime/cluster/story.test.ts`.
import { test } from 'tap'
import { type Entry, seqAfter } from '../../../runtime/journal.ts'
import { shardOf } from '../../../runtime/placement/placement.ts'
import { Random } from '../../simulation/random.ts'
import { TestCluster, type TestNode } from '../../support/cluster/test-cluster.ts'

const seeds = Number(process.env['SEEDS'] ?? 12)
class Story {
  readonly random: Random
  readonly broken: string[] = []
  readonly addresses = Array.from({ length: 12 }, (_, n) => `cnt_${n}`)
  /** What clients know to be added, by address. */
  readonly known = new Map<string, Set<string>>(this.addresses.map(address => [address, new Set()]))
  readonly waiting = new Set<Promise<unknown>>()
  /** Effects that were owed, and those that were begun. */
  readonly owed = new Set<string>()
  readonly begun = new Set<string>()
  readonly sleeping = new Set<TestNode>()
  readonly ends: Promise<unknown>[] = []
  readonly read = new Map<string, number>()
  cluster!: TestCluster
  #count = 0
  #hosts = 0
  #hasKilled = false

  constructor(seed: number) {
    this.random = new Random(seed)
  }

  law(isKept: boolean, text: string): void {
    if (!isKept) this.broken.push(text)
  }

  async run(t: { teardown(end: () => unknown): unknown }): Promise<void> {
    const { random } = this
    this.#hosts = random.pick([1, 2])
    this.cluster = await TestCluster.start(t, random.pick([1, 2, 3]), {
      hosts: this.#hosts,
      committed: (address, incarnation) => {
        const { owner } = this.cluster.table.shards[shardOf(address)]!
        // A host that was killed may leave a commit behind that becomes durable later.
        this.law(this.#hasKilled || owner === incarnation, `${address}: a node commits that does not have it`)
      },
      world: node => ({
        perform: async (address, { id }, signal) => {
          const { owner } = this.cluster.table.shards[shardOf(address)]!
          this.law(owner === node.incarnation, `${address}: ${id} begins at a node that does not have it`)
          this.begun.add(`${address} ${id}`)
          // Some take long, so that their actors stay in memory.
          const takesMs = random.chance(0.2) ? 20_000 : 300
          await new Promise<void>(resolve => {
            node.clock.after(random.below(takesMs), resolve)
            signal.addEventListener('abort', () => resolve())
          })
          return signal.aborted ? null : { type: 'returned', id }
        },
      }),
    })
    for (let act = 0; act < 60; act++) {
      for (let asked = random.below(4); asked > 0; asked--) this.#ask()
      if (random.chance(0.25)) await this.#trouble()
      await this.cluster.pass(random.below(30) * 10)
    }
    await this.#heal()
    await this.#checkEnd()
  }

  get #awake(): TestNode[] {
    return this.cluster.nodes.filter(node => !this.sleeping.has(node))
  }

  #ask(): void {
    const { random } = this
    const node = random.pick(this.#awake)
    const address = random.pick(this.addresses)
    const id = String(this.#count++)
    const known = this.known.get(address)!
    const before = [...known]
    const what = random.weighed({ add: 5, view: 3, call: 1.5, end: 0.2, follow: 0.5, begin: 1 })
    if (what === 'begin') return this.#begin(node, id)
    if (what === 'follow') return this.#follow(node, address)
    if (what === 'end')
      return this.#note(
        node.ask(address, { type: 'add', id }, { until: 'done', timeoutMs: 600_000 }),
        ['unavailable'],
        this.ends,
      )
    if (what === 'add') {
      this.#note(
        node.ask(address, { type: 'add', id }).then(({ added }) => {
          this.law(added.includes(id), `${address}: ${id} was answered, and is not in the answer`)
          known.add(id)
        }),
      )
    }
    if (what === 'call') {
      this.#note(node.ask(address, { type: 'call', id }).then(() => void this.owed.add(`${address} ${id}`)))
    }
    if (what === 'view') {
      this.#note(
        node.ask(address, { type: 'view' }).then(({ added }) => {
          for (const earlier of before)
            this.law(added.includes(earlier), `${address}: ${earlier} is missing in an answer`)
        }),
        ['not-found'],
      )
    }
  }

  /** The first message of a new actor, as that of an execution, says that it is new. */
  #begin(node: TestNode, id: string): void {
    const address = `cnt_new${id}`
    // Nobody else knows the address before the answer.
    const begun = node.ask(address, { type: 'add', id }, { isFresh: true }).then(() => {
      this.known.set(address, new Set([id]))
      this.addresses.push(address)
    })
    this.#note(begun)
  }

  /** Nobody is refused but by a deadline, or because the node stops or has nothing to show. */
  #note(asked: Promise<unknown>, expected: string[] = [], kept?: Promise<unknown>[]): void {
    const settled = asked.catch(error => {
      const { code } = error as { code?: string }
      this.law(code === 'unavailable' || expected.includes(code!), `refused: ${error}`)
    })
    if (kept) kept.push(settled)
    else {
      this.waiting.add(settled)
      void settled.then(() => this.waiting.delete(settled))
    }
  }

  /** Reads the journal at null, and follows the entries in between. */
  #follow(node: TestNode, address: string): void {
    const name = `${node.address} ${address}`
    if (this.read.has(name)) return
    this.read.set(name, 0)
    const take = (entry: Entry) => {
      const last = this.read.get(name)
      // Its node has stopped.
      if (last === undefined) return
      const next = last + 1
      this.law(entry.seq <= next, `${name}: heard ${entry.seq} without ${next}`)
      if (entry.seq === next) this.read.set(name, seqAfter(entry) - 1)
    }
    node.engine.system.subscribe(address, entry => {
      if (entry !== null) return take(entry)
      for (const one of this.cluster.journal.entries.get(address) ?? []) take(one)
    })
  }

  async #trouble(): Promise<void> {
    const { random, cluster } = this
    const { nodes, table, network } = cluster
    const awake = this.#awake
    const kind = random.weighed({
      join: 2,
      stop: 1,
      crash: 1,
      sleep: 1.5,
      wake: 2,
      cut: 2,
      heal: 2,
      away: 0.7,
      kill: 0.4,
    })
    switch (kind) {
      case 'join':
        if (nodes.length < 5 && !table.isAway) await cluster.join()
        return
      case 'stop':
        if (awake.length > 1 && !table.isAway) await this.#stop(random.pick(awake))
        return
      case 'crash':
        if (awake.length > 1) this.#crash(random.pick(awake))
        return
      case 'sleep':
        if (awake.length < 2) return
        return this.#sleep(random.pick(awake))
      case 'wake':
        return this.#wake()
      case 'cut':
        if (nodes.length > 1)
          network.cut(random.pick(nodes).address, random.pick(nodes).address, random.chance(0.5))
        return
      case 'heal':
        return network.heal()
      case 'away':
        table.isAway = true
        await cluster.pass(random.below(400) * 10)
        table.isAway = false
        return
      case 'kill':
        this.#hasKilled = true
        return random.pick(awake).kill(random.pick(this.addresses))
    }
  }

  async #stop(node: TestNode): Promise<void> {
    const stopped = node.engine.stop()
    this.#forget(node)
    await this.cluster.during(stopped)
    this.cluster.nodes.splice(this.cluster.nodes.indexOf(node), 1)
  }

  /** Whoever asked there hears nothing any more. */
  #crash(node: TestNode): void {
    node.crash()
    this.#forget(node)
    this.waiting.clear()
    this.ends.length = 0
  }

  #forget(node: TestNode): void {
    for (const name of [...this.read.keys()]) if (name.startsWith(`${node.address} `)) this.read.delete(name)
  }

  #sleep(node: TestNode): void {
    node.clock.pause()
    this.sleeping.add(node)
  }

  #wake(): void {
    for (const node of this.sleeping) node.clock.resume()
    this.sleeping.clear()
  }

  async #heal(): Promise<void> {
    this.#wake()
    this.cluster.network.heal()
    await this.cluster.until(() => this.cluster.isWhole)
    await this.cluster.until(() => this.waiting.size === 0)
    await this.cluster.pass(40_000)
  }

  async #checkEnd(): Promise<void> {
    const { cluster } = this
    for (const address of this.addresses) {
      const known = this.known.get(address)!
      if (!cluster.journal.entries.has(address)) {
        this.law(known.size === 0, `${address} is lost`)
        continue
      }
      const node = this.random.pick(cluster.nodes)
      const { added, owed } = await cluster.during(node.ask(address, { type: 'view' }))
      this.law(new Set(added).size === added.length, `${address}: something was added twice`)
      for (const id of known) this.law(added.includes(id), `${address}: ${id} was acknowledged, and is lost`)
      this.law(owed.length === 0, `${address}: ${owed} is still owed`)
      await cluster.during(node.ask(address, { type: 'end' }))
    }
    for (const what of this.owed) this.law(this.begun.has(what), `${what} was never begun`)
    await cluster.during(Promise.all(this.ends))
    await cluster.pass(1_000)
    for (const [name, seq] of this.read) {
      const last = cluster.journal.entries.get(name.split(' ')[1]!)?.at(-1)
      this.law(last === undefined || seq === seqAfter(last) - 1, `${name}: its reader stopped at ${seq}`)
    }
    for (const { engine, standing } of cluster.nodes) {
      this.law(engine.isCurrent && standing.isAlive, 'a node is not well')
      this.law(this.#hasKilled || engine.load.restarts === 0, 'a host died')
      const left = engine.load.slots.reduce((sum, { queued }) => sum + queued, 0)
      this.law(left === 0, `${left} messages are left`)
    }
  }
}

for (let seed = 1; seed <= seeds; seed++) {
  test(`the laws of a cluster hold in life ${seed}`, async t => {
    const story = new Story(seed)
    await story.run(t)
    t.strictSame(story.broken, [])
  })
}
