// Carries out what durable states owe (R4), and ends what they owe no longer. The result of an effect is a message to the
// same actor.
import type { Activation } from './activation.ts'
import type { Effect } from './actor.ts'
import type { HostParts } from './host-parts.ts'
import type { OutsideAsks } from './outside.ts'

export class Performer {
  readonly #parts: HostParts
  readonly #asks: OutsideAsks
  readonly #returned: (address: string, message: unknown) => void

  constructor(parts: HostParts, asks: OutsideAsks, returned: (address: string, message: unknown) => void) {
    this.#parts = parts
    this.#asks = asks
    this.#returned = returned
  }

  /** Starts what the state owes, ends what it owes no longer. @returns how many effects are owed */
  settle(activation: Activation): number {
    const { inFlight } = activation
    // Of most actors nothing is under way when a turn is durable, and nothing can be ended.
    const owedIds = inFlight.size > 0 ? new Set<string>() : null
    let owed = 0
    for (const effect of activation.pending()) {
      owed++
      owedIds?.add(effect.id)
      if (!inFlight.has(effect.id)) this.#perform(activation, effect)
    }
    if (owedIds === null) return owed
    for (const [id, controller] of inFlight) {
      if (owedIds.has(id)) continue
      controller.abort()
      inFlight.delete(id)
    }
    return owed
  }

  /** Ends all that is under way; it stays owed. */
  end(activation: Activation): void {
    for (const controller of activation.inFlight.values()) controller.abort()
    activation.inFlight.clear()
  }

  #perform({ address, kind, inFlight }: Activation, effect: Effect): void {
    const controller = new AbortController()
    inFlight.set(effect.id, controller)
    this.#parts.mark?.(address)
    kind
      .perform(address, effect, this.#asks.outside(controller.signal))
      .then(message => {
        // Given up meanwhile; the same effect may be under way again under the same id.
        if (controller.signal.aborted) return
        inFlight.delete(effect.id)
        if (message !== null) this.#returned(address, message)
      })
      .catch(error => {
        this.#parts.mark?.(address)
        this.#parts.crash(error)
      })
    this.#parts.mark?.('')
  }
}
