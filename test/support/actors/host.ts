// A small kind of actor, a journal that can fail, and a host that holds them, for the tests of the runtime. A
// counter adds, owes calls, goes on by itself, ends: everything that the runtime promises something about.
import { Failure, type FailureCode, notFound } from '../../../domain/failure.ts'
import type { ActorKind, Behavior, Effect, Outside } from '../../../runtime/actor.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { Moved } from '../../../runtime/cluster/moved.ts'
import { bounds } from '../../../runtime/config.ts'
import type { AnyKind } from '../../../runtime/host/activation.ts'
import { Host } from '../../../runtime/host/host.ts'
import type { HostParts } from '../../../runtime/host/host-parts.ts'
import { type Commit, type Refusal, WritesRefused } from '../../../runtime/journal.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'
import type { FromHost, Until } from '../../../runtime/system/frames.ts'

export type CounterMessage =
  /** Counts once however often it is said, as every message that may be asked again must. */
  | { readonly type: 'add'; readonly id: string }
  | { readonly type: 'call' | 'drop' | 'returned'; readonly id: string }
  /** This many events follow by themselves. */
  | { readonly type: 'burst'; readonly events: number }
  /** Wants to be woken at this moment, Unix ms; null: at none. */
  | { readonly type: 'set-alarm'; readonly at: number | null }
  /** Refused with this code. */
  | { readonly type: 'refuse'; readonly code: FailureCode }
  | { readonly type: 'end' }
  | { readonly type: 'view' }
  | { readonly type: 'alarm' }
  /** Kills the host that decides it, until the counter has ended. */
  | { readonly type: 'die' }

export type CounterEvent = {
  readonly type: 'added' | 'owed' | 'settled' | 'ticked' | 'burst' | 'alarm-set' | 'rang' | 'ended'
  readonly id: string
}

export interface Counter {
  added: string[]
  owed: string[]
  left: number
  ticks: number
  alarmAt: number | null
  /** How often its moment has come. */
  rings: number
  endedBy: string | null
}

function decide(state: Counter, message: CounterMessage, now: number): readonly CounterEvent[] {
  switch (message.type) {
    case 'add':
      return state.added.includes(message.id) ? [] : [{ type: 'added', id: message.id }]
    case 'call':
      return state.owed.includes(message.id) ? [] : [{ type: 'owed', id: message.id }]
    case 'drop':
    case 'returned':
      return state.owed.includes(message.id) ? [{ type: 'settled', id: message.id }] : []
    case 'burst':
      return [{ type: 'burst', id: String(message.events) }]
    case 'set-alarm':
      return [{ type: 'alarm-set', id: String(message.at) }]
    case 'alarm':
      return state.alarmAt !== null && state.alarmAt <= now ? [{ type: 'rang', id: '' }] : []
    case 'refuse':
      return []
    case 'end':
      return [{ type: 'ended', id: 'end' }]
    case 'view':
      return []
    case 'die':
      if (state.endedBy === null) throw new TypeError('poisoned')
      return []
  }
}

function evolve(state: Counter, { type, id }: CounterEvent): Counter {
  if (type === 'added') state.added.push(id)
  if (type === 'owed') state.owed.push(id)
  if (type === 'settled') state.owed = state.owed.filter(other => other !== id)
  if (type === 'burst') state.left = Number(id)
  if (type === 'ticked') {
    state.left--
    state.ticks++
  }
  if (type === 'alarm-set') state.alarmAt = id === 'null' ? null : Number(id)
  if (type === 'rang') Object.assign(state, { alarmAt: null, rings: state.rings + 1 })
  if (type === 'ended') Object.assign(state, { endedBy: id, owed: [] })
  return state
}

const counter: Behavior<
  CounterMessage | { type: 'poison'; reason: string },
  CounterEvent,
  Counter,
  Effect,
  string
> = {
  initial: () => ({ added: [], owed: [], left: 0, ticks: 0, alarmAt: null, rings: 0, endedBy: null }),
  decide(state, message, now) {
    if (message.type === 'poison') return { events: [{ type: 'ended', id: message.reason }] }
    if (message.type === 'refuse') return { events: [], refusal: new Failure(message.code, 'refused') }
    return { events: decide(state, message, now) }
  },
  advance: state => (state.left > 0 ? [{ type: 'ticked', id: '' }] : []),
  evolve,
  pending: state => state.owed.map(id => ({ id })),
  wakeAt: state => (state.endedBy === null ? state.alarmAt : null),
  project: (_, events) => [events.map(({ type }) => type).join()],
  view: state => ({ ...state }),
  isDone: state => state.endedBy !== null,
}

export interface CounterWorld {
  /** Carries out what a counter owes; never answers by default. */
  readonly perform?: (
    address: string,
    effect: Effect,
    signal: AbortSignal,
    outside: Outside,
  ) => Promise<CounterMessage | null>
  readonly opened?: (address: string) => void
  /** Called with each decision and each piece of an advance. */
  readonly decided?: (address: string) => void
  /** Called with each event that is folded into a state. */
  readonly evolved?: (address: string) => void
  /** Whose counter it is; nobody's by default. */
  readonly tenantOf?: (message: CounterMessage) => string | null
  /** Default: no row finds a counter. */
  readonly isFoundByRow?: () => boolean
  /** Snapshots of this version, after so many events; none by default. */
  readonly snapshots?: { readonly version: number; readonly afterEvents: number }
}

