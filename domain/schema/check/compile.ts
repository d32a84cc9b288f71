// Turns a JSON Schema into one function of small ones, each for a schema inside of it. Called by
// domain/schema/schema-check.ts, which gives it a budget.
// 1. Compiling visits each schema once, and pays for it; so does every visit of a check.
// 2. The first defect ends a check. Nothing is gathered that nobody reads.
import { OverBudget, spend } from '../../budgets/budget.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../json.ts'
import { isLongNumeral } from '../../numerals.ts'
import { SchemaError } from '../schema-error.ts'
import { combinationChecks } from './combinations.ts'
import { Defect } from './defect.ts'
import { type Draft, draftOf, isOld } from './draft.ts'
import { excerptOf, type KnownSchema, knownSchema } from './keywords.ts'
import { listCheck } from './lists.ts'
import { numberCheck } from './numbers.ts'
import { objectCheck } from './objects.ts'
import { findResources, hasOwnId, type Resources, resolve, tooDeep } from './references.ts'
import { Seen } from './seen.ts'
import { type Patterns, textCheck } from './texts.ts'
import { constCheck, enumCheck, typeCheck } from './values.ts'

/**
 * Null for a value that fits.
 * @param seen notes what was looked at, where a schema around this one asks for it
 */
export type Check = (value: Json, seen: Seen | null) => Defect | null

/** Units to compile a schema, and for each of its keywords; units to visit one. */
const [schemaCost, keywordCost, visitCost] = [100, 20, 1]

/** References inside of each other: a value of 68 levels, the most that is taken in, needs some hundred. */
const referenceDepth = 1_000

/** A schema that may be referred to before it has been compiled. */
interface Cell {
  check: Check | null
}

interface Compilation {
  readonly draft: Draft
  readonly resources: Resources
  readonly patterns: Patterns
  /** Of each resource, by schema: what is referred to, and what has been compiled. */
  readonly cells: Map<JsonSchema, Map<JsonSchema, Cell>>
  /** Referred to, and not compiled yet. */
  readonly pending: (() => void)[]
  readonly maxDepth: number
}

interface Place {
  readonly resource: JsonSchema
  readonly depth: number
}

export interface Compiled {
  readonly check: Check
  /** The check of what `properties` says of a name; null when it says nothing. @throws like `compile` */
  property(name: string): Check | null
}

/**
 * @param maxDepth of schemas inside of each other
 * @throws {SchemaError} @throws {OverBudget}
 */
export function compile(schema: JsonSchema, maxDepth: number): Compiled {
  const draft = draftOf(schema)
  const compilation: Compilation = {
    draft,
    resources: findResources(schema, draft, maxDepth),
    patterns: new Map(),
    cells: new Map(),
    pending: [],
    maxDepth,
  }
  return {
    check: compileWhole(schema, { resource: schema, depth: 1 }, compilation),
    property(name) {
      const properties = Object.hasOwn(schema, 'properties') ? schema['properties'] : undefined
      if (!isObject(properties) || !Object.hasOwn(properties, name)) return null
      return compileWhole(properties[name] as Json, { resource: schema, depth: 2 }, compilation)
    },
  }
}

function compileWhole(schema: Json, place: Place, compilation: Compilation): Check {
  const { pending } = compilation
  const check = compileAt(schema, place, compilation)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) next()
  return (value, seen) => {
    references = 0
    return check(value, seen)
  }
}

const anything: Check = () => {
  spend(visitCost)
  return null
}
const nothing: Check = () => new Defect(() => 'expected no value of this name')

function compileAt(schema: Json, place: Place, compilation: Compilation): Check {
  spend(schemaCost)
  if (typeof schema === 'boolean') return schema ? anything : nothing
  if (!isObject(schema)) throw new SchemaError(`expected a schema, found ${excerptOf(schema)}`)
  if (place.depth > compilation.maxDepth) throw tooDeep(compilation.maxDepth)
  const node = schema as JsonSchema
  const resource = hasOwnId(node, compilation.draft) ? node : place.resource
  const cell = cellOf(node, resource, compilation)
  cell.check ??= compileObject(node, { ...place, resource }, compilation)
  return cell.check
}

