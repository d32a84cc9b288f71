// Wakes actors that no host has in memory: actors with pending work whose host ended, and actors whose alarm
// is near. The system (runtime/system/system.ts) owns one; it works the same for every kind of actor.
// 1. It reads addresses page by page and wakes a whole page before it reads the next.
// 2. While the database is away it waits and reads again.
// 3. Behind the fence of a restored copy it wakes nobody.
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { Wake } from '../journal.ts'
import type { Log } from '../log.ts'
import { slotOf } from './routing.ts'

/** How long a page waits for a host that does not answer a wake. */
const wakeTimeoutMs = 10_000

/** Which actors to wake. */
export interface ToWake {
  /** Those whose alarm is earlier than this, Unix ms. */
  readonly before: number
  /** A host starts: also those that have pending work. */
  readonly isStart: boolean
}

/** A page of addresses of every kind, ascending, each once, after `after`. A short page is the last. */
export type FindToWake = (which: ToWake, after: string, limit: number) => Promise<readonly string[]>

export function isToBeWoken({ isOwing, at }: Wake, { before, isStart }: ToWake): boolean {
  return (isStart && isOwing) || (at !== null && at < before)
}

export interface WakingParts {
  readonly slots: number
  readonly toWake: FindToWake
  readonly clock: Clock
  readonly log: Log
  /** Sends a wake to the host of the address. @returns the id that `answered` gets later */
  readonly send: (slot: number, address: string) => number
  /** These slots have a new host: their subscribers may have missed the last commits of the old one. */
  readonly orphans: (slots: ReadonlySet<number>) => void
}

export class Waking {
  readonly #parts: WakingParts
  readonly #clock: Clock
  /** Resolves a wake that has no answer yet, by its id. */
  readonly #inFlight = new Map<number, () => void>()
  /** Slots whose host started before the last scan for alarms, and slots whose host started since. */
  #startedSlots: [Set<number>, Set<number>] = [new Set(), new Set()]
  #isFenced: boolean
  #isStopping = false

  constructor(parts: WakingParts, isFenced: boolean) {
    this.#parts = parts
    this.#clock = parts.clock
    this.#isFenced = isFenced
  }

  /** Scans for near alarms every `alarmPollMs`, until `stop`. */
  async watchAlarms(): Promise<void> {
    while (!this.#isStopping) {
      if (!this.#isFenced) await this.#wakeAll(false, () => true)
      await this.#wakeOrphans()
      await this.#pause(bounds.alarmPollMs)
    }
  }

  /** Wakes the actors of a slot whose new host is ready. @param poisoned these get a message of their own */
  hostStarted(slot: number, poisoned: ReadonlySet<string>): void {
    this.#startedSlots[1].add(slot)
    void this.#wakeOwn(slot, poisoned)
  }

  /** Drops the fence and wakes every actor that has pending work. */
  unfence(): void {
    this.#isFenced = false
    for (let slot = 0; slot < this.#parts.slots; slot++) void this.#wakeOwn(slot, new Set())
  }

  /**
   * Wakes the actors that another node had until now. A commit of that node may become durable after this
   * scan; the one that finds orphans finds them too.
   */
  gained(isGained: (address: string) => boolean): void {
    for (let slot = 0; slot < this.#parts.slots; slot++) this.#startedSlots[1].add(slot)
    if (!this.#isFenced) void this.#wakeAll(true, isGained)
  }

  /** A host answered the wake with this id. Ids of other messages are ignored. */
  answered(id: number): void {
    this.#inFlight.get(id)?.()
  }

  stop(): void {
    this.#isStopping = true
  }

  async #wakeOwn(slot: number, poisoned: ReadonlySet<string>): Promise<void> {
    if (this.#isFenced) return
    const isOwn = (address: string) => slotOf(address, this.#parts.slots) === slot && !poisoned.has(address)
    await this.#wakeAll(true, isOwn)
  }

  /**
   * A dying host may commit after its successor scanned for work. Its actors then run nowhere, and their
   * subscribers heard nothing. The second scan for alarms after the start finds them.
   */
  async #wakeOrphans(): Promise<void> {
    const [slots] = this.#startedSlots
    this.#startedSlots = [this.#startedSlots[1], new Set()]
    this.#parts.orphans(slots)
    for (const slot of slots) await this.#wakeOwn(slot, new Set())
  }

  async #wakeAll(isStart: boolean, isWanted: (address: string) => boolean): Promise<void> {
    // A woken actor arms its own timer. So wake every actor whose alarm is due before the next scan.
    const before = this.#clock.now() + 2 * bounds.alarmPollMs
    let after = ''
    for (;;) {
      const page = await this.#patiently(() =>
        this.#parts.toWake({ before, isStart }, after, bounds.wakesInFlight),
      )
      await Promise.all(page.filter(isWanted).map(address => this.#wake(address)))
      if (page.length < bounds.wakesInFlight || this.#isStopping) return
      after = page.at(-1)!
    }
  }

  /** Reads again until the database answers. Hosts serve messages meanwhile. */
  async #patiently(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
    while (!this.#isStopping) {
      try {
        return await read()
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'cannot read who is to be woken, trying again')
        await this.#pause(bounds.recoverMs[1])
      }
    }
    return []
  }

  #pause(ms: number): Promise<void> {
    return new Promise(resolve => this.#clock.after(ms, resolve))
  }

  #wake(address: string): Promise<void> {
    const id = this.#parts.send(slotOf(address, this.#parts.slots), address)
    return new Promise(resolve => {
      const done = () => {
        callOff()
        this.#inFlight.delete(id)
        resolve()
      }
      const callOff = this.#clock.after(wakeTimeoutMs, done)
      this.#inFlight.set(id, done)
    })
  }
}
