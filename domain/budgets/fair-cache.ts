// A cache that many owners (organizations) share, bounded by weight. When it is full, the owner with the most
// weight loses what it has not used for longest: whatever one of them does, those with little keep it. The
// programs of a host (actors/execution/effects.ts) and the catalogs of a planner's thread
// (language/thinking/kept-catalogs.ts) are kept so.

interface Slot<V> {
  readonly value: V
  readonly owner: string
  readonly weight: number
}

interface Owned {
  weight: number
  /** In order of last use, the least recent first. */
  readonly keys: Set<string>
}

export class FairCache<V> {
  readonly #limit: number
  readonly #slots = new Map<string, Slot<V>>()
  readonly #owners = new Map<string, Owned>()
  #weight = 0

  /** @param limit largest sum of weights; what is heavier alone is not kept */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): V | null {
    const slot = this.#slots.get(key)
    if (slot === undefined) return null
    const { keys } = this.#owners.get(slot.owner)!
    keys.delete(key)
    keys.add(key)
    return slot.value
  }

  /** @param key of no other owner */
  set(key: string, value: V, { owner, weight }: Omit<Slot<V>, 'value'>): void {
    this.#delete(key)
    const owned = this.#owners.get(owner) ?? { weight: 0, keys: new Set() }
    this.#owners.set(owner, owned)
    this.#slots.set(key, { value, owner, weight })
    owned.keys.add(key)
    owned.weight += weight
    this.#weight += weight
    while (this.#weight > this.#limit) this.#delete(this.#heaviest().keys.values().next().value!)
  }

  /** The weight that an owner has here. */
  weightOf(owner: string): number {
    return this.#owners.get(owner)?.weight ?? 0
  }

  #heaviest(): Owned {
    const [first, ...others] = this.#owners.values()
    return others.reduce((most, owned) => (owned.weight > most.weight ? owned : most), first!)
  }

  #delete(key: string): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    const owned = this.#owners.get(slot.owner)!
    this.#slots.delete(key)
    this.#weight -= slot.weight
    owned.weight -= slot.weight
    owned.keys.delete(key)
    if (owned.keys.size === 0) this.#owners.delete(slot.owner)
  }
}
