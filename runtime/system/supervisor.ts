// Keeps one host per slot alive; the system (system.ts) owns it and sends frames through it.
// 1. It replaces a dead host. The system then repeats the asks, and actors go on from the journal.
// 2. It ends a host that has been silent for too long.
// 3. It poisons an actor whose code killed its host three times: that actor fails, everything else goes on.
// 4. If that code was the actor's replay, which poisoning needs too, it blocks the actor until the process
//    ends.
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import { replayedBy } from '../host/suspects.ts'
import type { Log } from '../log.ts'
import type { FromHost, ToHost } from './frames.ts'
import { Outbox, unpack } from './frames.ts'
import type { Link, OpenLink } from './link.ts'

export interface SlotEvents {
  /** A frame from the host, except `ready` and `stopped`. */
  frame(slot: number, head: FromHost, payload: string): void
  /** A new host is ready: repeat its asks, wake its actors except the poisoned ones. */
  hostStarted(slot: number, poisoned: ReadonlySet<string>): void
}

export interface SupervisorParts {
  readonly slots: number
  readonly open: OpenLink
  readonly events: SlotEvents
  readonly log: Log
  readonly clock: Clock
}

export class Supervisor {
  readonly #slots: Slot[]
  readonly #log: Log
  readonly #clock: Clock
  #callOffWatchdog = () => {}
  restarts = 0

  constructor(parts: SupervisorParts) {
    this.#log = parts.log
    this.#clock = parts.clock
    this.#slots = Array.from(
      { length: parts.slots },
      (_, slot) => new Slot(slot, parts, () => this.#died(slot)),
    )
  }

  get slots(): number {
    return this.#slots.length
  }

  get isReady(): boolean {
    return this.#slots.every(slot => slot.isReady)
  }

