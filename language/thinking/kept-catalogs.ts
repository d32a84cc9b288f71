// The catalogs of tools that a thread of thinking.ts keeps, since sending, reading and indexing one takes
// longer than a prompt. Bounded by their text, which organizations share fairly.
import { FairCache } from '../../domain/budgets/fair-cache.ts'
import type { SentCatalog } from './work.ts'

export class KeptCatalogs {
  readonly #kept: FairCache<readonly unknown[]>

  /** @param most characters of text */
  constructor(most: number) {
    this.#kept = new FairCache(most)
  }

  /** @returns the same array while it is kept; null when it is not and was not sent */
  open({ key, owner, parts }: SentCatalog): readonly unknown[] | null {
    const known = this.#kept.get(key)
    if (known !== null || parts === null) return known
    const tools = parts.flatMap(part => JSON.parse(part) as readonly unknown[])
    this.#kept.set(key, tools, { owner, weight: parts.reduce((sum, { length }) => sum + length, 0) })
    return tools
  }
}
