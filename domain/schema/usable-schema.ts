// A foreign JSON Schema without what we cannot check: patterns that have no linear-time form, and types that
// nobody knows. The server checks its arguments itself; a tool is worth more than one keyword of it. Called
// by rpc/remote/intake/tool-intake.ts.
// 1. What is left can only take more values, never fewer: where leaving something out inside of `not`, `if`
//    or `oneOf` would do that, the whole keyword is left out or becomes `anyOf`.
// 2. A `$comment` says what was left out.
import { budgets, OverBudget, spend, within } from '../budgets/budget.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { mapSubschemas } from './check/keywords.ts'
import { compiledPattern, type Patterns } from './check/texts.ts'
import { schemaBounds } from './schema-check.ts'
import { SchemaError } from './schema-error.ts'

/** @returns the same object when everything in it can be checked, or when looking would take too much work */
export function usableSchema(schema: JsonSchema): JsonSchema {
  try {
    return within(budgets.schema, () => usable(schema, { patterns: new Map(), depth: 0 }))
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    spend(1) // throws if it is the work around this that met its bound
    return schema
  }
}

interface Place {
  readonly patterns: Patterns
  readonly depth: number
}

function usable(schema: JsonSchema, { patterns, depth }: Place): JsonSchema {
  spend(Object.keys(schema).length + 1)
  if (depth > schemaBounds.depth) return schema
  const inside = mapSubschemas(schema, each => usable(each, { patterns, depth: depth + 1 }))
  const { pattern, type, patternProperties } = inside as JsonObject
  const keywords = [
    ...(typeof pattern === 'string' && !isUsable(pattern, patterns) ? ['pattern'] : []),
    ...(isUnknown(type) ? ['type'] : []),
  ]
  const names = Object.keys(asMap(patternProperties)).filter(each => !isUsable(each, patterns))
  if (inside === schema && keywords.length + names.length === 0) return schema
  return without(loosened(schema, inside), keywords, names)
}

/** Where a subschema that takes more would make the schema around it take less. */
function loosened(before: JsonSchema, after: JsonSchema): JsonSchema {
  const { not, if: condition, oneOf, ...rest } = after
  const isSame = (name: string) => before[name] === after[name]
  return {
    ...rest,
    ...(not !== undefined && isSame('not') && { not }),
    ...(condition !== undefined && isSame('if') && { if: condition }),
    ...(oneOf !== undefined && (isSame('oneOf') ? { oneOf } : anyOfIn(rest, oneOf))),
  }
}

/** Beside an `anyOf` of its own it is left out. */
function anyOfIn(rest: JsonSchema, oneOf: Json): JsonSchema {
  return rest['anyOf'] === undefined ? { anyOf: oneOf } : {}
}

/** @param names patterns of `patternProperties` */
function without(schema: JsonSchema, keywords: readonly string[], names: readonly string[]): JsonSchema {
  const left = [...keywords, ...names]
  if (left.length === 0) return schema
  const made: { [name: string]: Json } = { ...schema }
  for (const keyword of keywords) delete made[keyword]
  if (names.length > 0) {
    const named = Object.entries(asMap(schema['patternProperties']))
    made['patternProperties'] = Object.fromEntries(named.filter(([name]) => !names.includes(name)))
    // They would now refuse what the pattern had let in.
    delete made['additionalProperties']
    delete made['unevaluatedProperties']
  }
  made['$comment'] ??= `left out, for it cannot be checked: ${left.join(', ').slice(0, 200).toWellFormed()}`
  return made
}

function isUsable(pattern: string, patterns: Patterns): boolean {
  try {
    compiledPattern(pattern, patterns)
    return true
  } catch (error) {
    if (error instanceof SchemaError) return false
    throw error
  }
}

const types: ReadonlySet<Json> = new Set([
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'],
])

/** One unknown type among others may mean anything. */
function isUnknown(type: Json | undefined): boolean {
  if (typeof type === 'string') return !types.has(type)
  return Array.isArray(type) && type.some(each => typeof each === 'string' && !types.has(each))
}

function asMap(value: Json | undefined): JsonObject {
  return isObject(value) ? (value as JsonObject) : {}
}
