// An actor system of counters in this thread: real hosts, real frames, a clock that stands still, and hosts
// that can be killed, deafened or kept from starting.
import { type Clock, SimulatedClock } from '../../../runtime/clock.ts'
import type { AskOptions } from '../../../runtime/engine.ts'
import { silentLog } from '../../../runtime/log.ts'
import { type FromHost, pack } from '../../../runtime/system/frames.ts'
import { inProcessLinks, type Link, type LinkEvents } from '../../../runtime/system/link.ts'
import { System } from '../../../runtime/system/system.ts'
import type { ToWake } from '../../../runtime/system/waking.ts'
import {
  type Counter,
  type CounterMessage,
  type CounterWorld,
  counterKind,
  TroubledJournal,
  turns,
} from './host.ts'

export { type CounterMessage, turns } from './host.ts'

interface Options extends CounterWorld {
  readonly slots: number
  readonly isFenced?: boolean
}

export class TestSystem {
  readonly clock = new SimulatedClock()
  readonly system: System
  /** One per slot: they hold what one journal would, each the addresses of its slot. */
  readonly journals: TroubledJournal[]
  /** Slots whose hosts say nothing from now on, until they are replaced. */
  readonly silent = new Set<number>()
  /** The next host to be opened says nothing at all. */
  isNextSilent = false
  isListDown = false
  /** What the log has of warnings. */
  readonly warnings: object[] = []
  failsToStart: Error | null = null
  readonly #links: (Link | null)[] = []
  readonly #events: LinkEvents[] = []

  /** A system that stands, and stops with the test. */
  static async start(t: { teardown(end: () => unknown): unknown }, options: Options): Promise<TestSystem> {
    const system = new TestSystem(options)
    await system.system.start()
    t.teardown(() => system.#stop())
    return system
  }

  constructor({ slots, isFenced = false, ...world }: Options) {
    this.journals = Array.from({ length: slots }, () => new TroubledJournal())
    const parts = (slot: number) => ({
      kinds: [counterKind(world)],
      journal: this.journals[slot]!,
      invalidate: () => {},
      isFenced,
    })
    const links = inProcessLinks(parts, this.clock as Clock)
    this.system = new System({
      slots,
      isFenced,
      clock: this.clock,
      log: { ...silentLog, warn: (facts, message) => this.warnings.push({ ...facts, message }) },
      toWake: async (which, after, limit) => this.#toWake(which, after, limit),
      open: (slot, events) => this.#open(slot, events, links),
    })
  }

  async ask(address: string, message: CounterMessage, options?: AskOptions): Promise<Counter> {
    return JSON.parse(await this.system.ask(address, message, options))
  }

  /** The host of a slot dies. */
  async kill(slot: number): Promise<void> {
    this.#links[slot]?.kill()
    await turns()
  }

  /** Hosts that died are replaced, those that stand go on. */
  async rise(): Promise<void> {
    this.clock.advance(0)
    await turns()
  }

  /** Time goes by, at the pace of the hosts. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      this.clock.advance(500)
      await turns(3)
    }
  }

  isUp(slot: number): boolean {
    return this.#links[slot] !== null
  }

  /** As if the last host of the slot said so. */
  speak(slot: number, head: FromHost): void {
    this.#events[slot]!.receive(pack([{ head, payload: '' }]))
  }

  #open(slot: number, events: LinkEvents, links: ReturnType<typeof inProcessLinks>): Link {
    this.#events[slot] = events
    if (this.isNextSilent) this.silent.add(slot)
    else this.silent.delete(slot)
    this.isNextSilent = false
    const { failsToStart } = this
    if (failsToStart) {
      queueMicrotask(() => events.ended(failsToStart))
      return { send() {}, kill() {}, suspect: () => '' }
    }
    const link = links(slot, {
      receive: packed => this.silent.has(slot) || events.receive(packed),
      ended: reason => {
        this.#links[slot] = null
        events.ended(reason)
      },
    })
    this.#links[slot] = link
    return link
  }

  #toWake(which: ToWake, after: string, limit: number): string[] {
    if (this.isListDown) throw new Error('the database is away')
    return this.journals
      .flatMap(journal => journal.toWake(which, after, limit))
      .sort()
      .slice(0, limit)
  }

  async #stop(): Promise<void> {
    const stopped = this.system.stop(1_000)
    await turns()
    this.clock.advance(1_000)
    await stopped
  }
}
