// The rows of a placement in memory: one table for all nodes of a test or a simulation, and a store of its
// own for each. A memory journal commits through `commit`, which is the fence. Tests make calls late or
// fail by `deliver`, and end sessions by `cut`.
import type { Clock } from '../clock.ts'
import { NodeBuried } from '../journal.ts'
import { type Joining, type Member, shardCount } from './placement.ts'
import type {
  BeatAnswer,
  Claim,
  MemberRow,
  PlacementRows,
  PlacementStore,
  ShardRow,
  StoreEvents,
} from './placement-store.ts'

interface StoredMember extends Member {
  beats: number
  beatAt: number
  isDraining: boolean
}

/** A commit that has passed the fence and is not through yet. */
interface OpenCommit {
  readonly incarnation: number
  /** Ends it, as PostgreSQL ends what a session has open. */
  readonly abort: (reason: Error) => void
  readonly ended: Promise<void>
}

export class MemoryPlacementTable {
  readonly members = new Map<number, StoredMember>()
  readonly shards: ShardRow[] = Array.from({ length: shardCount }, () => ({ owner: null, epoch: 0 }))
  readonly #stores = new Set<MemoryPlacementStore>()
  readonly #commits = new Set<OpenCommit>()
  readonly clock: Clock
  #incarnations = 0

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** What one node has of the table. */
  store(): MemoryPlacementStore {
    const store = new MemoryPlacementStore(this)
    this.#stores.add(store)
    return store
  }

  /**
   * The fence: runs `write` while the member cannot be buried.
   * @param write makes everything durable at its end, unless `isAborted`: then a burial has ended the session
   * @throws {NodeBuried}
   */
  async commit<T>(incarnation: number, write: (isAborted: () => boolean) => Promise<T>): Promise<T> {
    this.demand(incarnation)
    let isAborted = false
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const abort = (reason: Error) => {
      isAborted = true
      reject(reason)
    }
    const open: OpenCommit = { incarnation, abort, ended }
    this.#commits.add(open)
    try {
      return await Promise.race([write(() => isAborted), aborted])
    } finally {
      this.#commits.delete(open)
      end()
    }
  }

  /** @throws {NodeBuried} */
  demand(incarnation: number): StoredMember {
    const member = this.members.get(incarnation)
    if (member === undefined) throw new NodeBuried(`incarnation ${incarnation} is no member`)
    return member
  }

  add(node: Joining): number {
    const incarnation = ++this.#incarnations
    const beatAt = this.clock.elapsed()
    this.members.set(incarnation, { ...node, incarnation, isDraining: false, beats: 0, beatAt })
    this.changed()
    return incarnation
  }

  rows(): MemberRow[] {
    return [...this.members.values()].map(({ beatAt, ...member }) => ({
      ...member,
      quietMs: this.clock.elapsed() - beatAt,
      isPresent: [...this.#stores].some(store => store.isPresentAs(member.incarnation)),
    }))
  }

  async bury(incarnation: number, beats: number): Promise<boolean> {
    if (this.members.get(incarnation)?.beats !== beats) return false
    for (const store of this.#stores) if (store.isPresentAs(incarnation)) store.cut()
    for (const commit of this.#commitsOf(incarnation)) commit.abort(new Error('the session was ended'))
    for (let open = this.#commitsOf(incarnation); open.length > 0; open = this.#commitsOf(incarnation))
      await Promise.all(open.map(({ ended }) => ended))
    if (this.members.get(incarnation)?.beats !== beats) return false
    this.remove(incarnation)
    return true
  }

  #commitsOf(incarnation: number): OpenCommit[] {
    return [...this.#commits].filter(commit => commit.incarnation === incarnation)
  }

  remove(incarnation: number): void {
    if (this.members.delete(incarnation)) this.changed()
  }

  /** @param owner of the shards from now on @returns those whose epoch was right */
  hand(claims: readonly Claim[], from: number | undefined, owner: number | null): number[] {
    const handed = claims.filter(({ shard, epoch }) => {
      const row = this.shards[shard]!
      return row.epoch === epoch && (from === undefined || row.owner === from)
    })
    for (const { shard, epoch } of handed) this.shards[shard] = { owner, epoch: epoch + 1 }
    if (handed.length > 0) this.changed()
    return handed.map(({ shard }) => shard)
  }

  changed(): void {
    for (const store of this.#stores) store.hear()
  }

  forget(store: MemoryPlacementStore): void {
    this.#stores.delete(store)
  }
}

export class MemoryPlacementStore implements PlacementStore {
  readonly #table: MemoryPlacementTable
  #events: StoreEvents | null = null
  #session: number | null = null
  /** Every call and its answer go through it; tests replace it. */
  deliver: <T>(call: () => Promise<T>) => Promise<T> = async call => call()
  /** Every notification goes through it. */
  notify: (tell: () => void) => void = queueMicrotask

  constructor(table: MemoryPlacementTable) {
    this.#table = table
  }

  isPresentAs(incarnation: number): boolean {
    return this.#session === incarnation
  }

  /** The session ends; the next beat opens another. */
  cut(): void {
    if (this.#session === null) return
    this.#session = null
    this.notify(() => this.#events?.cut())
  }

  hear(): void {
    if (this.#session !== null) this.notify(() => this.#events?.changed())
  }

  listen(events: StoreEvents): void {
    this.#events = events
  }

  join(node: Joining): Promise<number> {
    return this.deliver(async () => {
      const incarnation = this.#table.add(node)
      this.#session = incarnation
      return incarnation
    })
  }

  beat(incarnation: number): Promise<BeatAnswer | null> {
    return this.deliver(async () => {
      const member = this.#table.members.get(incarnation)
      if (member === undefined) return null
      this.#session = incarnation
      member.beats++
      member.beatAt = this.#table.clock.elapsed()
      const epochs = this.#table.shards.reduce((sum, { epoch }) => sum + epoch, 0)
      return { members: this.#table.rows(), epochs, at: this.#table.clock.now() }
    })
  }

  read(): Promise<PlacementRows> {
    return this.deliver(async () => ({ members: this.#table.rows(), shards: [...this.#table.shards] }))
  }

  bury(incarnation: number, beats: number): Promise<boolean> {
    return this.deliver(() => this.#table.bury(incarnation, beats))
  }

  claim(incarnation: number, claims: readonly Claim[]): Promise<number[]> {
    return this.deliver(async () => {
      this.#table.demand(incarnation)
      return this.#table.hand(claims, undefined, incarnation)
    })
  }

  free(incarnation: number, claims: readonly Claim[]): Promise<void> {
    return this.deliver(async () => void this.#table.hand(claims, incarnation, null))
  }

  drain(incarnation: number, isDraining = true): Promise<void> {
    return this.deliver(async () => {
      const member = this.#table.members.get(incarnation)
      if (member === undefined) return
      member.isDraining = isDraining
      this.#table.changed()
    })
  }

  leave(incarnation: number): Promise<void> {
    return this.deliver(async () => this.#table.remove(incarnation))
  }

  async close(): Promise<void> {
    this.#session = null
    this.#table.forget(this)
  }
}
