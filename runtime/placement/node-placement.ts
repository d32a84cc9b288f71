// One node's part in placing shards, over a store that all nodes share. There is no leader: each beats,
// buries the dead, claims what is free and its own by rendezvous, and gives away what is another's.
// 1. What a node owns is what it has claimed. The set shrinks by its own `free` and by its burial only, so
//    it is right however old the rest of what the node has read may be.
// 2. A burial comes after the own deadline of the buried (observations.ts), or the fence of the store stops
//    what it commits.
// 3. Beats wait for nothing else: neither for a release nor for a burial.
import type { Clock } from '../clock.ts'
import { NodeBuried } from '../journal.ts'
import { ClockWatch, wrongClock } from './clock-watch.ts'
import { heirOf } from './heirs.ts'
import { Observations, placementBounds } from './observations.ts'
import { OwnDeadline } from './own-deadline.ts'
import type { Joining, Member, Placement, PlacementEvents, ShardOwner } from './placement.ts'
import {
  type BeatAnswer,
  type Claim,
  isFree,
  type MemberRow,
  NodeRefused,
  type PlacementRows,
  type PlacementStore,
} from './placement-store.ts'

export interface NodePlacementOptions {
  readonly store: PlacementStore
  readonly clock: Clock
  readonly node: Joining
  /** The node was buried and may not join again. */
  readonly refused: (error: NodeRefused) => void
  /** Who is there, whenever that has been read. */
  readonly seen?: (members: readonly Member[]) => void
  /** One line for the operator now and then. */
  readonly note?: (line: string, error?: unknown) => void
}

/** Before what failed is tried again: a beat without a session, a join, freeing what was released. */
const pauseMs = 100
const noRows: PlacementRows = { members: [], shards: [] }

export class NodePlacement implements Placement {
  readonly #options: NodePlacementOptions
  readonly #clock: Clock
  readonly #store: PlacementStore
  #events!: PlacementEvents
  #deadline!: OwnDeadline
  readonly #clockWatch: ClockWatch
  readonly #observations = new Observations()
  #incarnation = 0
  /** Joined, and not known to be buried. */
  #isMember = false
  #isStopping = false
  #rows: PlacementRows = noRows
  readonly #own = new Set<number>()
  readonly #leaving = new Set<number>()
  readonly #burying = new Set<number>()
  #beating: Promise<void> | null = null
  #cancelBeat = () => {}
  #arranging: Promise<void> | null = null
  #isStale = false
  #release: Promise<void> = Promise.resolve()
  #whenReleased = () => {}
  /** How often shards were freed: a read that began before is too old. */
  #frees = 0
  /** How often the session has ended: a beat that was sent before says nothing of the one that is to come. */
  #cuts = 0
  #nextBeatAt = 0

  constructor(options: NodePlacementOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#clockWatch = new ClockWatch(options.clock)
    this.#store = options.store
  }

  get incarnation(): number {
    return this.#incarnation
  }

  get deadline(): number {
    return this.#deadline?.at ?? -Infinity
  }

  get isAlive(): boolean {
    return this.#isMember && this.#deadline.isAhead
  }

  get clockSkewMs(): number {
    return this.#clockWatch.skewMs
  }

  get isClockRight(): boolean {
    return this.#clockWatch.isRight
  }

  get members(): readonly Member[] {
    return this.#rows.members
  }

  ownerOf(shard: number): ShardOwner | null {
    const row = this.#rows.shards[shard]
    if (row === undefined || this.#leaving.has(shard)) return null
    const member = this.#rows.members.find(({ incarnation }) => incarnation === row.owner)
    return member === undefined ? null : { member, epoch: row.epoch }
  }

  isOwn(shard: number): boolean {
    return this.#own.has(shard) && !this.#leaving.has(shard) && this.isAlive
  }

  async start(events: PlacementEvents): Promise<void> {
    this.#events = events
    this.#deadline = new OwnDeadline(this.#clock, events)
    this.#store.listen({
      changed: () => void this.#arrange(),
      cut: () => {
        this.#cuts++
        this.#observations.forget()
        if (this.#isMember) this.#deadline.cut()
        void this.#beat()
      },
    })
    await this.#join()
    await this.#beat()
    await this.#arrange()
  }

  async refresh(): Promise<void> {
    await this.#beat()
    await this.#arrange()
  }

  async stop(withinMs: number): Promise<void> {
    const until = this.#clock.elapsed() + withinMs
    const left = () => Math.max(1, until - this.#clock.elapsed())
    this.#isStopping = true
    if (this.#isMember) {
      await this.#within(left(), this.#handOver())
      await this.#within(left(), this.#store.leave(this.#incarnation))
    }
    this.#isMember = false
    this.#cancelBeat()
    this.#own.clear()
    this.#deadline?.end()
    await this.#within(left(), this.#store.close())
  }

  async #join(): Promise<void> {
    this.#incarnation = await this.#store.join(this.#options.node)
    this.#isMember = true
    this.#observations.forget()
  }

