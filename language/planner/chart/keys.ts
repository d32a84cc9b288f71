// Meanings by number: two that are alike to the letter have one. A meaning is made of others, which have
// theirs, so that two are compared by the numbers of their parts alone.

interface Kept {
  /** Numbers of its keys and parts, one after the other. */
  readonly parts: readonly number[]
  readonly number: number
}

/** Holds what it has numbered: it goes with the sentence or the prompt that it is about. */
export class Keys {
  readonly #objects = new Map<object, number>()
  readonly #plain = new Map<unknown, number>()
  readonly #byHash = new Map<number, Kept[]>()
  #last = 0

  of(value: unknown): number {
    if (typeof value !== 'object' || value === null) return this.#plainNumber(value)
    let number = this.#objects.get(value)
    if (number === undefined) this.#objects.set(value, (number = this.#numberOf(this.#partsOf(value))))
    return number
  }

  #plainNumber(value: unknown): number {
    let number = this.#plain.get(value)
    if (number === undefined) this.#plain.set(value, (number = ++this.#last))
    return number
  }

  #partsOf(value: object): readonly number[] {
    if (Array.isArray(value)) return value.map(part => this.of(part))
    const isToken = 'kind' in value
    // No part has this number: an object and a list are never alike.
    const parts = [0]
    for (const key in value) {
      // The word of a token tells its lemmas.
      if (key !== 'lemmas' || !isToken)
        parts.push(this.#plainNumber(key), this.of((value as Record<string, unknown>)[key]))
    }
    return parts
  }

  #numberOf(parts: readonly number[]): number {
    let hash = parts.length
    for (const part of parts) hash = (Math.imul(hash, 31) + part) | 0
    const alike = this.#byHash.get(hash)
    if (alike === undefined) {
      this.#byHash.set(hash, [{ parts, number: ++this.#last }])
      return this.#last
    }
    for (const kept of alike) if (areSame(kept.parts, parts)) return kept.number
    alike.push({ parts, number: ++this.#last })
    return this.#last
  }
}

function areSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index])
}
