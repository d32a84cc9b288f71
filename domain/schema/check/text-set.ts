// Sets of texts that strangers chose. The JavaScript engine takes the hash of a text that looks like a number
// from the number, so strangers could choose texts that all fall together; with a letter before it the hash
// is from a secret. Used by the checks of objects, enumerations and unique items.
import { spend } from '../../budgets/budget.ts'

/** What stands for the text in a set. */
export function keyOf(text: string): string {
  const first = text.charCodeAt(0)
  // Digits, and the colon behind them.
  return first >= 48 && first <= 58 ? `:${text}` : text
}

/** Characters of a text that are looked up for one unit. */
export const charactersAUnit = 16

export class TextSet {
  readonly #keys: ReadonlySet<string>
  readonly #maxLength: number

  constructor(texts: readonly string[]) {
    let maxLength = 0
    for (const { length } of texts) if (length > maxLength) maxLength = length
    this.#maxLength = maxLength
    this.#keys = new Set(texts.map(keyOf))
  }

  has(text: string): boolean {
    if (text.length > this.#maxLength) return false
    spend(0.5 + text.length / charactersAUnit)
    return this.#keys.has(keyOf(text))
  }
}
