// Who wants to hear that something of an organization has changed: clients of /rpc that keep its lists. Told after the
// change has committed, in this process; what a listener needs it reads again.

/** `workflow`: one was made, changed or removed. `tools`: what can be called may be something else. */
export type Change =
  | { readonly type: 'tools' }
  | { readonly type: 'workflow'; readonly id: string; readonly isTool: boolean }

type Listener = (change: Change) => void

export class Changes {
  readonly #listeners = new Map<string, Set<Listener>>()

  tell(organizationId: string, change: Change): void {
    for (const listener of this.#listeners.get(organizationId) ?? []) listener(change)
  }

  /** The returned function ends it. */
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
