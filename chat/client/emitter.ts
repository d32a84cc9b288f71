// Typed listeners. A listener that throws is reported as an uncaught error and takes nothing from the others.

export class Emitter<Events> {
  readonly #listeners = new Map<keyof Events, Set<(event: never) => void>>()

  /** @returns takes the listener away again */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(event as never)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
