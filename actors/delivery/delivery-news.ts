// Wakes the deliveries of a host: something of their organization may be new, an event, a setting, a delivery to repeat.
// Whoever listens notes it and looks when it can.

type Wake = () => void

export class DeliveryNews {
  readonly #wakes = new Map<string, Set<Wake>>()

  tell(organizationId: string): void {
    for (const wake of this.#wakes.get(organizationId) ?? []) wake()
  }

  /** The returned function ends it. */
  listen(organizationId: string, wake: Wake): () => void {
    const wakes = this.#wakes.get(organizationId) ?? new Set()
    this.#wakes.set(organizationId, wakes.add(wake))
    return () => {
      wakes.delete(wake)
      if (wakes.size === 0 && this.#wakes.get(organizationId) === wakes) this.#wakes.delete(organizationId)
    }
  }
}
