// Compares two JSON Schemas and says whether those who relied on the first can go on. Called by
// domain/tools/drift.ts. A schema is the conjunction of its keywords, so it is wider when each keyword is
// wider or the same; what this file does not understand counts as breaking.
// 1. Input: a value that was valid stays valid, or the change is breaking. Values hold declared properties
//    only.
// 2. Output: a promise stays kept, or the change is breaking. New fields break nobody.
// 3. People and models read texts (titles, descriptions, examples, defaults, words of prompts): a change of
//    one is breaking.
import { isObject, type Json } from '../json.ts'
import { namesOf, propertiesOf, type Schema, same, schemaOf, typesOf, valuesOf } from './schema-parts.ts'

export const changeKinds = [
  'added',
  'removed',
  'required',
  'optional',
  'narrowed',
  'widened',
  'text',
  'effect',
  'changed',
] as const

/** One difference. `before` or `after` is null where there is nothing. */
export interface Change {
  /** `inputSchema.properties.amount.type` */
  readonly path: string
  readonly kind: (typeof changeKinds)[number]
  readonly before: Json
  readonly after: Json
  readonly isBreaking: boolean
}

/** Schema of a tool's arguments, or of its result. */
export type Direction = 'input' | 'output'

interface Place {
  readonly path: string
  readonly direction: Direction
  readonly changes: Change[]
}

type Kind = Change['kind']

const texts = [
  'title',
  'description',
  '$comment',
  'examples',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  // Words by which prompts name an argument; existing plans do not depend on them.
  ...['x-words', 'x-value-words', 'x-name', 'x-object'],
]
/** Bounds for which smaller is wider; below, those for which greater is. */
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
/** Keywords whose absence allows everything. */
const assertions = ['format', 'pattern', 'multipleOf', 'uniqueItems']
const structure = ['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items']
const understood = new Set([...texts, ...lowerBounds, ...upperBounds, ...assertions, ...structure])

/** @param path prefix of the paths of the changes */
export function schemaChanges(before: Json, after: Json, direction: Direction, path: string): Change[] {
  const changes: Change[] = []
  compare(before, after, { path, direction, changes })
  return changes
}

function compare(before: Json, after: Json, place: Place): void {
  if (same(before, after)) return
  if (before === false) return note(place, 'widened', before, after)
  if (after === false) return note(place, 'narrowed', before, after)
  const [b, a] = [schemaOf(before), schemaOf(after)]
  compareTypes(b, a, place)
  compareValues(b, a, place)
  compareProperties(b, a, place)
  compareAdditional(b, a, place)
  if (!same(b['items'], a['items'])) compareItems(b['items'] ?? true, a['items'] ?? true, at(place, 'items'))
  compareBounds(b, a, place)
  for (const keyword of new Set([...Object.keys(b), ...Object.keys(a)])) {
    if (same(b[keyword], a[keyword])) continue
    const [from, to] = [b[keyword] ?? null, a[keyword] ?? null]
    if (texts.includes(keyword)) add(at(place, keyword), 'text', from, to, true)
    else if (assertions.includes(keyword))
      note(at(place, keyword), to === null ? 'widened' : 'narrowed', from, to)
    else if (!understood.has(keyword)) add(at(place, keyword), 'changed', from, to, true)
  }
}

function compareTypes(b: Schema, a: Schema, place: Place): void {
  const [before, after] = [typesOf(b), typesOf(a)]
  const covers = (all: readonly Json[] | null, one: Json) =>
    all === null || all.includes(one) || (one === 'integer' && all.includes('number'))
  noteOrder(at(place, 'type'), b['type'], a['type'], {
    isWider: after === null || (before?.every(type => covers(after, type)) ?? false),
    isNarrower: before === null || (after?.every(type => covers(before, type)) ?? false),
  })
}

function compareValues(b: Schema, a: Schema, place: Place): void {
  const [before, after] = [valuesOf(b), valuesOf(a)]
  if (before === null && after === null) return
  const within = (some: Set<string> | null, all: Set<string> | null) =>
    all === null || (some !== null && [...some].every(value => all.has(value)))
  const order = { isWider: within(before, after), isNarrower: within(after, before) }
  noteOrder(at(place, 'enum'), b['const'] ?? b['enum'], a['const'] ?? a['enum'], order)
}

