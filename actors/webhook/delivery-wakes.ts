// Wakes the endpoints of one organization in a host: it may have a new event, setting or delivery to repeat.
// actors/host.ts calls `wake` at an invalidation; each Endpoint listens during its turn.

type Wake = () => void

export class DeliveryWakes {
  readonly #wakes = new Map<string, Set<Wake>>()

  wake(organizationId: string): void {
    for (const wake of this.#wakes.get(organizationId) ?? []) wake()
  }

  /** @returns a function that ends it */
  listen(organizationId: string, wake: Wake): () => void {
    const wakes = this.#wakes.get(organizationId) ?? new Set()
    this.#wakes.set(organizationId, wakes.add(wake))
    return () => {
      wakes.delete(wake)
      if (wakes.size === 0 && this.#wakes.get(organizationId) === wakes) this.#wakes.delete(organizationId)
    }
  }
}