type CounterKind = ActorKind<
  CounterMessage | { type: 'poison'; reason: string },
  CounterEvent,
  Counter,
  Effect,
  string
>

/** Addresses are `cnt_...`; one without a journal cannot be viewed. */
export function counterKind(world: CounterWorld = {}): AnyKind<string> {
  const { perform = never, opened = () => {}, snapshots, isFoundByRow = () => false, tenantOf } = world
  const plain = { ...counter, isFoundByRow }
  const behaviorOf = (address: string) =>
    world.decided || world.evolved ? heard(plain, world, address) : plain
  const kind: CounterKind = {
    prefix: 'cnt',
    open(address, beginning) {
      if ('message' in beginning && beginning.message.type === 'view') throw notFound('counter')
      opened(address)
      return behaviorOf(address)
    },
    perform: (address, effect, outside) => perform(address, effect, outside.signal, outside),
    alarm: { type: 'alarm' },
    poisoned: reason => ({ type: 'poison', reason }),
    ...(tenantOf && {
      tenantOf: beginning => ('message' in beginning ? tenantOf(beginning.message as CounterMessage) : null),
    }),
    ...(snapshots && { snapshots: { ...snapshots, open: behaviorOf } }),
  }
  return kind
}

/** The behavior, and somebody who hears when it decides and when its state changes. */
function heard(
  behavior: typeof counter,
  { decided, evolved }: CounterWorld,
  address: string,
): typeof counter {
  return {
    ...behavior,
    decide(...given) {
      decided?.(address)
      return behavior.decide(...given)
    },
    advance(...given) {
      decided?.(address)
      return behavior.advance(...given)
    },
    evolve(...given) {
      evolved?.(address)
      return behavior.evolve(...given)
    },
  }
}

const never = () => new Promise<never>(() => {})

/** A journal whose commits take a turn, as real ones do, and can be held back and lost. */
export class TroubledJournal extends MemoryJournal<unknown> {
  /**
   * What becomes of the next commits: lost before they are taken, taken without the answer arriving, or
   * refused since the journal takes no writes.
   */
  readonly losses: ('before' | 'after' | 'unwritable')[] = []
  /** Addresses in each commit that was tried. */
  readonly tried: string[][] = []
  #gate: Promise<void> | null = null

  /** Commits wait from now on, until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gate = promise
    return () => {
      this.#gate = null
      resolve()
    }
  }

  override async commit(commits: readonly Commit<unknown>[]): Promise<ReadonlyMap<number, Refusal>> {
    this.tried.push(commits.map(commit => commit.address))
    await this.#gate
    await turns(1)
    const loss = this.losses.shift()
    if (loss === 'unwritable') throw new WritesRefused('its disk is full')
    if (loss === 'before') throw new Error('the connection is gone')
    const refusals = await super.commit(commits)
    if (loss === 'after') throw new Error('the connection is gone, the commit is not')
    return refusals
  }
}

/** A host in this thread; what it says is at hand. */
export class TestHost {
  readonly journal: TroubledJournal
  readonly clock = new SimulatedClock()
  readonly host: Host
  readonly frames: { head: FromHost; payload: string }[] = []
  readonly crashes: unknown[] = []
  readonly #answers = new Map<number, (frame: { head: FromHost; payload: string }) => void>()
  #lastId = 0

  constructor({
    journal = new TroubledJournal(),
    standing,
    ...world
  }: CounterWorld & { journal?: TroubledJournal } & Pick<HostParts, 'standing'> = {}) {
    this.journal = journal
    const parts: HostParts = {
      kinds: [counterKind(world)],
      journal,
      clock: this.clock,
      send: (head, payload = '') => this.#hear(head, payload),
      crash: error => this.crashes.push(error),
      ...(standing && { standing }),
    }
    this.host = new Host(parts)
  }

  /** The reply, parsed; a refusal is thrown as `{code, message}`. */
  ask(
    address: string,
    message: CounterMessage,
    { until = 'decided' as Until, fresh = false } = {},
  ): Promise<Counter> {
    const { id, answer } = this.#expect()
    this.host.receive(address, { message, ask: { id, until } }, fresh)
    return answer
  }

  wake(address: string): Promise<Counter> {
    const { id, answer } = this.#expect()
    this.host.wake(address, id)
    return answer
  }

  /** Number that the next ask will have. */
  get nextId(): number {
    return this.#lastId + 1
  }

  #expect(): { id: number; answer: Promise<Counter> } {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Counter>()
    this.#answers.set(id, ({ head, payload }) => {
      if (head.type === 'reply') resolve(JSON.parse(payload))
      else reject(head.type === 'moved' ? new Moved() : JSON.parse(payload))
    })
    return { id, answer: promise }
  }

  #hear(head: FromHost, payload: string): void {
    this.frames.push({ head, payload })
    if ('id' in head) this.#answers.get(head.id)?.({ head, payload })
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise(resolve => setImmediate(resolve))
}

/** As long as it takes to try again so often what failed. */
export async function retriesPass(host: TestHost, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await turns(3)
    host.clock.advance(bounds.recoverMs[1])
  }
  await turns(3)
}
