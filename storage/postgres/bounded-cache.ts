// A bounded cache of rows. A store that deletes an entry as soon as it hears of a write
// (storage/cached-facts.ts) never answers with an old value.
// 1. A value that was loading while its entry was deleted is not kept.
// 2. The sum of weights is bounded; the least recently used entry goes first.
// 3. A hit needs no promise.
// 4. While notices of writes may be late, nothing is answered from memory; what was kept before is forgotten.

/** Whether notices of writes arrive (storage/cached-facts.ts). */
export interface Notices {
  /** Another number after each time in which notices may have been missed; `uncertain` while they may be. */
  readonly era: number
}

export const uncertain = -1
const certain: Notices = { era: 0 }

interface Slot<V> {
  readonly value: V
  readonly weight: number
}

export interface CacheOptions<V> {
  /** Of writes. Default: none is ever late. */
  readonly notices?: Notices
  /** Weight of a value. Default: 1. */
  readonly weigh?: (value: V) => number
}

export class BoundedCache<V> {
  readonly #limit: number
  readonly #weigh: (value: V) => number
  readonly #notices: Notices
  #era: number
  #weight = 0
  /** In order of last use, the least recent first. */
  readonly #slots = new Map<string, Slot<V>>()
  /** The most recently used key: it is at the end already, so a hit on it moves nothing. */
  #newest: string | null = null
  readonly #loading = new Map<string, Promise<V | null>>()

  /** @param limit largest sum of weights */
  constructor(limit: number, { notices = certain, weigh = () => 1 }: CacheOptions<V> = {}) {
    this.#limit = limit
    this.#notices = notices
    this.#era = notices.era
    this.#weigh = weigh
  }

  /**
   * The cached value, or the result of `load`. A null result is returned and not kept. Concurrent loads of
   * a key share one promise.
   */
  get(key: string, load: () => Promise<V | null>): V | Promise<V | null> {
    const { era } = this.#notices
    if (era !== this.#era) {
      this.clear()
      this.#era = era
    }
    if (era === uncertain) return load()
    const slot = this.#slots.get(key)
    if (slot === undefined) return this.#loading.get(key) ?? this.#load(key, load)
    if (key !== this.#newest) {
      this.#slots.delete(key)
      this.#slots.set(key, slot)
      this.#newest = key
    }
    return slot.value
  }

  /** Forgets the key, also when its value is just loading. Call it after the write has committed. */
  delete(key: string): void {
    this.#loading.delete(key)
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#slots.delete(key)
    this.#weight -= slot.weight
  }

  clear(): void {
    this.#loading.clear()
    this.#slots.clear()
    this.#weight = 0
  }

  /** Forgets every value that matches, and every value that is just loading. */
  deleteWhere(matches: (value: V) => boolean): void {
    this.#loading.clear()
    for (const [key, { value }] of this.#slots) if (matches(value)) this.delete(key)
  }

  async #load(key: string, load: () => Promise<V | null>): Promise<V | null> {
    const loading = load()
    this.#loading.set(key, loading)
    try {
      const value = await loading
      if (value !== null && this.#loading.get(key) === loading) this.#keep(key, value)
      return value
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key)
    }
  }

  #keep(key: string, value: V): void {
    const weight = this.#weigh(value)
    this.#slots.set(key, { value, weight })
    this.#newest = key
    this.#weight += weight
    for (const oldest of this.#slots.keys()) {
      if (this.#weight <= this.#limit) return
      this.delete(oldest)
    }
  }
}
