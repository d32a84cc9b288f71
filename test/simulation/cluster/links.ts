// The network between the nodes of a simulation, as the port runtime/cluster/network.ts. Wires carry texts
// late and in order. A way from one node to another can be cut, which nobody is told: what is sent then
// waits, and either arrives when the cut has healed, or is lost with all that follows it. One way can be
// cut alone.
import type { Attach, Network, Wire, WireEvents } from '../../../runtime/cluster/network.ts'
import type { Scheduler, Thread } from '../scheduler.ts'

interface Listener {
  readonly thread: Thread
  readonly accept: Attach
}

class SimulatedWire implements Wire {
  readonly waitingBytes = 0
  readonly owner: string
  readonly thread: Thread
  other: SimulatedWire | null = null
  events: WireEvents | null = null
  isOpen = true
  /** Nothing that is sent arrives any more. */
  isMute = false
  lastAt = 0
  readonly #links: Links
  /** Sent, and not on its way yet: the other end is not there, or the way is cut. */
  #waiting: (() => void)[] = []

  constructor(links: Links, owner: string, thread: Thread) {
    this.#links = links
    this.owner = owner
    this.thread = thread
  }

  send(text: string): void {
    if (this.isOpen) this.#carry(() => this.other!.#receive(text))
  }

  trust(): void {}

  close(): void {
    if (!this.isOpen) return
    this.end(null)
    this.part()
  }

  /** The other end is told that this one is no more. */
  part(): void {
    this.#carry(() => this.other!.end(new Error('the other end closed')))
  }

  meet(other: SimulatedWire): void {
    this.other = other
    this.goOn()
  }

  goOn(): void {
    for (const arrive of this.#waiting.splice(0)) this.#carry(arrive)
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  end(reason: Error | null): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.events?.closed(reason)
  }

  #receive(text: string): void {
    if (this.isOpen) this.events!.receive(text)
  }

  #carry(arrive: () => void): void {
    if (this.isMute) return
    if (this.other === null || this.#links.isCut(this.owner, this.other.owner)) this.#waiting.push(arrive)
    else this.#links.carry(this, this.other.thread, arrive)
  }
}

export class Links {
  /** A text is under way for up to so long, and now and then for ten times that. */
  latencyMs = 1
  readonly #scheduler: Scheduler
  readonly #listeners = new Map<string, Listener>()
  readonly #wires = new Set<SimulatedWire>()
  /** `from to`. */
  readonly #cuts = new Set<string>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  of(address: string, thread: Thread): Network {
    return {
      listen: async accept => void this.#listeners.set(address, { thread, accept }),
      dial: (to, attach) => this.#dial({ from: address, to, thread }, attach),
      close: async () => this.drop(address, false),
    }
  }

  isCut(from: string, to: string): boolean {
    return this.#cuts.has(`${from} ${to}`)
  }

  /** Nothing arrives from the one at the other, until `heal`. */
  cut(from: string, to: string): void {
    this.#cuts.add(`${from} ${to}`)
  }

  heal(): void {
    this.#cuts.clear()
    for (const wire of this.#wires) {
      if (!wire.isWaiting || wire.other === null) continue
      if (this.#scheduler.random.chance(0.5)) wire.isMute = true
      else wire.goOn()
    }
  }

  /** The process is no more. @param isSilent and its machine: nobody is told */
  drop(address: string, isSilent: boolean): void {
    this.#listeners.delete(address)
    for (const wire of [...this.#wires]) {
      if (wire.owner !== address) continue
      this.#wires.delete(wire)
      if (isSilent) wire.isMute = true
      else if (wire.isOpen) wire.close()
    }
  }

  carry(wire: SimulatedWire, to: Thread, arrive: () => void): void {
    const { random, time } = this.#scheduler
    const delayMs = random.next() * this.latencyMs * (random.chance(0.02) ? 10 : 1)
    wire.lastAt = Math.max(wire.lastAt, time + delayMs)
    this.#scheduler.add(to, `hears ${wire.owner}`, wire.lastAt - time, arrive)
  }

  #dial({ from, to, thread }: { from: string; to: string; thread: Thread }, attach: Attach): void {
    const near = new SimulatedWire(this, from, thread)
    near.events = attach(near)
    const listener = this.#listeners.get(to)
    const isCut = this.isCut(from, to) || this.isCut(to, from)
    if (listener === undefined || isCut) {
      const afterMs = this.#scheduler.random.below(isCut ? 1_000 : 10)
      thread.after(afterMs, () => near.end(new Error(`${to} cannot be reached`)), `cannot reach ${to}`)
      return
    }
    this.carry(near, listener.thread, () => {
      const far = new SimulatedWire(this, to, listener.thread)
      this.#wires.add(near).add(far)
      far.meet(near)
      far.events = listener.accept(far)
      near.meet(far)
      if (!near.isOpen) near.part()
      for (const wire of this.#wires) if (!wire.isOpen) this.#wires.delete(wire)
    })
  }
}
