// Compares values as people would: numbers by size, texts as in a dictionary, nothing before something. Used
// by the list tools.
// 1. Two texts are equal when they are the same text: "007" is not "7". A number equals the one text that is
//    written as JSON writes the number.
// 2. For order a text counts as a number where it is written plainly. What sorts alike may be unequal.
import { spend } from '../../domain/budgets/budget.ts'
import { weigh } from '../../domain/budgets/weigh.ts'
import type { Json } from '../../domain/json.ts'
import { textOf } from './field.ts'

const dictionary = new Intl.Collator('en-US')

/** What a value sorts by. Computed once per value, not once per comparison. */
export type SortKey =
  | { readonly rank: 'nothing' }
  | { readonly rank: 'number'; readonly number: number | bigint }
  | { readonly rank: 'text' | 'other'; readonly text: string }

const order = { nothing: 0, number: 1, text: 2, other: 3 } as const

export function sortKeyOf(value: Json | undefined): SortKey {
  spend(3)
  if (value === undefined || value === null || value === '') return { rank: 'nothing' }
  if (typeof value === 'number') return { rank: 'number', number: value }
  if (typeof value !== 'string') return { rank: 'other', text: textOf(value) }
  const number = plainNumber(value)
  return number === null ? { rank: 'text', text: value } : { rank: 'number', number }
}

/** Digits without zeros before them, and a fraction: "9", "-2.50". Not "007", "+1", "1e3", " 7". */
const plainNumeral = /^-?(?:0|[1-9]\d*)(\.\d+)?$/
/** No amount has more digits, and the work is bounded. */
const longestNumeral = 100

/** Exact for whole numbers of any length: two long ids are never taken for one. */
function plainNumber(text: string): number | bigint | null {
  if (text.length > longestNumeral) return null
  const found = plainNumeral.exec(text)
  if (found === null) return null
  const number = Number(text)
  return found[1] !== undefined || Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Units for a comparison by the dictionary, and for each character of the shorter text. */
const [comparisonCost, characterCost] = [5, 0.2]

/** Negative when a comes first, 0 when neither does. */
export function compareKeys(a: SortKey, b: SortKey): number {
  spend(1)
  if (a.rank === 'number' && b.rank === 'number') return compareNumbers(a.number, b.number)
  if ('text' in a && 'text' in b && a.rank === b.rank) {
    spend(comparisonCost + Math.min(a.text.length, b.text.length) * characterCost)
    return dictionary.compare(a.text, b.text)
  }
  return order[a.rank] - order[b.rank]
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * A text that is the same for equal values, to compare or to use as a map key. Equal as JSON, in any order of
 * names.
 */
export function identityOf(value: Json | undefined): string {
  spend(5)
  if (value !== undefined) weigh(value)
  if (typeof value === 'number' || typeof value === 'string') return `t${value}`
  return `j${JSON.stringify(value ?? null, sortNames)}`
}

function sortNames(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
