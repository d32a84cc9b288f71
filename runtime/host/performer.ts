// Performs the pending effects of durable states (R4) and aborts those that are no longer pending. The host
// calls it after each commit. The result of an effect is a message to the same actor.

import type { Effect } from '../actor.ts'
import type { Activation } from './activation.ts'
import type { HostParts } from './host-parts.ts'
import type { OutsideAsks } from './outside.ts'

export class Performer {
  readonly #parts: HostParts
  readonly #asks: OutsideAsks
  readonly #tell: (address: string, message: unknown) => void

  /** @param tell takes the result of an effect */
  constructor(parts: HostParts, asks: OutsideAsks, tell: (address: string, message: unknown) => void) {
    this.#parts = parts
    this.#asks = asks
    this.#tell = tell
  }

  /** Starts new pending effects, aborts those that are pending no more. @returns how many are pending */
  settle(activation: Activation): number {
    const { inFlight } = activation
    // Most actors have nothing in flight when a turn is durable, so there is nothing to abort.
    const pendingIds = inFlight.size > 0 ? new Set<string>() : null
    let pending = 0
    for (const effect of activation.pending()) {
      pending++
      pendingIds?.add(effect.id)
      if (!inFlight.has(effect.id)) this.#perform(activation, effect)
    }
    if (pendingIds === null) return pending
    for (const [id, controller] of inFlight) {
      if (pendingIds.has(id)) continue
      controller.abort()
      inFlight.delete(id)
    }
    return pending
  }

  /** Aborts every effect in flight; they stay pending. */
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
        // Aborted meanwhile: another attempt may be in flight under the same id.
        if (controller.signal.aborted) return
        inFlight.delete(effect.id)
        if (message !== null) this.#tell(address, message)
      })
      .catch(error => {
        this.#parts.mark?.(address)
        this.#parts.crash(error)
      })
    this.#parts.mark?.('')
  }
}
