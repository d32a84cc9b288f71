// What is known of the result of a function of expressions from what is known of its arguments; and what
// is wrong with arguments that stand in the plan: a field that the records do not have, a direction, a
// pattern of dates. Called by infer.ts for every function but `has` and `default`.
import { patternDefect } from '../../expression/date-pattern.ts'
import { functions } from '../../expression/functions.ts'
import type { ValueType } from '../../expression/values.ts'
import type { Json } from '../../json.ts'
import { own } from '../../own.ts'
import {
  eitherOf,
  fieldOf,
  itemOf,
  knownOf,
  listOf,
  type MaybeKnown,
  mapOf,
  numbers,
  orNull,
  recordOf,
  texts,
  truths,
  typesOf,
} from '../../schema/known.ts'
import { fault, type Problem, typeOfKnown, unknownField } from './problems.ts'

type Tell = (problem: Problem) => void

export interface CallArguments {
  readonly given: readonly MaybeKnown[]
  /** Undefined: it does not stand in the plan. */
  readonly literals: readonly (Json | undefined)[]
  readonly tell: Tell
}

export function resultOf(name: string, { given, literals, tell }: CallArguments): MaybeKnown {
  const [first = null, second = null] = given
  const field = (at: number) => fieldAt(itemOf(first), literals[at], name, tell)
  switch (name) {
    case 'first':
    case 'last':
      return itemOf(first)
    case 'reverse':
    case 'unique':
    case 'sort':
    case 'slice':
    case 'dyn':
      return first
    case 'sum':
    case 'avg':
      tellTexts(name, itemOf(first), `write number(...) for each`, tell)
      return numbers
    case 'sortBy':
      tellDirection(literals[2], tell)
      field(1)
      return first ?? listOf(null)
    case 'groupBy':
      return listOf(
        recordOf(
          new Map([
            ['key', field(1)],
            ['items', first],
          ]),
        ),
      )
    case 'find':
      field(1)
      return orNull(itemOf(first))
    case 'toMap':
      field(1)
      return mapOf(given.length < 3 ? itemOf(first) : field(2))
    case 'countBy':
      field(1)
      return mapOf(numbers)
    case 'sumBy':
      tellTexts(name, field(1), `write sum(list.map(item, number(item...)))`, tell)
      return numbers
    case 'bullets':
      field(1)
      return texts
    case 'table':
      tellColumns(itemOf(first), literals[1], tell)
      return texts
    case 'zip':
      return listOf(listOf(eitherOf(orNull(itemOf(first)), orNull(itemOf(second)))))
    case 'chunk':
      return listOf(first)
    case 'flatten':
      return itemOf(first)
    case 'keys':
    case 'words':
    case 'lines':
    case 'split':
      return listOf(texts)
    case 'formatDate':
      tellPattern(literals[1], tell)
      return texts
    default:
      return ofType(own(functions, name)?.returns)
  }
}

function tellTexts(name: string, known: MaybeKnown, instead: string, tell: Tell): void {
  if (typeOfKnown(known) !== 'text') return
  tell(fault('BAD_EXPRESSION', `${name} takes numbers, and these are texts: ${instead}`))
}

function tellDirection(said: Json | undefined, tell: Tell): void {
  if (typeof said !== 'string' || said === 'ascending' || said === 'descending') return
  const meant = /^d/i.test(said) ? 'descending' : 'ascending'
  const message = `sortBy takes "ascending" or "descending", received ${JSON.stringify(said)}; did you mean "${meant}"?`
  tell({ ...fault('UNKNOWN_VALUE', message), candidates: [meant] })
}

/** A field of records by its path, as `sortBy` and `groupBy` take it. */
function fieldAt(item: MaybeKnown, path: Json | undefined, name: string, tell: Tell): MaybeKnown {
  if (typeof path !== 'string') return null
  let known = item
  for (const key of path.split('.')) {
    if (known === null || !typesOf(known)?.includes('object')) return null
    const field = fieldOf(known, key)
    if (field === null) tell(unknownField(known, key, `an item of ${name}`))
    known = field?.known ?? null
  }
  return known
}

function tellColumns(item: MaybeKnown, columns: Json | undefined, tell: Tell): void {
  if (Array.isArray(columns)) for (const column of columns) fieldAt(item, column as Json, 'table', tell)
}

function tellPattern(pattern: Json | undefined, tell: Tell): void {
  const defect = typeof pattern === 'string' ? patternDefect(pattern) : null
  if (defect !== null) tell(fault('BAD_DATE_FORMAT', defect))
}

export function ofType(type: ValueType | undefined): MaybeKnown {
  switch (type) {
    case 'text':
      return texts
    case 'number':
      return numbers
    case 'bool':
      return truths
    case 'list':
      return listOf(null)
    case 'map':
      return knownOf({ type: 'object' })
    default:
      return null
  }
}
