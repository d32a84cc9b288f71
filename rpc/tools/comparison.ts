// How values compare where people compare them: numbers by size, also those that are spelled out in a text; texts as
// in a dictionary; nothing before something.
import type { Json } from '../../domain/json.ts'
import { numberOf, textOf } from './field.ts'

const dictionary = new Intl.Collator('en-US')

/** What a value sorts by, worked out once for each value and not for each comparison. */
export type SortKey =
  | { readonly rank: 'nothing' }
  | { readonly rank: 'number'; readonly number: number }
  | { readonly rank: 'text' | 'other'; readonly text: string }

const order = { nothing: 0, number: 1, text: 2, other: 3 } as const

export function sortKeyOf(value: Json | undefined): SortKey {
  if (value === undefined || value === null || value === '') return { rank: 'nothing' }
  const number = numberOf(value)
  if (number !== null) return { rank: 'number', number }
  return { rank: typeof value === 'string' ? 'text' : 'other', text: textOf(value) }
}

/** Negative when a comes first, 0 when neither does. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a.rank === 'number' && b.rank === 'number') return a.number - b.number
  if ('text' in a && 'text' in b && a.rank === b.rank) return dictionary.compare(a.text, b.text)
  return order[a.rank] - order[b.rank]
}

/**
 * A text that equal values share, to be compared or to be the key of a map. Equal as JSON, whatever the order of
 * names; a number equals the text that spells it out.
 */
export function identityOf(value: Json | undefined): string {
  const number = numberOf(value)
  if (number !== null) return `n${number}`
  if (typeof value === 'string') return `t${value}`
  return `j${JSON.stringify(value ?? null, sortNames)}`
}

function sortNames(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