function compareProperties(b: Schema, a: Schema, place: Place): void {
  const [before, after] = [propertiesOf(b), propertiesOf(a)]
  const [wasRequired, isRequired] = [namesOf(b['required']), namesOf(a['required'])]
  // Where other names already have a schema, a new property may exclude values that fitted it.
  const isOpen = isObject(b['additionalProperties']) || b['patternProperties'] !== undefined
  for (const name of new Set([...before.keys(), ...after.keys(), ...wasRequired, ...isRequired])) {
    const inner = at(place, `properties.${name}`)
    const [from, to] = [before.get(name), after.get(name)]
    const newlyRequired = isRequired.has(name) && !wasRequired.has(name)
    if (from === undefined && to !== undefined) {
      if (newlyRequired && place.direction === 'input') add(inner, 'required', null, to, true)
      else add(inner, 'added', null, to, isOpen)
      continue
    }
    if (to === undefined && from !== undefined) {
      add(inner, 'removed', from, null, true)
      continue
    }
    if (newlyRequired) add(inner, 'required', false, true, place.direction === 'input')
    else if (wasRequired.has(name) && !isRequired.has(name))
      add(inner, 'optional', true, false, place.direction === 'output')
    if (from !== undefined && to !== undefined) compare(from, to, inner)
  }
}

function compareAdditional(b: Schema, a: Schema, place: Place): void {
  const [before, after] = [b['additionalProperties'] ?? true, a['additionalProperties'] ?? true]
  const inner = at(place, 'additionalProperties')
  if (isObject(before) && isObject(after)) return compare(before as Schema, after as Schema, inner)
  if (same(before, after)) return
  if (place.direction === 'output' && !isObject(before)) return add(inner, 'changed', before, after, false)
  note(inner, before === false || after === true ? 'widened' : 'narrowed', before, after)
}

/** Lists of schemas by position (draft 7) are not understood. */
function compareItems(before: Json, after: Json, place: Place): void {
  if (Array.isArray(before) || Array.isArray(after)) add(place, 'changed', before, after, true)
  else compare(before, after, place)
}

function compareBounds(b: Schema, a: Schema, place: Place): void {
  for (const keyword of [...lowerBounds, ...upperBounds]) {
    const [before, after] = [b[keyword], a[keyword]]
    if (same(before, after)) continue
    const [from, to] = [before ?? null, after ?? null]
    const inner = at(place, keyword)
    // Booleans of draft 4.
    if ([before, after].some(bound => bound !== undefined && typeof bound !== 'number'))
      add(inner, 'changed', from, to, true)
    else if (after === undefined) note(inner, 'widened', from, to)
    else if (before === undefined) note(inner, 'narrowed', from, to)
    else {
      const isWider = lowerBounds.includes(keyword)
        ? Number(after) < Number(before)
        : Number(after) > Number(before)
      note(inner, isWider ? 'widened' : 'narrowed', from, to)
    }
  }
}

function noteOrder(
  place: Place,
  before: Json | undefined,
  after: Json | undefined,
  { isWider, isNarrower }: { isWider: boolean; isNarrower: boolean },
): void {
  if (isWider && isNarrower) return
  const [from, to] = [before ?? null, after ?? null]
  if (isWider || isNarrower) note(place, isWider ? 'widened' : 'narrowed', from, to)
  else add(place, 'changed', from, to, true)
}

/** Notes a change: breaking when arguments become narrower or results wider. */
function note(place: Place, kind: 'narrowed' | 'widened', before: Json, after: Json): void {
  add(place, kind, before, after, (kind === 'narrowed') === (place.direction === 'input'))
}

function add({ path, changes }: Place, kind: Kind, before: Json, after: Json, isBreaking: boolean): void {
  changes.push({ path, kind, before, after, isBreaking })
}

function at(place: Place, name: string): Place {
  return { ...place, path: `${place.path}.${name}` }
}
