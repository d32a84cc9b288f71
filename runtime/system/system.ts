// The actor system in the main thread: routes asks, replies, entries and invalidations between the layers
// above and the hosts. local-engine.ts makes one; everybody else sees the ports in runtime/engine.ts.
// 1. An ask is kept until its answer or deadline. When its host dies, the next host gets it again, so that a
//    dead thread costs time and no work.
// 2. A subscriber hears every entry, or null when it may have missed some.
import { Failure, type FailureCode } from '../../domain/failure.ts'
import { type Clock, systemClock } from '../clock.ts'
import { Moved } from '../cluster/moved.ts'
import { bounds } from '../config.ts'
import {
  type ActorSystem,
  type AskOptions,
  type Desk,
  deskAddress,
  deskAway,
  type EngineLoad,
  type EntryListener,
} from '../engine.ts'
import type { Entry } from '../journal.ts'
import type { Log } from '../log.ts'
import { sparingLog } from '../process/sparing-log.ts'
import { Table } from '../table.ts'
import type { FromHost, Until } from './frames.ts'
import type { OpenLink } from './link.ts'
import { slotOf } from './routing.ts'
import { Supervisor } from './supervisor.ts'
import { type FindToWake, Waking } from './waking.ts'

export interface SystemParts {
  readonly slots: number
  readonly open: OpenLink
  readonly log: Log
  readonly toWake: FindToWake
  /** An actor changed a fact that the main thread may cache. The system itself tells the hosts. */
  readonly changed?: (what: unknown) => void
  /** A host tells the main thread something. */
  readonly told?: (what: unknown) => void
  /** Takes the figures that a host sends with a beat; JSON. */
  readonly measured?: (slot: number, figures: unknown) => void
  /** Default: it is away. */
  readonly desk?: Desk
  /** The hosts begin behind the fence, and the system wakes nobody until `unfence`. */
  readonly isFenced?: boolean
  /** Default: the machine's. */
  readonly clock?: Clock
  /** Carries the asks of effects, in a cluster to any node. Default: all actors are here. */
  readonly ask?: AskText
}

/** As `ask` of ActorSystem; `payload` is the message as JSON text. */
export type AskText = (address: string, payload: string, options?: AskTextOptions) => Promise<string>

export interface AskTextOptions extends AskOptions {
  /** Somebody at another node asks: `endWaits` does not end it. Default false. */
  readonly isGuest?: boolean
}

interface PendingAsk {
  readonly id: number
  readonly address: string
  readonly slot: number
  readonly payload: string
  readonly until: Until
  readonly isGuest: boolean
  readonly settle: (error: Error | null, reply: string) => void
  readonly callOff: () => void
}

export class System implements ActorSystem {
  readonly #parts: SystemParts
  readonly #clock: Clock
  readonly #supervisor: Supervisor
  readonly #asks = new Table<number, PendingAsk>()
  readonly #listeners = new Map<string, Set<EntryListener>>()
  readonly #waking: Waking
  readonly #releases = new Map<number, { readonly slot: number; readonly done: () => void }>()
  readonly #load: { queued: number; active: number }[]
  #lastId = 0
  #isStopping = false
  readonly #relayed: AskText
  #isFenced: boolean

