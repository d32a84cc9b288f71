// A map for what comes and goes thousands of times a second. V8 links each outgrown table of a Map to the one
// that follows it: once such a table is old, all entries of the later ones are kept until the next major
// collection, with everything that they reach, and each minor collection copies them. Here the tables hold
// numbers, and what left is held by nothing.

export class Table<K, V> {
  readonly #places = new Map<K, number>()
  readonly #values: (V | undefined)[] = []
  readonly #free: number[] = []

  get size(): number {
    return this.#places.size
  }

  has(key: K): boolean {
    return this.#places.has(key)
  }

  get(key: K): V | undefined {
    const place = this.#places.get(key)
    return place === undefined ? undefined : this.#values[place]
  }

  set(key: K, value: V): void {
    const place = this.#places.get(key) ?? this.#free.pop() ?? this.#values.length
    this.#places.set(key, place)
    this.#values[place] = value
  }

  /** @returns whether it was there */
  delete(key: K): boolean {
    const place = this.#places.get(key)
    if (place === undefined) return false
    this.#places.delete(key)
    this.#values[place] = undefined
    this.#free.push(place)
    return true
  }

  /** In the order in which they came. */
  *values(): Generator<V> {
    for (const place of this.#places.values()) yield this.#values[place]!
  }
}
