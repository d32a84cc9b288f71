// The actor system as the rest of the program sees it: ask, subscribe, and nothing of threads. An ask is remembered
// until it is answered, and asked again of the next host when one dies, so that a dead thread costs time and no work.
import { Failure, type FailureCode } from '../domain/failure.ts'
import { type Clock, systemClock } from './clock.ts'
import type { FromHost, Until } from './frames.ts'
import type { Entry } from './journal.ts'
import type { OpenLink } from './link.ts'
import type { Log } from './log.ts'
import { slotOf } from './routing.ts'
import { sparingLog } from './sparing-log.ts'
import { Supervisor } from './supervisor.ts'
import { Waking } from './waking.ts'

export interface AskOptions {
  /** Answer when the events are durable, or when the actor has ended. Default `decided`. */
  readonly until?: Until
  /** The address was made by this call: its journal need not be read. */
  readonly isFresh?: boolean
  /** After this the ask fails with `unavailable`; what was decided stays decided. Default 30 s. */
  readonly timeoutMs?: number
}

/** The seam for scale-out: what layers above may know of the actors. */
export interface ActorSystem {
  /** @returns the reply as JSON text. @throws {Failure} the actor's refusal, `overloaded`, `unavailable` */
  ask(address: string, message: unknown, options?: AskOptions): Promise<string>
  /** Entries of the address as they are committed; the returned function ends it. */
  subscribe(address: string, listener: EntryListener): () => void
  /** Tells every host that a fact which kinds cache has changed. */
  invalidate(what: unknown): void
}

/** Takes an entry, or null: some may have passed unheard (the watch begins, a host was replaced), read the journal. */
export type EntryListener = (entry: Entry | null) => void

export interface SystemParts {
  readonly slots: number
  readonly open: OpenLink
  readonly log: Log
  /** Addresses of actors that have not ended, in order, after a given one; pages until it answers nothing. */
  readonly unfinished: (after: string, limit: number) => Promise<readonly string[]>
  /** Addresses whose alarm falls before a moment (Unix ms), in order, after a given one. */
  readonly due: (before: number, after: string, limit: number) => Promise<readonly string[]>
  /** An actor changed a fact that others cache: for what the main thread holds. Hosts are told by the system. */
  readonly changed?: (what: unknown) => void
  /** What a host measured, with each of its beats; JSON. */
  readonly measured?: (slot: number, figures: unknown) => void
  /** The hosts begin behind the fence, and nobody is woken until `unfence`. */
  readonly isFenced?: boolean
  /** Default: the machine's. */
  readonly clock?: Clock
}

interface Pending {
  readonly id: number
  readonly address: string
  readonly slot: number
  readonly payload: string
  readonly until: Until
  readonly settle: (error: Error | null, reply: string) => void
  readonly callOff: () => void
}

export class System implements ActorSystem {
  readonly #parts: SystemParts
  readonly #clock: Clock
  readonly #supervisor: Supervisor
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Map<string, Set<EntryListener>>()
  readonly #waking: Waking
  readonly #load: { queued: number; active: number }[]
  #lastId = 0
  #isStopping = false
  #isFenced: boolean