  // -- beats

  #beat(): Promise<void> {
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = null
      this.#planBeat()
    })
    return this.#beating
  }

  async #beatOnce(): Promise<void> {
    if (!this.#isMember) return
    const incarnation = this.#incarnation
    const sentAt = this.#clock.elapsed()
    const wallAt = this.#clock.now()
    const cuts = this.#cuts
    this.#nextBeatAt = sentAt + placementBounds.beatMs
    try {
      const answer = await this.#store.beat(incarnation)
      if (!this.#isMember || incarnation !== this.#incarnation) return
      if (answer === null) void this.#lose()
      else {
        this.#deadline.renew(sentAt)
        if (cuts !== this.#cuts) {
          this.#deadline.cut()
          this.#nextBeatAt = sentAt
        }
        if (answer.at !== undefined) this.#compareClocks(wallAt, answer.at)
        this.#look(answer)
      }
    } catch (error) {
      this.#nextBeatAt = Math.min(this.#nextBeatAt, this.#clock.elapsed() + pauseMs)
      this.#note('the placement cannot be reached', error)
    }
  }

  /** The next beat is also the next look, so it comes when somebody would be dead. */
  #planBeat(): void {
    this.#cancelBeat()
    if (!this.#isMember) return
    const now = this.#clock.elapsed()
    const at = Math.min(this.#nextBeatAt, this.#observations.nextDeath(now))
    const delayMs = Math.max(1, Math.ceil(at - now))
    this.#cancelBeat = this.#clock.after(delayMs, () => void this.#beat())
  }

  #look({ members, epochs }: BeatAnswer): void {
    const now = this.#clock.elapsed()
    this.#observations.look(
      members.filter(({ incarnation }) => incarnation !== this.#incarnation),
      now,
    )
    for (const dead of this.#observations.dead(now)) void this.#bury(dead)
    const known = this.#rows.shards.reduce((sum, { epoch }) => sum + epoch, 0)
    if (this.#isStale || epochs !== known || !isSame(members, this.#rows.members)) void this.#arrange()
  }

  /**
   * A node whose clock is wrong stays a member, so that it sees when that is over, and gives its shards away.
   */
  #compareClocks(sentAt: number, storeAt: number): void {
    const hasChanged = this.#clockWatch.compare(sentAt, storeAt)
    const { isRight } = this.#clockWatch
    const own = this.#rows.members.find(({ incarnation }) => incarnation === this.#incarnation)
    if (hasChanged)
      this.#note(isRight ? 'the clock of this machine is right again' : wrongClock(this.clockSkewMs))
    if (this.#isStopping || own === undefined || own.isDraining === !isRight) return
    this.#store
      .drain(this.#incarnation, !isRight)
      .then(() => this.#arrange())
      .catch(error => this.#note('the node cannot say that its clock is wrong', error))
  }

  async #bury({ incarnation, beats, address }: MemberRow): Promise<void> {
    if (this.#burying.has(incarnation)) return
    this.#burying.add(incarnation)
    try {
      if (!(await this.#store.bury(incarnation, beats))) return
      this.#note(`node ${address} is dead: its shards go to the others`)
      await this.#arrange()
    } catch (error) {
      this.#note(`node ${address} seems dead and cannot be buried`, error)
    } finally {
      this.#burying.delete(incarnation)
    }
  }

  /** This node is buried: it forgets all that it has, then joins anew. */
  async #lose(): Promise<void> {
    this.#isMember = false
    this.#cancelBeat()
    this.#own.clear()
    this.#leaving.clear()
    this.#release = Promise.resolve()
    this.#deadline.end()
    this.#whenReleased()
    this.#note('this node was taken for dead: it begins anew')
    await this.#events.lost()
    while (!this.#isStopping) {
      try {
        await this.#join()
        break
      } catch (error) {
        if (error instanceof NodeRefused) return this.#options.refused(error)
        this.#note('the placement cannot be joined', error)
        await this.#pause()
      }
    }
    if (!this.#isStopping) await this.refresh()
  }

  // -- shards

  /** Reads the rows and does what follows from them. One at a time; asked for meanwhile, once more. */
  #arrange(): Promise<void> {
    this.#isStale = true
    this.#arranging ??= this.#arrangeAll().finally(() => {
      this.#arranging = null
    })
    return this.#arranging
  }

  async #arrangeAll(): Promise<void> {
    try {
      while (this.#isStale && this.#isMember) {
        this.#isStale = false
        await this.#arrangeOnce()
      }
    } catch (error) {
      // The next beat tries again, or finds out that this node is buried.
      this.#isStale = true
      this.#note('the placement cannot be read', error)
      if (error instanceof NodeBuried) void this.#beat()
    }
  }

  async #arrangeOnce(): Promise<void> {
    const { isOver, incarnation } = this.#life()
    const frees = this.#frees
    const rows = await this.#store.read()
    if (isOver()) return
    if (!rows.members.some(member => member.incarnation === incarnation)) return void this.#lose()
    if (frees !== this.#frees) {
      this.#isStale = true
      return
    }
    const hasMoved = this.#hasMoved(rows)
    this.#rows = rows
    this.#options.seen?.(rows.members)
    if (hasMoved) this.#events.moved()
    this.#gain(this.#shardsWhere(({ owner }) => owner === incarnation))
    const heirs = rows.shards.map((_, shard) => heirOf(shard, rows.members)?.incarnation ?? null)
    const claims = this.#shardsWhere((row, shard) => {
      return heirs[shard] === incarnation && isFree(row, rows.members)
    }).map(shard => this.#claimOf(shard))
    if (claims.length > 0 && !this.#isStopping) {
      const got = await this.#store.claim(incarnation, claims)
      if (isOver()) return
      this.#take(got)
      if (got.length < claims.length) this.#isStale = true
    }
    this.#giveAway([...this.#own].filter(shard => ![incarnation, null].includes(heirs[shard]!)))
  }

  #shardsWhere(fits: (row: { owner: number | null; epoch: number }, shard: number) => boolean): number[] {
    return this.#rows.shards.flatMap((row, shard) => (fits(row, shard) ? [shard] : []))
  }

  /** What was claimed, as a next read would show it. */
  #take(shards: readonly number[]): void {
    const taken = new Set(shards)
    const owner = this.#incarnation
    this.#rows = {
      ...this.#rows,
      shards: this.#rows.shards.map((row, shard) =>
        taken.has(shard) ? { owner, epoch: row.epoch + 1 } : row,
      ),
    }
    this.#gain(shards)
  }

  #gain(shards: readonly number[]): void {
    const gained = shards.filter(shard => !this.#own.has(shard))
    for (const shard of gained) this.#own.add(shard)
    if (gained.length > 0) this.#events.gained(gained)
  }

  /** Members have come or gone, or shards that are not this node's have another owner. */
  #hasMoved({ members, shards }: PlacementRows): boolean {
    if (!isSame(members, this.#rows.members) || shards.length !== this.#rows.shards.length) return true
    return shards.some(({ epoch }, shard) => epoch !== this.#rows.shards[shard]!.epoch)
  }

  #giveAway(shards: readonly number[]): void {
    const given = shards.filter(shard => !this.#leaving.has(shard))
    if (given.length === 0) return
    for (const shard of given) this.#leaving.add(shard)
    const { isOver } = this.#life()
    this.#release = this.#release.then(async () => {
      if (isOver()) return
      await this.#events.release(given)
      const claims = given.map(shard => this.#claimOf(shard))
      while (!isOver() && !(await this.#free(claims))) await this.#pause()
      if (isOver()) return
      this.#frees++
      for (const shard of given) {
        this.#own.delete(shard)
        this.#leaving.delete(shard)
      }
      if (this.#own.size === 0) this.#whenReleased()
      await this.#arrange()
    })
  }

  async #free(claims: readonly Claim[]): Promise<boolean> {
    try {
      await this.#store.free(this.#incarnation, claims)
      return true
    } catch (error) {
      this.#note('released shards cannot be freed', error)
      return false
    }
  }

  /** Everything to the others; where there are none, to nobody. */
  async #handOver(): Promise<void> {
    await this.#store.drain(this.#incarnation).catch(error => this.#note('the node cannot drain', error))
    const released = new Promise<void>(resolve => {
      this.#whenReleased = resolve
    })
    this.#giveAway([...this.#own])
    if (this.#own.size > 0) await released
  }

  // -- small things

  /** The time as a member under this incarnation: what was asked for then may be answered after it. */
  #life(): { readonly incarnation: number; readonly isOver: () => boolean } {
    const incarnation = this.#incarnation
    return { incarnation, isOver: () => !this.#isMember || incarnation !== this.#incarnation }
  }

  #claimOf(shard: number): Claim {
    return { shard, epoch: this.#rows.shards[shard]!.epoch }
  }

  #pause(): Promise<void> {
    return new Promise(resolve => this.#clock.after(pauseMs, resolve))
  }

  /** Resolves after so long whatever becomes of it; what fails is noted. */
  #within(ms: number, work: Promise<void>): Promise<void> {
    return new Promise(resolve => {
      const cancel = this.#clock.after(ms, resolve)
      work
        .catch(error => this.#note('the node cannot leave in order', error))
        .finally(() => {
          cancel()
          resolve()
        })
    })
  }

  #note(line: string, error?: unknown): void {
    this.#options.note?.(line, error)
  }
}

function isSame(some: readonly Member[], others: readonly Member[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ incarnation, isDraining }) =>
      others.some(other => other.incarnation === incarnation && other.isDraining === isDraining),
    )
  )
}
