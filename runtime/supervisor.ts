// Keeps one host per slot alive. A host that dies is replaced; what was asked of it is asked again, what was under way
// in it goes on from the journal. A host that has said nothing for long is ended. An address whose code killed its host
// three times is parked: its actor fails with that reason, everything else goes on. When it was the replay of its journal,
// which parking takes too, it is left alone until the process ends.
import type { Clock } from './clock.ts'
import { bounds } from './config.ts'
import type { FromHost, ToHost } from './frames.ts'
import { Outbox, unpack } from './frames.ts'
import type { Link, OpenLink } from './link.ts'
import type { Log } from './log.ts'
import { replayedBy } from './suspects.ts'

export interface SlotEvents {
  /** A frame from the host that is not about its own life. */
  frame(slot: number, head: FromHost, payload: string): void
  /** A new host stands; ask again what has no answer, wake what is unfinished, but for the parked. */
  risen(slot: number, parked: ReadonlySet<string>): void
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

  /** Starts every host and resolves when all stand. @throws {Error} one has not within the time */
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

  /** Stops every host after its commits under way; ends those that do not within the time. */
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
  readonly #crashes = new Map<string, number>()
  readonly #parked = new Set<string>()
  readonly #shunned = new Set<string>()
  readonly #log: Log
  #outbox: Outbox<ToHost> | null = null
  #link: Link | null = null
  #silentMs = 0
  #startedAt = 0
  #quickDeaths = 0
  #isStopping = false
  #whenReady: () => void = () => {}
  #whenEnded: () => void = () => {}

  constructor(slot: number, { open, events, clock, log }: SupervisorParts, died: () => void) {
    this.#slot = slot
    this.#open = open
    this.#events = events
    this.#clock = clock
    this.#log = log
    this.#died = died
  }

  start(): Promise<void> {
    return new Promise(resolve => {
      this.#whenReady = resolve
      this.#rise()
    })
  }

  send(head: ToHost, payload?: string): void {
    // Without a host the frame is dropped: whoever asked is asked again when the next host stands.
    if (this.isReady) this.#outbox?.push(head, payload)
  }

  /**
   * The watchdog comes by, every `beatMs`. Silence is counted in its rounds: while this thread was kept from running, or
   * the machine slept, nobody could be heard, and the clock says nothing about that.
   */
  watch(): void {
    if (!this.#link) return
    const isSuspect = this.#crashes.has(this.#link.suspect())
    if (this.#silentMs > (isSuspect ? bounds.deafAgainMs : bounds.deafMs)) this.#link.kill()
    this.#silentMs += bounds.beatMs
  }

  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true
    if (!this.#link) return
    const ended = new Promise<void>(resolve => {
      this.#whenEnded = resolve
    })
    this.#outbox?.push({ type: 'stop' })
    const callOff = this.#clock.after(withinMs, () => this.#link?.kill())
    await ended
    callOff()
  }

  #rise(): void {
    this.#startedAt = this.#clock.now()
    this.#silentMs = 0
    let hasEnded = false
    const link = this.#open(this.#slot, {
      // What a dead host said last may arrive after its death was told; whoever asked is asked again.
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
    for (const address of this.#shunned) this.send({ type: 'shun', address })
    for (const address of this.#parked) {
      const reason = `its code ended its host ${bounds.crashes} times`
      this.send({ type: 'park', id: 0, address }, JSON.stringify(reason))
    }
    const parked = new Set(this.#parked)
    this.#parked.clear()
    this.#whenReady()
    this.#events.risen(this.#slot, parked)
  }

  #ended(reason: Error | null): void {
    this.isReady = false
    this.suspect = this.#link?.suspect() ?? ''
    this.#link = null
    this.#whenEnded()
    if (this.#isStopping) return
    this.lastError = reason
    this.#blame(this.suspect)
    this.#died()
    this.#clock.after(this.#pauseMs(), () => {
      if (!this.#isStopping) this.#rise()
    })
  }

  #blame(suspect: string): void {
    if (suspect === '') return
    const crashes = (this.#crashes.get(suspect) ?? 0) + 1
    this.#crashes.set(suspect, crashes)
    if (crashes < bounds.crashes) return
    this.#crashes.delete(suspect)
    const address = replayedBy(suspect)
    if (address === null) this.#parked.add(suspect)
    else this.#shun(address)
  }

  #shun(address: string): void {
    this.#shunned.add(address)
    this.#log.error(
      { slot: this.#slot, address },
      'an actor whose replay ends its host is left alone until the next start',
    )
  }

  /** None after a host that lived; doubled up to 5 s for hosts that die as soon as they stand. */
  #pauseMs(): number {
    this.#quickDeaths = this.#clock.now() - this.#startedAt < 2_000 ? this.#quickDeaths + 1 : 0
    return this.#quickDeaths < 4 ? 0 : Math.min(5_000, 50 * 2 ** (this.#quickDeaths - 4))
  }
}
