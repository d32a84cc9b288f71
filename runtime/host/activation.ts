// One actor in memory: its mailbox, its behavior, its state. Activations (activations.ts) creates one per
// address (R1); the host lets it take turns.
// 1. It decides on durable state, or on state of the commit that its turn becomes part of (R2).
// 2. It decides nothing while that commit is in flight.
// 3. Its state is the fold of its entries (R3).
import type { ActorKind, Beginning, Behavior, Effect } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { Entry, Loaded, Snapshot } from '../journal.ts'
import { KnownWake } from './known-wake.ts'
import { ReplayWork } from './replay-work.ts'
import { Setbacks } from './setbacks.ts'
import { type Answer, type Envelope, type Turn, TurnEvents } from './turn.ts'

/** @typeParam P its projections */
export type AnyKind<P = unknown> = ActorKind<unknown, unknown, unknown, Effect, P>
/** Calls code of an actor with its address in the mark, so that a crash is blamed on it. */
export type RunMarked = <T>(code: () => T) => T
type AnyBehavior = Behavior<unknown, unknown, unknown, Effect, unknown>

export class Activation {
  readonly address: string
  readonly kind: AnyKind
  readonly mailbox: Envelope[] = []
  /**
   * `loading`: it reads the journal. `ready`: it waits for its turn. `committing`: its turn is gathered or
   * being committed. `left`: another node has it.
   */
  phase: 'loading' | 'idle' | 'ready' | 'committing' | 'left' = 'loading'
  /** Turns are fair among tenants. */
  tenant: string
  /** Effects being performed, by id. */
  readonly inFlight = new Map<string, AbortController>()
  /** Ids of wakes to answer after the replay. */
  readonly wakes: number[] = []
  readonly setbacks = new Setbacks()

  #behavior: AnyBehavior | null = null
  #state: unknown = null
  #seq = 0
  #hasMore = false
  readonly #work: ReplayWork
  #wakeAt: number | null = null
  readonly #wake = new KnownWake()

  constructor(address: string, kind: AnyKind) {
    this.address = address
    this.kind = kind
    this.tenant = address
    this.#work = new ReplayWork(kind.snapshots?.afterEvents)
  }

