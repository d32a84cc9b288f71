// The network of the nodes of a test: wires in memory that can be cut, noticed or in silence.
import type { Clock } from '../../../runtime/clock.ts'
import type { Attach, Network, Wire, WireEvents } from '../../../runtime/cluster/network.ts'

class MemoryWire implements Wire {
  readonly owner: string
  readonly clock: Clock
  other: MemoryWire | null = null
  events: WireEvents | null = null
  isSilent = false
  #isClosed = false
  #waiting: string[] = []
  waitingBytes = 0

  constructor(owner: string, clock: Clock) {
    this.owner = owner
    this.clock = clock
  }

  get isOpen(): boolean {
    return !this.#isClosed
  }

  send(text: string): void {
    if (this.#isClosed || this.isSilent) return
    const { other } = this
    if (other === null) this.#waiting.push(text)
    else other.clock.soon(() => other.#isClosed || other.events!.receive(text))
  }

  trust(): void {}

  close(): void {
    const { other } = this
    this.end(null)
    if (other !== null && !this.isSilent) other.clock.soon(() => other.end(new Error('the other end closed')))
  }

  meet(other: MemoryWire): void {
    this.other = other
    for (const text of this.#waiting.splice(0)) this.send(text)
  }

  end(reason: Error | null): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.events!.closed(reason)
  }
}

export class MemoryNetwork {
  readonly #listeners = new Map<string, { clock: Clock; accept: Attach }>()
  readonly #wires = new Set<MemoryWire>()
  /** `from to` of nodes that cannot reach each other. */
  readonly #cuts = new Set<string>()

  of(address: string, clock: Clock): Network {
    return {
      listen: async accept => {
        if (this.#listeners.has(address)) throw new Error(`${address} is taken`)
        this.#listeners.set(address, { clock, accept })
      },
      dial: (to, attach) => this.#dial(address, to, clock, attach),
      close: async () => this.drop(address),
    }
  }

  /** The process behind the address has ended. */
  drop(address: string): void {
    this.#listeners.delete(address)
    for (const wire of [...this.#wires]) if (wire.owner === address) wire.close()
  }

  /** @param isSilent nobody is told: what is sent gets lost */
  cut(a: string, b: string, isSilent = false): void {
    this.#cuts.add(`${a} ${b}`).add(`${b} ${a}`)
    for (const wire of [...this.#wires]) {
      if (wire.owner !== a || wire.other?.owner !== b) continue
      if (isSilent) wire.isSilent = wire.other.isSilent = true
      else wire.close()
    }
  }

  /** The wires of `a` to `b` end, and only `a` notices. */
  lose(a: string, b: string): void {
    for (const wire of [...this.#wires]) {
      if (wire.owner !== a || wire.other?.owner !== b) continue
      wire.isSilent = wire.other.isSilent = true
      wire.end(new Error('the connection is gone'))
    }
  }

  heal(): void {
    this.#cuts.clear()
  }

  #dial(from: string, to: string, clock: Clock, attach: Attach): void {
    const near = new MemoryWire(from, clock)
    near.events = attach(near)
    const listener = this.#listeners.get(to)
    if (listener === undefined || this.#cuts.has(`${from} ${to}`))
      return clock.soon(() => near.end(new Error(`${to} cannot be reached`)))
    listener.clock.soon(() => {
      const far = new MemoryWire(to, listener.clock)
      far.meet(near)
      far.events = listener.accept(far)
      near.meet(far)
      this.#wires.add(near).add(far)
      for (const wire of this.#wires) if (!wire.isOpen) this.#wires.delete(wire)
    })
  }
}
