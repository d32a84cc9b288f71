// One actor in memory: its behavior, its state, and the turn it is taking. An activation decides on durable state, or
// on state of the very commit it is part of (R2); while that commit is under way it decides nothing. Only a host
// makes activations, one per address (R1).
import type { ActorKind, Behavior, Effect } from './actor.ts'
import type { Entry, Loaded, Snapshot } from './journal.ts'
import { ReplayWork } from './replay-work.ts'
import { Setbacks } from './setbacks.ts'
import { type Answer, type Envelope, type Turn, TurnEvents } from './turn.ts'

export type AnyKind = ActorKind<unknown, unknown, unknown, Effect, unknown>
/** Runs code of an actor. */
export type Running = <T>(code: () => T) => T
type AnyBehavior = Behavior<unknown, unknown, unknown, Effect, unknown>

export class Activation {
  readonly address: string
  readonly kind: AnyKind
  readonly mailbox: Envelope[] = []
  /** `loading`: reading the journal. `committing`: a turn is on its way to it. */
  phase: 'loading' | 'idle' | 'committing' = 'loading'
  /** Effects under way; what ends them early. */
  readonly inFlight = new Map<string, AbortController>()
  /** Wakes to answer when the journal has been read. */
  readonly wakes: number[] = []
  readonly setbacks = new Setbacks()

  #behavior: AnyBehavior | null = null
  #state: unknown = null
  #seq = 0
  #hasMore = false
  readonly #work: ReplayWork
  /** What the journal's side has of it. */
  #wakeAt: number | null = null

  constructor(address: string, kind: AnyKind) {
    this.address = address
    this.kind = kind
    this.#work = new ReplayWork(kind.snapshots?.afterEvents)
  }

  /** Opens the behavior for an address without a journal, from the message that begins it. */
  begin(message: unknown): void | Promise<void> {
    const behavior = this.kind.open(this.address, { message })
    if (behavior instanceof Promise) return behavior.then(opened => this.#rest(opened))
    this.#rest(behavior)
  }

  /**
   * Folds the journal (R3). The snapshot or the first entry decides the behavior.
   * @param running runs each piece of it that waits for nothing
   * @returns whether there was anything
   */
  async replay(pages: AsyncIterable<Loaded>, running: Running): Promise<boolean> {
    let isFound = false
    for await (const { snapshot, entries } of pages) {
      const [first] = entries
      if (snapshot) await this.#restore(snapshot, running)
      isFound ||= snapshot !== null
      if (first && !isFound) this.#rest(await running(() => this.#openBy(first)))
      isFound ||= first !== undefined
      running(() => this.#fold(entries))
    }
    if (isFound) this.#wakeAt = this.#opened.wakeAt(this.#state)
    return isFound
  }

  /** Decides everything in the mailbox, and what follows from it, up to the bound of a turn. */
  turn(now: number): Turn {
    const events = new TurnEvents()
    const envelopes: Envelope[] = []
    const answers: Answer[] = []
    const isFirst = this.#seq === 0
    const first = this.#seq + 1
    while (this.mailbox.length > 0 && !events.isFull) {
      const envelope = this.mailbox.shift()!
      envelopes.push(envelope)
      const answer = this.#decide(envelope, events, now)
      if (answer) answers.push(answer)
    }
    this.#hasMore = !this.#advance(events, now)
    const count = events.all.length
    if (count === 0) return { activation: this, envelopes, commit: null, answers }
    const projection = this.#opened.project(this.#state, events.all, isFirst)
    const entry = { address: this.address, seq: first, at: now, body: events.body }
    this.#work.add(count, entry.body.length)
    const commit = { ...entry, projection, ...this.#changedWakeAt(), ...this.#dueSnapshot() }
    return { activation: this, envelopes, commit, answers }
  }

  /** Unix ms at which it is to be woken, as of the last turn; null for never. */
  get wakeAt(): number | null {
    return this.#wakeAt
  }

  /** Is there something to decide: a message, or steps that a full turn left? */
  get isDue(): boolean {
    return this.mailbox.length > 0 || this.#hasMore
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

  /** Effects that the durable state owes (R4). */
  pending(): Iterable<Effect> {
    return this.#opened.pending(this.#state)
  }

  get #opened(): AnyBehavior {
    if (!this.#behavior) throw new TypeError(`${this.address} was asked before it was opened`)
    return this.#behavior
  }

  #changedWakeAt(): { wakeAt?: number | null } {
    const wakeAt = this.#opened.wakeAt(this.#state)
    if (wakeAt === this.#wakeAt) return {}
    this.#wakeAt = wakeAt
    return { wakeAt }
  }

  #dueSnapshot(): { snapshot?: Snapshot } {
    const { snapshots } = this.kind
    if (!snapshots || !this.#work.isEnough || this.isDone) return {}
    const body = JSON.stringify(snapshots.freeze?.(this.#state) ?? this.#state)
    this.#work.restart(body.length)
    return { snapshot: { seq: this.#seq, version: snapshots.version, body } }
  }

  #rest(behavior: AnyBehavior): void {
    this.#behavior = behavior
    this.#wakeAt = null
    this.#state = behavior.initial()
    this.#seq = 0
    this.#work.restart(0)
  }

  #openBy({ body }: Entry): AnyBehavior | Promise<AnyBehavior> {
    const [event] = JSON.parse(body) as unknown[]
    return this.kind.open(this.address, { event })
  }

  #fold(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const events = JSON.parse(entry.body) as unknown[]
      for (const event of events) this.#evolve(event, entry.at)
      this.#work.add(events.length, entry.body.length)
    }
  }

  async #restore({ seq, body }: Snapshot, running: Running): Promise<void> {
    const snapshots = this.kind.snapshots!
    const state = running(() => {
      const kept = JSON.parse(body) as unknown
      return snapshots.thaw?.(kept) ?? kept
    })
    this.#rest(await running(() => snapshots.open(this.address, state)))
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

  /** @returns true when nothing more follows, false when the turn is full. */
  #advance(events: TurnEvents, now: number): boolean {
    while (!events.isFull) {
      const more = this.#opened.advance(this.#state, now)
      if (more.length === 0) return true
      for (const event of more) this.#take(event, events, now)
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
