// Which members of an object and which items of a list some schema has looked at: what unevaluatedProperties
// and unevaluatedItems leave alone. Most schemas have neither keyword, and most checks carry no `Seen`.
import { spend } from '../../budgets/budget.ts'
import { keyOf } from './text-set.ts'

export class Seen {
  readonly #names = new Set<string>()
  #hasAllNames = false
  /** Items from the first one on. */
  #count = 0
  /** One for each item further behind that `contains` found. */
  #found: Uint8Array | null = null

  addName(name: string): void {
    spend(6)
    this.#names.add(keyOf(name))
  }

  addAllNames(): void {
    this.#hasAllNames = true
  }

  hasName(name: string): boolean {
    spend(4)
    return this.#hasAllNames || this.#names.has(keyOf(name))
  }

  addItems(count: number): void {
    this.#count = Math.max(this.#count, count)
  }

  /** @param length of the list */
  addItem(index: number, length: number): void {
    if (this.#found === null) {
      spend(1 + length / 64)
      this.#found = new Uint8Array(length)
    }
    this.#found[index] = 1
  }

  hasItem(index: number): boolean {
    return index < this.#count || this.#found?.[index] === 1
  }

  /** Takes over what a schema saw that turned out to fit. */
  addAll(other: Seen): void {
    spend(1 + other.#names.size * 6 + (other.#found?.length ?? 0))
    for (const name of other.#names) this.#names.add(name)
    this.#hasAllNames ||= other.#hasAllNames
    this.addItems(other.#count)
    other.#found?.forEach((isFound, index) => {
      if (isFound === 1) this.addItem(index, other.#found!.length)
    })
  }
}
