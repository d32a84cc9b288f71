// Tells listeners in this process that something of an organization has changed. Listeners are clients of
// /rpc that keep its lists (http/mcp/change-feed.ts). storage/stores.ts calls `tell` after the commit; a
// change carries no rows, so a listener reads again what it needs.

/** `workflow`: one was made, changed or removed. `tools`: the list of callable tools may have changed. */
export type Change =
  | { readonly type: 'tools' }
  | { readonly type: 'workflow'; readonly id: string; readonly isTool: boolean }

type Listener = (change: Change) => void

export class Changes {
  readonly #listeners = new Map<string, Set<Listener>>()

  tell(organizationId: string, change: Change): void {
    for (const listener of this.#listeners.get(organizationId) ?? []) listener(change)
  }

  /** @returns a function that ends the listening */
  listen(organizationId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(organizationId) ?? new Set()
    this.#listeners.set(organizationId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(organizationId) === listeners) {
        this.#listeners.delete(organizationId)
      }
    }
  }
}
