// Wakes the actors that have something to do and are in nobody's memory: what was under way when a host ended, and far
// alarms, which are rows until they come near. A part of the system (runtime/system.ts).
// 1. A page at a time, each woken before the next is read: the database is not asked for everything at once.
// 2. A database that is away is waited for. Behind the fence of a restored copy nobody is woken.
import type { Clock } from './clock.ts'
import { bounds } from './config.ts'
import type { Log } from './log.ts'
import { slotOf } from './routing.ts'

/** A host that says nothing of a wake keeps the others from being woken no longer than this. */
const wakeTimeoutMs = 10_000

export interface WakingParts {
  readonly slots: number
  /** Addresses of actors that have not ended, in order, after a given one; pages until it answers nothing. */
  readonly unfinished: (after: string, limit: number) => Promise<readonly string[]>
  /** Addresses whose alarm falls before a moment (Unix ms), in order, after a given one. */
  readonly due: (before: number, after: string, limit: number) => Promise<readonly string[]>
  readonly clock: Clock
  readonly log: Log
  /** Sends a wake to the host of the address. @returns its id, which `answered` is called with */
  readonly send: (slot: number, address: string) => number
  /** Hosts rose in these slots a while ago: what those before them committed last, nobody may have heard of. */
  readonly strays: (slots: ReadonlySet<number>) => void
}

export class Waking {
  readonly #parts: WakingParts
  readonly #clock: Clock
  readonly #underWay = new Map<number, () => void>()
  /** Slots whose hosts rose before the last look at alarms, and since. */
  #risenSlots: [Set<number>, Set<number>] = [new Set(), new Set()]
  #isFenced: boolean
  #isStopping = false

  constructor(parts: WakingParts, isFenced: boolean) {
    this.#parts = parts
    this.#clock = parts.clock
    this.#isFenced = isFenced
  }

  /** Looks for alarms that come near, until it is stopped. */
  async watchAlarms(): Promise<void> {
    while (!this.#isStopping) {
      if (!this.#isFenced) await this.#wakeDue(() => true)
      await this.#wakeStrays()
      await this.#pause(bounds.alarmPollMs)
    }
  }

  /** A host begins in the slot: what was under way there goes on. @param parked not to be woken */
  risen(slot: number, parked: ReadonlySet<string>): void {
    this.#risenSlots[1].add(slot)
    void this.#wakeOwn(slot, parked)
  }

  /** The fence has fallen: everybody who has something to do is woken. */
  unfence(): void {
    this.#isFenced = false
    for (let slot = 0; slot < this.#parts.slots; slot++) void this.#wakeOwn(slot, new Set())
  }

  /** The host has taken the wake of this id; of others, nothing happens. */
  answered(id: number): void {
    this.#underWay.get(id)?.()
  }

  stop(): void {
    this.#isStopping = true
  }

  async #wakeOwn(slot: number, parked: ReadonlySet<string>): Promise<void> {
    if (this.#isFenced) return
    const isOwn = (address: string) => slotOf(address, this.#parts.slots) === slot && !parked.has(address)
    await this.#wakeAll(after => this.#parts.unfinished(after, bounds.wakes), isOwn)
    await this.#wakeDue(isOwn)
  }

  /** Alarms that fall due before the next look are armed by waking their actors. */
  #wakeDue(isWanted: (address: string) => boolean): Promise<void> {
    const before = this.#clock.now() + 2 * bounds.alarmPollMs
    return this.#wakeAll(after => this.#parts.due(before, after, bounds.wakes), isWanted)
  }

  /**
   * What a dead host committed after its successor had looked for work is at work and nobody's, and nobody has heard of
   * it. The second look at alarms is late enough for that.
   */
  async #wakeStrays(): Promise<void> {
    const [slots] = this.#risenSlots
    this.#risenSlots = [this.#risenSlots[1], new Set()]
    this.#parts.strays(slots)
    for (const slot of slots) await this.#wakeOwn(slot, new Set())
  }

  async #wakeAll(
    read: (after: string) => Promise<readonly string[]>,
    isWanted: (address: string) => boolean,
  ): Promise<void> {
    let after = ''
    for (;;) {
      const page = await this.#patiently(() => read(after))
      await Promise.all(page.filter(isWanted).map(address => this.#wake(address)))
      if (page.length < bounds.wakes || this.#isStopping) return
      after = page.at(-1)!
    }
  }

  /** A database that is away just now keeps nobody from asking the hosts that stand; what is to be woken waits for it. */
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
        this.#underWay.delete(id)
        resolve()
      }
      const callOff = this.#clock.after(wakeTimeoutMs, done)
      this.#underWay.set(id, done)
    })
  }
}
