// A journal that is followed: entries are announced as they are committed, as hosts announce those of actors
// that are watched. For the tests of what reads journals, without the actors that would write them.

import type { EntryListener } from '../../runtime/engine.ts'
import type { Entry } from '../../runtime/journal.ts'
import { MemoryJournal } from '../../runtime/memory-journal.ts'
import { turns } from './actors/host.ts'

export class LiveJournal {
  /** Commits are announced. */
  isHeard = true
  /** Reads so far. */
  reads = 0
  readonly #journal = new MemoryJournal<null>()
  readonly #address: string
  readonly #listeners = new Set<EntryListener>()
  #seq = 1

  constructor(address: string) {
    this.#address = address
  }

  readonly system = {
    ask: async () => '{}',
    subscribe: (_address: string, listener: EntryListener) => {
      this.#listeners.add(listener)
      setImmediate(() => this.#listeners.has(listener) && listener(null))
      return () => void this.#listeners.delete(listener)
    },
  }

  read = async (address: string, after: number, limit: number): Promise<Entry[]> => {
    this.reads++
    await turns(1)
    return this.#journal.read(address, after, limit)
  }

  /** One entry. */
  async commit(events: readonly unknown[]): Promise<void> {
    const entry: Entry = { address: this.#address, seq: this.#seq, at: 1, body: JSON.stringify(events) }
    this.#seq += events.length
    await this.#journal.commit([{ ...entry, projections: [] }])
    if (this.isHeard) for (const listener of this.#listeners) listener(entry)
  }

  /** So many events, in entries of one to three. */
  async add(count: number, event: (n: number) => unknown): Promise<void> {
    for (let made = 0; made < count; ) {
      const length = Math.min(count - made, 1 + (made % 3))
      await this.commit(Array.from({ length }, (_, n) => event(made + n)))
      made += length
    }
  }
}