  /** Opens the behavior of an address that has no journal, by its first message. */
  begin(message: unknown): void | Promise<void> {
    this.#belong({ message })
    const behavior = this.kind.open(this.address, { message })
    if (behavior instanceof Promise) return behavior.then(opened => this.#reset(opened))
    this.#reset(behavior)
  }

  /**
   * Folds the journal (R3). The snapshot or the first entry opens the behavior. A long journal is folded in
   * pieces of a turn's time.
   * @param runMarked wraps each synchronous piece of the actor's code
   * @returns whether the journal has anything of the address
   */
  async replay(pages: AsyncIterable<Loaded>, runMarked: RunMarked, clock: Clock): Promise<boolean> {
    let isFound = false
    let began = clock.elapsed()
    for await (const { snapshot, entries } of pages) {
      const [first] = entries
      if (snapshot) await this.#restore(snapshot, runMarked)
      isFound ||= snapshot !== null
      if (first && !isFound) this.#reset(await runMarked(() => this.#openBy(first)))
      isFound ||= first !== undefined
      for (const entry of entries) {
        runMarked(() => this.#fold(entry))
        if (clock.elapsed() - began < bounds.turnMs) continue
        await new Promise<void>(resolve => clock.soon(resolve))
        began = clock.elapsed()
      }
    }
    if (isFound) {
      this.#wakeAt = this.#opened.wakeAt(this.#state)
      this.#wake.doubt()
    }
    return isFound
  }

  /**
   * Decides the messages in the mailbox and lets the state advance, until the turn is full.
   * @param isTimeUp has the turn had its time?
   */
  turn(now: number, isTimeUp: () => boolean): Turn {
    const events = new TurnEvents(isTimeUp)
    const envelopes: Envelope[] = []
    const answers: Answer[] = []
    const isFirst = this.#seq === 0
    const first = this.#seq + 1
    while (this.mailbox.length > 0 && !events.isFull) {
      const envelope = this.mailbox.shift()!
      envelopes.push(envelope)
      const answer = this.#decide(envelope, events, now)
      if (answer) answers.push(answer)
      events.decided()
    }
    this.#hasMore = !this.#advance(events, now)
    const count = events.all.length
    if (count === 0) return { activation: this, envelopes, commit: null, answers }
    const projections = this.#opened.project(this.#state, events.all, isFirst)
    const entry = { address: this.address, seq: first, at: now, body: events.body }
    this.#work.add(count, entry.body.length)
    this.#wakeAt = this.#opened.wakeAt(this.#state)
    const wake = this.#wake.change({ isOwing: this.#isOwing(now), at: this.#wakeAt })
    const commit = { ...entry, projections, ...wake, ...this.#dueSnapshot() }
    return { activation: this, envelopes, commit, answers }
  }

  /** Unix ms of its next alarm, as of the last turn; null for none. */
  get wakeAt(): number | null {
    return this.#wakeAt
  }

  /** Is there something to decide: a message, or the rest of a full turn? */
  get isDue(): boolean {
    return this.mailbox.length > 0 || this.#hasMore
  }

  /** Of its journal, which its state is about as large as. */
  get bytes(): number {
    return this.#work.bytes
  }

  get isDone(): boolean {
    return this.#opened.isDone(this.#state)
  }

  get isOpen(): boolean {
    return this.#behavior !== null
  }

  view(): unknown {
    return this.#opened.view(this.#state)
  }

  /** The pending effects of the durable state (R4). */
  pending(): Iterable<Effect> {
    return this.#opened.pending(this.#state)
  }

  get #opened(): AnyBehavior {
    if (!this.#behavior) throw new TypeError(`${this.address} was asked before it was opened`)
    return this.#behavior
  }

  /** Must a restart wake it, because it has pending effects or more to advance? */
  #isOwing(now: number): boolean {
    if (this.#opened.isFoundByRow?.(this.#state)) return false
    for (const _ of this.pending()) return true
    // A full turn may have nothing left.
    return this.#hasMore && this.#opened.advance(this.#state, now).length > 0
  }

  #dueSnapshot(): { snapshot?: Snapshot } {
    const { snapshots } = this.kind
    if (!snapshots || !this.#work.isEnough || this.isDone) return {}
    const body = JSON.stringify(snapshots.freeze?.(this.#state) ?? this.#state)
    this.#work.restart(body.length)
    return { snapshot: { seq: this.#seq, version: snapshots.version, body } }
  }

  /** Nothing of it became durable: what it has decided so far never was. */
  close(): void {
    this.#behavior = null
  }

  /** Begins at the initial state, with no entries. */
  #reset(behavior: AnyBehavior): void {
    this.#behavior = behavior
    this.#wakeAt = null
    this.#wake.begin()
    this.#state = behavior.initial()
    this.#seq = 0
    this.#work.restart(0)
  }

  #belong(beginning: Beginning<unknown, unknown, unknown>): void {
    this.tenant = this.kind.tenantOf?.(beginning) ?? this.address
  }

  #openBy({ body }: Entry): AnyBehavior | Promise<AnyBehavior> {
    const [event] = JSON.parse(body) as unknown[]
    this.#belong({ event })
    return this.kind.open(this.address, { event })
  }

  #fold(entry: Entry): void {
    const events = JSON.parse(entry.body) as unknown[]
    for (const event of events) this.#evolve(event, entry.at)
    this.#work.add(events.length, entry.body.length)
  }

  async #restore({ seq, body }: Snapshot, runMarked: RunMarked): Promise<void> {
    const snapshots = this.kind.snapshots!
    const state = runMarked(() => {
      const kept = JSON.parse(body) as unknown
      return snapshots.thaw?.(kept) ?? kept
    })
    this.#belong({ state })
    this.#reset(await runMarked(() => snapshots.open(this.address, state)))
    this.#state = state
    this.#seq = seq
    this.#work.restart(body.length)
  }

  #decide(envelope: Envelope, events: TurnEvents, now: number): Answer | null {
    const decision = this.#opened.decide(this.#state, envelope.message, now)
    for (const event of decision.events) this.#take(event, events, now)
    if (!envelope.ask) return null
    if (decision.refusal) return { id: envelope.ask.id, failure: decision.refusal }
    return { ...envelope.ask, reply: decision.reply }
  }

  /** @returns true when the state has no more events to give, false when the turn is full */
  #advance(events: TurnEvents, now: number): boolean {
    while (!events.isFull) {
      const more = this.#opened.advance(this.#state, now)
      if (more.length === 0) return true
      for (const event of more) this.#take(event, events, now)
      events.decided()
    }
    return false
  }

  #take(event: unknown, events: TurnEvents, now: number): void {
    events.add(event)
    this.#evolve(event, now)
  }

  #evolve(event: unknown, at: number): void {
    this.#state = this.#opened.evolve(this.#state, event, at)
    this.#seq++
  }
}