function cellOf(schema: JsonSchema, resource: JsonSchema, { cells }: Compilation): Cell {
  const ofResource = cells.get(resource) ?? new Map<JsonSchema, Cell>()
  cells.set(resource, ofResource)
  const cell = ofResource.get(schema) ?? { check: null }
  ofResource.set(schema, cell)
  return cell
}

function compileObject(schema: JsonSchema, place: Place, compilation: Compilation): Check {
  const { draft, patterns } = compilation
  const known = knownSchema(schema)
  const reference = known.$ref === undefined ? null : referenceCheck(String(known.$ref), place, compilation)
  if (reference !== null && isOld(draft)) return reference
  const inside = (subschema: Json) => compileAt(subschema, { ...place, depth: place.depth + 1 }, compilation)
  spend(Object.keys(schema).length * keywordCost)
  for (const map of [known.$defs, known.definitions]) {
    for (const definition of Object.values((map ?? {}) as JsonObject)) inside(definition)
  }
  const check = visit({
    all: [
      reference,
      typeCheck(known),
      constCheck(known),
      enumCheck(known),
      ...combinationChecks(known, inside),
    ].filter(each => each !== null),
    objects: objectCheck(known, inside, patterns),
    lists: listCheck(known, inside, draft === '2020-12'),
    numbers: numberCheck(known),
    texts: textCheck(known, patterns),
    isText: allowsText(known),
  })
  return isLookingBack(known) ? lookingBack(check) : check
}

function referenceCheck(reference: string, { resource }: Place, compilation: Compilation): Check {
  const { draft, resources, pending } = compilation
  const target = resolve(reference, resource, resources, draft)
  if (!isObject(target.schema)) return target.schema === true ? anything : nothing
  const node = target.schema as JsonSchema
  // Where no keyword is known, an $id has not been found yet.
  const place = { resource: hasOwnId(node, draft) ? node : target.resource, depth: 1 }
  const cell = cellOf(node, place.resource, compilation)
  pending.push(() => compileAt(node, place, compilation))
  return (value, seen) => {
    spend(visitCost)
    if (++references > referenceDepth) throw new OverBudget('the schema refers to itself too often')
    const defect = cell.check!(value, seen)
    references--
    return defect
  }
}

/** Of the check that runs, inside of each other. A check is synchronous, and none runs inside of another. */
let references = 0

interface Parts {
  readonly all: readonly Check[]
  readonly objects: ReturnType<typeof objectCheck>
  readonly lists: ReturnType<typeof listCheck>
  readonly numbers: ReturnType<typeof numberCheck>
  readonly texts: ReturnType<typeof textCheck>
  /** Else a text fits as the number that it spells. */
  readonly isText: boolean
}

/** The check of one schema: what is asked of any value, then what is asked of values of its type. */
function visit({ all, objects, lists, numbers, texts, isText }: Parts): Check {
  const [first = null] = all
  const general = all.length < 2 ? first : inTurn(all)
  return (value, seen) => {
    spend(visitCost)
    const defect = general === null ? null : general(value, seen)
    if (defect !== null) return defect
    switch (typeof value) {
      case 'string':
        if (!isText && isLongNumeral(value)) return numbers === null ? null : numbers(BigInt(value))
        return texts === null ? null : texts(value)
      case 'number':
        return numbers === null ? null : numbers(value)
      case 'object':
        if (value === null) return null
        if (Array.isArray(value)) return lists === null ? null : lists(value, seen)
        return objects === null ? null : objects(value as JsonObject, seen)
      default:
        return null
    }
  }
}

function inTurn(checks: readonly Check[]): Check {
  return (value, seen) => {
    for (let index = 0; index < checks.length; index++) {
      const defect = checks[index]!(value, seen)
      if (defect !== null) return defect
    }
    return null
  }
}

function allowsText({ type }: KnownSchema): boolean {
  return type === undefined || [type].flat().includes('string')
}

function isLookingBack({ unevaluatedItems, unevaluatedProperties }: KnownSchema): boolean {
  return unevaluatedItems !== undefined || unevaluatedProperties !== undefined
}

/** For a schema that asks what its other keywords have looked at. */
function lookingBack(check: Check): Check {
  return (value, seen) => {
    if (typeof value !== 'object' || value === null) return check(value, null)
    const own = new Seen()
    spend(2)
    const defect = check(value, own)
    if (defect === null) seen?.addAll(own)
    return defect
  }
}
