// Compares values as people would: numbers by size, also when a text spells them; texts as in a dictionary;
// nothing before something. Used by the list tools.
import { spend } from '../../domain/budgets/budget.ts'
import { weigh } from '../../domain/budgets/weigh.ts'
import type { Json } from '../../domain/json.ts'
import { numberOf, textOf } from './field.ts'

const dictionary = new Intl.Collator('en-US')

/** What a value sorts by. Computed once per value, not once per comparison. */
export type SortKey =
  | { readonly rank: 'nothing' }
  | { readonly rank: 'number'; readonly number: number }
  | { readonly rank: 'text' | 'other'; readonly text: string }

const order = { nothing: 0, number: 1, text: 2, other: 3 } as const

export function sortKeyOf(value: Json | undefined): SortKey {
  spend(3)
  if (value === undefined || value === null || value === '') return { rank: 'nothing' }
  const number = numberOf(value)
  if (number !== null) return { rank: 'number', number }
  return { rank: typeof value === 'string' ? 'text' : 'other', text: textOf(value) }
}

/** Units for a comparison by the dictionary, and for each character of the shorter text. */
const [comparisonCost, characterCost] = [5, 0.2]

/** Negative when a comes first, 0 when neither does. */
export function compareKeys(a: SortKey, b: SortKey): number {
  spend(1)
  if (a.rank === 'number' && b.rank === 'number') return a.number - b.number
  if ('text' in a && 'text' in b && a.rank === b.rank) {
    spend(comparisonCost + Math.min(a.text.length, b.text.length) * characterCost)
    return dictionary.compare(a.text, b.text)
  }
  return order[a.rank] - order[b.rank]
}

/**
 * A text that is the same for equal values, to compare or to use as a map key. Equal as JSON, in any order of
 * names; a number equals the text that spells it.
 */
export function identityOf(value: Json | undefined): string {
  spend(5)
  if (value !== undefined) weigh(value)
  const number = numberOf(value)
  if (number !== null) return `n${number}`
  if (typeof value === 'string') return `t${value}`
  return `j${JSON.stringify(value ?? null, sortNames)}`
}

function sortNames(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
