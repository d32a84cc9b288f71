// A placement in memory for tests of the engine: one table for all nodes, beats, burials, rendezvous. The
// placements of the product have a contract of their own.
import type { Clock } from '../../../runtime/clock.ts'
import {
  type Member,
  type Placement,
  type PlacementEvents,
  type ShardOwner,
  shardCount,
} from '../../../runtime/placement/placement.ts'

const beatMs = 500
const deadMs = 2_500

interface Row {
  readonly member: Member
  beatAt: number
  isDraining: boolean
}

export class PlacementTable {
  readonly rows = new Map<number, Row>()
  readonly shards = Array.from({ length: shardCount }, () => ({ owner: null as number | null, epoch: 0 }))
  readonly nodes = new Set<MemoryPlacement>()
  /** Nothing can be read or written. */
  isAway = false
  last = 0

  /** May commits of the incarnation still be written? */
  isMember(incarnation: number): boolean {
    return this.rows.has(incarnation)
  }

  bury(incarnation: number): void {
    if (!this.rows.delete(incarnation)) return
    for (const shard of this.shards) {
      if (shard.owner !== incarnation) continue
      shard.owner = null
      shard.epoch++
    }
    this.notify()
  }

  notify(): void {
    for (const node of this.nodes) node.lookSoon()
  }

  /** Who is to have each shard. */
  targets(): (number | null)[] {
    const living = [...this.rows]
      .filter(([, { isDraining }]) => !isDraining)
      .map(([incarnation]) => incarnation)
    return this.shards.map((_, shard) => {
      const weights = living.map(incarnation => Math.imul(mix(shard + 1), mix(incarnation)) >>> 0)
      return living[weights.indexOf(Math.max(...weights))] ?? null
    })
  }
}

function mix(value: number): number {
  const hash = Math.imul(value ^ (value >>> 3), 0x9e3779b1)
  return (hash ^ (hash >>> 15)) | 1
}

export class MemoryPlacement implements Placement {
  readonly clockSkewMs = 0
  readonly isClockRight = true
  incarnation = 0
  members: readonly Member[] = []
  readonly #table: PlacementTable
  readonly #clock: Clock
  readonly #address: string
  #events: PlacementEvents | null = null
  #owners: { owner: number | null; epoch: number }[] = []
  #until = -Infinity
  #work: Promise<unknown> = Promise.resolve()
  #isLooking = false
  #hasLeft = false

  constructor(table: PlacementTable, address: string, clock: Clock) {
    this.#table = table
    this.#address = address
    this.#clock = clock
  }

  get deadline(): number {
    return this.#until
  }

  get isAlive(): boolean {
    return this.#clock.elapsed() < this.#until
  }

  ownerOf(shard: number): ShardOwner | null {
    const { owner, epoch } = this.#owners[shard] ?? { owner: null, epoch: 0 }
    const member = this.members.find(({ incarnation }) => incarnation === owner)
    return member === undefined ? null : { member, epoch }
  }

  isOwn(shard: number): boolean {
    return this.isAlive && this.#owners[shard]?.owner === this.incarnation
  }

  async refresh(): Promise<void> {
    await new Promise<void>(resolve => this.#clock.soon(resolve))
    if (this.#table.isAway) throw new Error('the database is away')
    this.#read()
  }

  async start(events: PlacementEvents): Promise<void> {
    this.#events = events
    this.#join()
    this.#table.nodes.add(this)
    this.#keepBeating()
    await this.#look()
    this.#table.notify()
  }

  async stop(): Promise<void> {
    this.#hasLeft = true
    const row = this.#table.rows.get(this.incarnation)
    if (row) row.isDraining = true
    await this.#work
    if (row) await this.#handOver([...this.#table.shards.keys()].filter(shard => this.#has(shard)))
    this.#table.nodes.delete(this)
    this.#table.bury(this.incarnation)
  }

  /** Somebody has changed the table. */
  lookSoon(): void {
    if (this.#isLooking) return
    this.#isLooking = true
    this.#clock.soon(() => {
      this.#isLooking = false
      this.#work = this.#work.then(() => this.#look())
    })
  }

  #join(): void {
    const row = { beatAt: this.#clock.elapsed(), isDraining: false }
    this.incarnation = ++this.#table.last
    const member = { incarnation: this.incarnation, address: this.#address, version: '1', isDraining: false }
    this.#table.rows.set(this.incarnation, { ...row, member })
    this.#read()
    this.#beat()
  }

  #keepBeating(): void {
    this.#clock.after(beatMs, () => {
      if (this.#hasLeft) return
      if (!this.#table.isAway) this.#beat()
      this.lookSoon()
      this.#keepBeating()
    })
  }

  #beat(): void {
    const row = this.#table.rows.get(this.incarnation)
    if (row === undefined) return
    row.beatAt = this.#clock.elapsed()
    this.#until = row.beatAt + deadMs
    this.#events!.renewed?.(this.#until)
  }

  async #look(): Promise<void> {
    const table = this.#table
    if (table.isAway || this.#hasLeft) return
    if (!table.rows.has(this.incarnation)) {
      await this.#events!.lost()
      if (this.#hasLeft) return
      this.#join()
      table.notify()
    }
    for (const [incarnation, { beatAt }] of table.rows)
      if (this.#clock.elapsed() - beatAt > deadMs) table.bury(incarnation)
    const targets = table.targets()
    const leaving = targets.flatMap((target, shard) =>
      this.#has(shard) && target !== this.incarnation ? [shard] : [],
    )
    if (leaving.length > 0) await this.#handOver(leaving)
    const gained = targets.flatMap((target, shard) =>
      target === this.incarnation && table.shards[shard]!.owner === null ? [shard] : [],
    )
    if (table.rows.has(this.incarnation)) {
      for (const shard of gained)
        table.shards[shard] = { owner: this.incarnation, epoch: table.shards[shard]!.epoch + 1 }
      if (gained.length > 0) {
        this.#read()
        this.#events!.gained(gained)
        table.notify()
      }
    }
    this.#read()
    this.#events!.moved()
  }

  #has(shard: number): boolean {
    return this.#table.shards[shard]!.owner === this.incarnation
  }

  async #handOver(shards: readonly number[]): Promise<void> {
    await this.#events!.release(shards)
    for (const shard of shards) {
      const row = this.#table.shards[shard]!
      if (row.owner === this.incarnation) this.#table.shards[shard] = { owner: null, epoch: row.epoch + 1 }
    }
    this.#table.notify()
  }

  #read(): void {
    this.members = [...this.#table.rows.values()].map(({ member }) => member)
    this.#owners = this.#table.shards.map(shard => ({ ...shard }))
  }
}