  constructor(parts: SystemParts) {
    this.#parts = parts
    this.#relayed = parts.ask ?? ((address, payload, options) => this.askText(address, payload, options))
    this.#clock = parts.clock ?? systemClock
    this.#isFenced = parts.isFenced ?? false
    this.#load = Array.from({ length: parts.slots }, () => ({ queued: 0, active: 0 }))
    this.#supervisor = new Supervisor({
      slots: parts.slots,
      open: parts.open,
      log: parts.log,
      clock: this.#clock,
      events: {
        frame: (slot, head, payload) => this.#frame(slot, head, payload),
        hostStarted: (slot, poisoned) => this.#hostStarted(slot, poisoned),
      },
    })
    this.#waking = new Waking(
      {
        ...{ slots: parts.slots, toWake: parts.toWake, clock: this.#clock },
        // When the database is away, the scan of every slot fails at once.
        log: sparingLog(parts.log, this.#clock),
        send: (slot, address) => this.#wake(slot, address),
        orphans: slots => this.#announceUnheard(slots),
      },
      this.#isFenced,
    )
  }

  async start(): Promise<void> {
    await this.#supervisor.start()
    void this.#waking.watchAlarms()
  }

  get isReady(): boolean {
    return this.#supervisor.isReady
  }

  /** For the metrics. */
  get load(): EngineLoad {
    return { restarts: this.#supervisor.restarts, slots: this.#load }
  }

  ask(address: string, message: unknown, options: AskOptions = {}): Promise<string> {
    return this.askText(address, JSON.stringify(message), options)
  }

  subscribe(address: string, listener: EntryListener): () => void {
    const slot = slotOf(address, this.#parts.slots)
    const listeners = this.#listeners.get(address) ?? new Set()
    if (listeners.size === 0) {
      this.#listeners.set(address, listeners)
      this.#supervisor.send(slot, { type: 'watch', address })
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0 || this.#listeners.get(address) !== listeners) return
      this.#listeners.delete(address)
      this.#supervisor.send(slot, { type: 'unwatch', address })
    }
  }

  invalidate(what: unknown): void {
    this.#supervisor.sendAll({ type: 'invalidate' }, JSON.stringify(what))
  }

  /** As of Engine. */
  unfence(): void {
    if (!this.#isFenced) return
    this.#isFenced = false
    this.#supervisor.sendAll({ type: 'unfence' })
    this.#waking.unfence()
  }

  /** As of Engine. */
  endWaits(): void {
    for (const ask of [...this.#asks.values()]) if (ask.until === 'done' && !ask.isGuest) this.#expire(ask)
  }

  /** In a cluster: wakes what these actors owe, which other nodes had until now. */
  gained(isGained: (address: string) => boolean): void {
    this.#waking.gained(isGained)
  }

  /**
   * In a cluster: other nodes are to have these shards. Resolves when no host has anything of them; one that
   * does not come so far in time is ended.
   */
  async release(shards: readonly number[]): Promise<void> {
    const slots = Array.from({ length: this.#parts.slots }, (_, slot) => slot)
    await Promise.all(slots.map(slot => this.#release(slot, shards)))
  }

  /** In a cluster: other nodes have everything. Resolves when no host runs that did until now. */
  async lost(): Promise<void> {
    const ended = this.#supervisor.replaceAll()
    for (const { settle } of [...this.#asks.values()]) settle(new Moved(), '')
    await ended
  }

  /** Lets the hosts finish the commits in flight; asks without an answer fail with `unavailable`. */
  async stop(withinMs = 10_000): Promise<void> {
    this.#isStopping = true
    this.#waking.stop()
    await this.#supervisor.stop(withinMs)
    for (const { settle } of this.#asks.values()) {
      settle(new Failure('unavailable', 'the service is stopping'), '')
    }
  }

  /** As `ask`. @throws {Moved} in a cluster: another node has the actor */
  askText(address: string, payload: string, options: AskTextOptions = {}): Promise<string> {
    if (this.#isStopping) return Promise.reject(new Failure('unavailable', 'the service is stopping'))
    const slot = slotOf(address, this.#parts.slots)
    const { until = 'decided', isFresh = false, isGuest = false, timeoutMs = bounds.askMs } = options
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      const settle = (error: Error | null, reply: string) => {
        pending.callOff()
        this.#asks.delete(id)
        if (error) reject(error)
        else resolve(reply)
      }
      const callOff = this.#clock.after(timeoutMs, () => this.#expire(pending))
      const pending: PendingAsk = { id, address, slot, payload, until, isGuest, settle, callOff }
      this.#asks.set(id, pending)
      this.#supervisor.send(slot, { type: 'ask', id, address, until, fresh: isFresh }, payload)
    })
  }

  /** Passes an effect's ask on to an actor that may live in another host, or to the desk. */
  async #relay(
    slot: number,
    { id, address, fresh }: Extract<FromHost, { type: 'ask' }>,
    payload: string,
  ): Promise<void> {
    try {
      const reply =
        address === deskAddress
          ? await (this.#parts.desk ?? deskAway)(payload)
          : await this.#relayed(address, payload, { isFresh: fresh })
      this.#supervisor.send(slot, { type: 'answer', id, isRefused: false }, reply)
    } catch (error) {
      const failure = error instanceof Failure ? error : this.#deskFailed(error)
      this.#supervisor.send(slot, { type: 'answer', id, isRefused: true }, JSON.stringify(failure))
    }
  }

  /** A defect of ours is logged, and told to the effect as a refusal. */
  #deskFailed(error: unknown): Failure {
    this.#parts.log.error({ err: error }, 'the main thread failed to answer an actor')
    return new Failure('bad-request', 'the service failed to do this; its log says why')
  }

  #frame(slot: number, head: FromHost, payload: string): void {
    switch (head.type) {
      case 'reply':
        this.#waking.answered(head.id)
        return this.#asks.get(head.id)?.settle(null, payload)
      case 'refused':
        return this.#asks.get(head.id)?.settle(failureOf(payload), '')
      case 'entry':
        return this.#announce(head.address, {
          address: head.address,
          seq: head.seq,
          at: head.at,
          body: payload,
        })
      case 'watching':
        return this.#announce(head.address, null)
      case 'ask':
        return void this.#relay(slot, head, payload)
      case 'changed':
        return this.#changed(JSON.parse(payload))
      case 'told':
        return this.#parts.told?.(JSON.parse(payload))
      case 'beat':
        this.#load[slot] = { queued: head.queued, active: head.active }
        if (payload !== '') this.#parts.measured?.(slot, JSON.parse(payload))
        return
      case 'log':
        return this.#parts.log[head.level](JSON.parse(payload), head.message)
      case 'trouble':
        return this.#parts.log.warn({ slot, reason: head.reason, times: head.times }, head.what)
      case 'moved':
        return this.#asks.get(head.id)?.settle(new Moved(), '')
      case 'released':
        return this.#releases.get(head.id)?.done()
      case 'ready':
      case 'stopped':
        return
    }
  }

  /** Comes before any reply that the host sent after it, so an answered caller sees the change. */
  #changed(what: unknown): void {
    this.#parts.changed?.(what)
    this.invalidate(what)
  }

  #announce(address: string, entry: Entry | null): void {
    for (const listener of this.#listeners.get(address) ?? []) listener(entry)
  }

  #expire({ id, address, slot, settle }: PendingAsk): void {
    this.#supervisor.send(slot, { type: 'forget', id, address })
    settle(new Failure('unavailable', 'no answer in time', { retryAfterMs: 1_000 }), '')
  }

  /** Sends a new host what its predecessor knew: the fence, the pending asks, the watches. Then wakes. */
  #hostStarted(slot: number, poisoned: ReadonlySet<string>): void {
    if (this.#parts.isFenced && !this.#isFenced) this.#supervisor.send(slot, { type: 'unfence' })
    for (const release of [...this.#releases.values()]) if (release.slot === slot) release.done()
    for (const { id, address, until, payload, slot: own } of this.#asks.values()) {
      if (own === slot)
        this.#supervisor.send(slot, { type: 'ask', id, address, until, fresh: false }, payload)
    }
    for (const address of this.#listeners.keys()) {
      if (slotOf(address, this.#parts.slots) === slot) this.#supervisor.send(slot, { type: 'watch', address })
    }
    this.#waking.hostStarted(slot, poisoned)
  }

  #release(slot: number, shards: readonly number[]): Promise<void> {
    const id = ++this.#lastId
    // A host that is not up has nothing; it begins without these shards.
    if (!this.#supervisor.isUp(slot)) return Promise.resolve()
    return new Promise(resolve => {
      const done = () => {
        callOff()
        this.#releases.delete(id)
        resolve()
      }
      const callOff = this.#clock.after(
        bounds.releaseMs,
        () => void this.#supervisor.replace(slot).then(done),
      )
      this.#releases.set(id, { slot, done })
      this.#supervisor.send(slot, { type: 'release', id, shards })
    })
  }

  #wake(slot: number, address: string): number {
    const id = ++this.#lastId
    this.#supervisor.send(slot, { type: 'wake', id, address })
    return id
  }

  #announceUnheard(slots: ReadonlySet<number>): void {
    for (const address of this.#listeners.keys())
      if (slots.has(slotOf(address, this.#parts.slots))) this.#announce(address, null)
  }
}

function failureOf(payload: string): Failure {
  return Failure.from(JSON.parse(payload) as { code: FailureCode; message: string })
}
