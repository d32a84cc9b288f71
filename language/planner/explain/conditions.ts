// Conditions in words: "the status is "open" and the amount is more than 500". Words are taken only where the
// reader makes the same expression of them; anything else is quoted as an expression.

import { literalOf, type Node, parse, pathOf } from '../../../domain/expression/parse.ts'
import type { Op } from '../grammar/terms.ts'
import { wordTable } from '../lattice/word-table.ts'
import { any, type Field, number, type Type, wordsOf } from '../lexicon/types.ts'
import { compared } from '../meaning/predicates/fields.ts'
import { Dead, type Val } from '../meaning/state.ts'
import type { Kinds } from './kinds.ts'
import { expressionWords, listWords, type Names, textWords } from './values.ts'

/** Where a condition stands: over the items of a list, whose name is left out; or over the whole plan. */
export interface Place {
  readonly names: Names
  readonly kinds: Kinds
  /** Variable of the filter. */
  readonly item: string | null
}

interface Ranged extends Node {
  readonly start: number
  readonly end: number
}

/** @returns null: it has no words that are sure to be read so */
export function conditionWords(source: string, place: Place): string | null {
  try {
    return said(parse(source) as Ranged, source, place)
  } catch {
    return null
  }
}

function said(node: Ranged, source: string, place: Place): string | null {
  if (node.op === '&&' || node.op === '||') {
    const parts = operands(node, node.op)
    if (parts.some(part => part.op === '&&' || part.op === '||')) return emptiness(node, source, place)
    const words = parts.map(part => said(part, source, place))
    return words.includes(null) || words.length > 6
      ? emptiness(node, source, place)
      : words.join(node.op === '&&' ? ' and ' : ' or ')
  }
  return comparison(node, source, place)
}

function operands(node: Ranged, op: string): Ranged[] {
  if (node.op !== op) return [node]
  return (node.args as Ranged[]).flatMap(each => operands(each, op))
}

/** `x == null || x == ""`, which is "x is empty". */
function emptiness(_node: Ranged, _source: string, _place: Place): string | null {
  return null
}

const isDateLike = (text: unknown) =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
const words = wordTable<string>({
  '==': 'is',
  '!=': 'is not',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
})
const dateWords = wordTable<string>({
  '==': 'is',
  '>': 'is after',
  '>=': 'is on or after',
  '<': 'is before',
  '<=': 'is on or before',
})

function comparison(node: Ranged, source: string, place: Place): string | null {
  if (!(node.op in words)) return null
  const [left, right] = node.args as [Ranged, Ranged]
  const subject = unwrapped(left)
  const path = pathOf(subject)
  if (path === null || path.some(part => typeof part === 'number')) return null
  const field = place.kinds.field(subject)
  if (field === null && place.item !== null) return null
  const object = objectOf(right, source, place)
  const name = subjectWords(subject, place)
  if (object === null || name === null) return null
  const at = source.slice(subject.start, subject.end)
  const cel = safely(() =>
    compared(at, place.item === null ? plainField(field) : field!, node.op as Op, object.val, 'x'),
  )
  // The words mean what the reader makes of them: only if it is this very condition.
  if (cel === null || !isSame(cel, source.slice(node.start, node.end))) return null
  const isDate = object.isDate && node.op !== '!='
  return node.op === '!=' ? null : `${name} ${(isDate ? dateWords : words)[node.op]} ${object.words}`
}

/** A condition on one value knows its type alone. */
function plainField(field: Field | null): Field {
  return { name: '', words: [], type: field?.type ?? any, isSure: true, description: '', ref: null }
}

function safely<T>(make: () => T): T | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof Dead) return null
    throw error
  }
}

/** Without what only makes a value comparable. */
function unwrapped(node: Ranged): Ranged {
  if (node.op !== 'call') return node
  const [name, args] = node.args as [string, Ranged[]]
  return /^(number|string|default)$/.test(name) && args[0] !== undefined ? unwrapped(args[0]) : node
}

function objectOf(
  node: Ranged,
  source: string,
  place: Place,
): { words: string; val: Val; isDate: boolean } | null {
  const value = literalOf(node)
  if (typeof value === 'number')
    return { words: String(value), val: { cel: String(value), type: number, literal: value }, isDate: false }
  if (typeof value === 'boolean')
    return {
      words: String(value),
      val: { cel: String(value), type: { k: 'bool' }, literal: value },
      isDate: false,
    }
  if (typeof value === 'string') {
    const isDate = isDateLike(value)
    const type: Type = isDate ? { k: 'text', format: 'date' } : { k: 'text' }
    return {
      words: isDate ? value : textWords(value),
      val: { cel: JSON.stringify(value), type, literal: value },
      isDate,
    }
  }
  const inner = unwrapped(node)
  const path = pathOf(inner)
  if (path === null || path[0] !== 'inputs') return null
  const cel = source.slice(inner.start, inner.end)
  return { words: expressionWords(cel, place.names), val: { cel, type: any }, isDate: false }
}

function subjectWords(node: Ranged, place: Place): string | null {
  const path = pathOf(node) as readonly string[]
  if (place.item !== null)
    return path[0] === place.item && path.length === 2 ? `the ${fieldWords(path[1]!)}` : null
  const [root, ...rest] = path[0] === 'steps' ? [place.names.get(path[1]!), ...path.slice(2)] : path
  if (root === undefined || path[0] === 'inputs' || path[0] === 'now') return null
  return `{{${[root, ...rest].join('.')}}}`
}

export function fieldWords(name: string): string {
  return wordsOf(name).join(' ')
}

function isSame(a: string, b: string): boolean {
  const squeeze = (text: string) => text.replace(/\s+/g, '').replaceAll("'", '"')
  return squeeze(a) === squeeze(b)
}

export { listWords }