  /** Starts every host; resolves when all are ready. @throws {Error} one is not within the time */
  async start(withinMs = bounds.startMs): Promise<void> {
    let callOff = () => {}
    const late = new Promise<never>((_, reject) => {
      callOff = this.#clock.after(withinMs, () => reject(this.#notStarted(withinMs)))
    })
    await Promise.race([late, Promise.all(this.#slots.map(slot => slot.start()))])
    callOff()
    this.#watch()
  }

  send(slot: number, head: ToHost, payload?: string): void {
    this.#slots[slot]!.send(head, payload)
  }

  sendAll(head: ToHost, payload?: string): void {
    for (const slot of this.#slots) slot.send(head, payload)
  }

  isUp(slot: number): boolean {
    return this.#slots[slot]!.isReady
  }

  /** Ends a host that has done nothing wrong; another starts. Resolves when it has ended. */
  replace(slot: number): Promise<void> {
    return this.#slots[slot]!.replace()
  }

  /** The same for all; resolves when the others are ready, or when the process stops. */
  async replaceAll(): Promise<void> {
    await Promise.all(this.#slots.map(slot => slot.replace()))
    await Promise.all(this.#slots.map(slot => slot.ready()))
  }

  /** Stops every host after its commits in flight; kills those that do not stop within the time. */
  async stop(withinMs: number): Promise<void> {
    this.#callOffWatchdog()
    await Promise.all(this.#slots.map(slot => slot.stop(withinMs)))
  }

  #died(slot: number): void {
    this.restarts++
    const { lastError, suspect } = this.#slots[slot]!
    this.#log.error({ slot, suspect, err: lastError }, 'host died, starting another')
  }

  #notStarted(withinMs: number): Error {
    const cause = this.#slots.find(slot => slot.lastError)?.lastError
    const reason = cause?.message ?? 'no reason given'
    return new Error(`the actor hosts did not start within ${withinMs} ms: ${reason}`, { cause })
  }

  #watch(): void {
    for (const slot of this.#slots) slot.watch()
    this.#callOffWatchdog = this.#clock.after(bounds.beatMs, () => this.#watch())
  }
}

class Slot {
  isReady = false
  lastError: Error | null = null
  suspect = ''

  readonly #slot: number
  readonly #open: OpenLink
  readonly #events: SlotEvents
  readonly #clock: Clock
  readonly #died: () => void
  /** By suspect: how often it killed the host. */
  readonly #crashes = new Map<string, number>()
  /** Addresses to poison as soon as the next host is ready. */
  readonly #poisoned = new Set<string>()
  readonly #blocked = new Set<string>()
  readonly #log: Log
  #outbox: Outbox<ToHost> | null = null
  #link: Link | null = null
  #silentMs = 0
  #startedAt = 0
  #quickDeaths = 0
  #isStopping = false
  #isReplaced = false
  #whenReady: (() => void)[] = []
  #whenEnded: (() => void)[] = []

  constructor(slot: number, { open, events, clock, log }: SupervisorParts, died: () => void) {
    this.#slot = slot
    this.#open = open
    this.#events = events
    this.#clock = clock
    this.#log = log
    this.#died = died
  }

  start(): Promise<void> {
    this.#startHost()
    return this.ready()
  }

  /** Resolves when there is a host that is ready, or when none is to come. */
  async ready(): Promise<void> {
    if (this.isReady || this.#isStopping) return
    await new Promise<void>(resolve => this.#whenReady.push(resolve))
  }

  send(head: ToHost, payload?: string): void {
    // Without a host the frame is dropped: the system repeats asks and watches when the next one is ready.
    if (this.isReady) this.#outbox?.push(head, payload)
  }

  /**
   * One round of the watchdog, every `beatMs`. It counts silence in rounds, not by the clock: while this
   * thread was blocked or the machine slept, it could hear nobody.
   */
  watch(): void {
    if (!this.#link) return
    const isSuspect = this.#crashes.has(this.#link.suspect())
    if (this.#silentMs > (isSuspect ? bounds.suspectSilenceMs : bounds.silenceMs)) this.#link.kill()
    this.#silentMs += bounds.beatMs
  }

  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true
    this.#tellReady()
    if (!this.#link) return
    const ended = this.#end()
    this.#outbox?.push({ type: 'stop' })
    const callOff = this.#clock.after(withinMs, () => this.#link?.kill())
    await ended
    callOff()
  }

  async replace(): Promise<void> {
    if (!this.#link) return
    this.#isReplaced = true
    const ended = this.#end()
    this.#link.kill()
    await ended
  }

  /** Resolves when the host has ended. */
  #end(): Promise<void> {
    return new Promise(resolve => this.#whenEnded.push(resolve))
  }

  #startHost(): void {
    this.#startedAt = this.#clock.now()
    this.#silentMs = 0
    let hasEnded = false
    const link = this.#open(this.#slot, {
      // The last frames of a dead host may arrive after `ended`: ignore them, its asks are repeated.
      receive: packed => hasEnded || this.#receive(packed),
      ended: reason => {
        hasEnded = true
        this.#ended(reason)
      },
    })
    this.#link = link
    this.#outbox = new Outbox<ToHost>(packed => link.send(packed), this.#clock)
  }

  #receive(packed: string): void {
    this.#silentMs = 0
    for (const { head, payload } of unpack<FromHost>(packed)) {
      if (head.type === 'ready') this.#ready()
      else if (head.type === 'stopped') continue
      else this.#events.frame(this.#slot, head, payload)
    }
  }

  #ready(): void {
    this.isReady = true
    for (const address of this.#blocked) this.send({ type: 'block', address })
    for (const address of this.#poisoned) {
      const reason = `its code ended its host ${bounds.crashes} times`
      this.send({ type: 'poison', id: 0, address }, JSON.stringify(reason))
    }
    const poisoned = new Set(this.#poisoned)
    this.#poisoned.clear()
    this.#tellReady()
    this.#events.hostStarted(this.#slot, poisoned)
  }

  #tellReady(): void {
    for (const tell of this.#whenReady.splice(0)) tell()
  }

  #ended(reason: Error | null): void {
    this.isReady = false
    this.suspect = this.#link?.suspect() ?? ''
    this.#link = null
    for (const ended of this.#whenEnded.splice(0)) ended()
    if (this.#isStopping) return
    if (!this.#isReplaced) {
      this.lastError = reason
      this.#blame(this.suspect)
      this.#died()
    }
    this.#isReplaced = false
    this.#clock.after(this.#pauseMs(), () => {
      if (!this.#isStopping) this.#startHost()
    })
  }

  #blame(suspect: string): void {
    if (suspect === '') return
    const crashes = (this.#crashes.get(suspect) ?? 0) + 1
    this.#crashes.set(suspect, crashes)
    if (crashes < bounds.crashes) return
    this.#crashes.delete(suspect)
    const address = replayedBy(suspect)
    if (address === null) this.#poisoned.add(suspect)
    else this.#block(address)
  }

  #block(address: string): void {
    this.#blocked.add(address)
    this.#log.error(
      { slot: this.#slot, address },
      'an actor whose replay ends its host is left alone until the next start',
    )
  }

  /** 0 after a host that lived for a while; from the fourth quick death on it doubles, up to 5 s. */
  #pauseMs(): number {
    this.#quickDeaths = this.#clock.now() - this.#startedAt < 2_000 ? this.#quickDeaths + 1 : 0
    return this.#quickDeaths < 4 ? 0 : Math.min(5_000, 50 * 2 ** (this.#quickDeaths - 4))
  }
}