  constructor(parts: SystemParts) {
    this.#parts = parts
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
        risen: (slot, parked) => this.#risen(slot, parked),
      },
    })
    this.#waking = new Waking(
      {
        ...{ slots: parts.slots, unfinished: parts.unfinished, due: parts.due, clock: this.#clock },
        // All hosts and alarms are looked for in the same database.
        log: sparingLog(parts.log, this.#clock),
        send: (slot, address) => this.#wake(slot, address),
        strays: slots => this.#announceUnheard(slots),
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
  get load(): { readonly restarts: number; readonly slots: readonly { queued: number; active: number }[] } {
    return { restarts: this.#supervisor.restarts, slots: this.#load }
  }

  ask(address: string, message: unknown, options: AskOptions = {}): Promise<string> {
    return this.#ask(address, JSON.stringify(message), options)
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

  /** The hosts do what is owed; everybody who has something to do is woken. */
  unfence(): void {
    if (!this.#isFenced) return
    this.#isFenced = false
    this.#supervisor.sendAll({ type: 'unfence' })
    this.#waking.unfence()
  }

  /** Who waits for the end of an actor is told now that it does not come in time: the service is about to stop. */
  endWaits(): void {
    for (const pending of [...this.#pending.values()]) if (pending.until === 'done') this.#expire(pending)
  }

  /** Hosts finish the commits under way; asks without an answer fail with `unavailable`. */
  async stop(withinMs = 10_000): Promise<void> {
    this.#isStopping = true
    this.#waking.stop()
    await this.#supervisor.stop(withinMs)
    for (const { settle } of this.#pending.values()) {
      settle(new Failure('unavailable', 'the service is stopping'), '')
    }
  }

  #ask(address: string, payload: string, options: AskOptions): Promise<string> {
    if (this.#isStopping) return Promise.reject(new Failure('unavailable', 'the service is stopping'))
    const slot = slotOf(address, this.#parts.slots)
    const { until = 'decided', isFresh = false, timeoutMs = 30_000 } = options
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      const settle = (error: Error | null, reply: string) => {
        pending.callOff()
        this.#pending.delete(id)
        if (error) reject(error)
        else resolve(reply)
      }
      const callOff = this.#clock.after(timeoutMs, () => this.#expire(pending))
      const pending: Pending = { id, address, slot, payload, until, settle, callOff }
      this.#pending.set(id, pending)
      this.#supervisor.send(slot, { type: 'ask', id, address, until, fresh: isFresh }, payload)
    })
  }

  /** An effect in one host speaks to an actor that may live in another. */
  async #relay(
    slot: number,
    { id, address, fresh }: Extract<FromHost, { type: 'ask' }>,
    payload: string,
  ): Promise<void> {
    try {
      const reply = await this.#ask(address, payload, { isFresh: fresh })
      this.#supervisor.send(slot, { type: 'answer', id, isRefused: false }, reply)
    } catch (error) {
      this.#supervisor.send(slot, { type: 'answer', id, isRefused: true }, JSON.stringify(error))
    }
  }

  #frame(slot: number, head: FromHost, payload: string): void {
    switch (head.type) {
      case 'reply':
        this.#waking.answered(head.id)
        return this.#pending.get(head.id)?.settle(null, payload)
      case 'refused':
        return this.#pending.get(head.id)?.settle(failureOf(payload), '')
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
      case 'beat':
        this.#load[slot] = { queued: head.queued, active: head.active }
        if (payload !== '') this.#parts.measured?.(slot, JSON.parse(payload))
        return
      case 'log':
        return this.#parts.log[head.level](JSON.parse(payload), head.message)
      case 'trouble':
        return this.#parts.log.warn({ slot, reason: head.reason, times: head.times }, head.what)
      case 'ready':
      case 'stopped':
        return
    }
  }

  /** Before any reply that follows it: whoever is answered sees the change. */
  #changed(what: unknown): void {
    this.#parts.changed?.(what)
    this.invalidate(what)
  }

  #announce(address: string, entry: Entry | null): void {
    for (const listener of this.#listeners.get(address) ?? []) listener(entry)
  }

  #expire({ id, address, slot, settle }: Pending): void {
    this.#supervisor.send(slot, { type: 'forget', id, address })
    settle(new Failure('unavailable', 'no answer in time', { retryAfterMs: 1_000 }), '')
  }

  #risen(slot: number, parked: ReadonlySet<string>): void {
    if (this.#parts.isFenced && !this.#isFenced) this.#supervisor.send(slot, { type: 'unfence' })
    for (const { id, address, until, payload, slot: own } of this.#pending.values()) {
      if (own === slot)
        this.#supervisor.send(slot, { type: 'ask', id, address, until, fresh: false }, payload)
    }
    for (const address of this.#listeners.keys()) {
      if (slotOf(address, this.#parts.slots) === slot) this.#supervisor.send(slot, { type: 'watch', address })
    }
    this.#waking.risen(slot, parked)
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
