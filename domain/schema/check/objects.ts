// The keywords of objects. Called by compile.ts. Names are chosen by strangers: __proto__ and constructor are
// names like others.
import { spend } from '../../budgets/budget.ts'
import type { Pattern } from '../../budgets/pattern.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Check } from './compile.ts'
import { counted, cut, Defect } from './defect.ts'
import { isTexts, type KnownSchema } from './keywords.ts'
import type { Seen } from './seen.ts'
import { TextSet } from './text-set.ts'
import { compiledPattern, type Patterns } from './texts.ts'

type ObjectCheck = (value: JsonObject, seen: Seen | null) => Defect | null
type Compile = (schema: Json) => Check

/** Null when the schema says nothing about objects. */
export function objectCheck(schema: KnownSchema, compile: Compile, patterns: Patterns): ObjectCheck | null {
  const byPattern = entriesOf(schema.patternProperties).map(
    ([pattern, member]) => [compiledPattern(pattern, patterns), compile(member)] as const,
  )
  const checks = [
    requiredCheck(schema),
    countCheck(schema),
    namesCheck(schema, compile),
    dependentRequiredCheck(schema),
    dependentCheck(schema, compile),
    propertiesCheck(schema, compile),
    membersCheck(schema, compile, byPattern),
    unevaluatedCheck(schema, compile),
  ].filter(check => check !== null)
  if (checks.length < 2) return checks[0] ?? null
  return (value, seen) => {
    for (const check of checks) {
      const defect = check(value, seen)
      if (defect !== null) return defect
    }
    return null
  }
}

/** Units for a name that is taken from an object: from a small one, and from a large one. */
const [nameCost, manyNamesCost] = [1, 10]

/** From so many names on the JavaScript engine keeps them in a table, in no order. */
const manyNames = 500

function payLookups(count: number): void {
  spend(count < 100 ? count * 0.75 : count * 1.25)
}

const missing = () => 'expected a value, received none'

function entriesOf(map: Json | undefined): [string, Json][] {
  return map === undefined ? [] : Object.entries(map as JsonObject)
}

function requiredCheck({ required }: KnownSchema): ObjectCheck | null {
  if (required === undefined) return null
  const names = [...new Set(required as readonly string[])]
  return names.length === 0 ? null : value => missingAmong(names, value, missing)
}

function missingAmong(names: readonly string[], value: JsonObject, sentence: () => string): Defect | null {
  payLookups(names.length)
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!
    if (!Object.hasOwn(value, name)) return new Defect(sentence).under(name)
  }
  return null
}

function countCheck({ minProperties, maxProperties }: KnownSchema): ObjectCheck | null {
  if (minProperties === undefined && maxProperties === undefined) return null
  const [least, most] = [Number(minProperties ?? 0), Number(maxProperties ?? Number.POSITIVE_INFINITY)]
  return value => {
    const { length } = namesOf(value)
    if (length < least)
      return new Defect(() => `expected at least ${counted(least, 'name')}, received ${length}`)
    if (length > most)
      return new Defect(() => `expected at most ${counted(most, 'name')}, received ${length}`)
    return null
  }
}

/** The names are paid when they are known: one look at an object that has more than may be looked at. */
function namesOf(value: JsonObject): readonly string[] {
  const names = Object.keys(value)
  spend(1 + names.length * (names.length < manyNames ? nameCost : manyNamesCost))
  return names
}

function namesCheck({ propertyNames }: KnownSchema, compile: Compile): ObjectCheck | null {
  if (propertyNames === undefined) return null
  const check = compile(propertyNames)
  return value => {
    for (const name of namesOf(value)) {
      const defect = check(name, null)
      if (defect !== null) return defect.under(name)
    }
    return null
  }
}

/** From 2019-09 on dependentRequired, before that some of `dependencies`. */
function dependentRequiredCheck({ dependentRequired, dependencies }: KnownSchema): ObjectCheck | null {
  const rules = [
    ...entriesOf(dependentRequired),
    ...entriesOf(dependencies).filter(([, names]) => isTexts(names)),
  ] as [string, readonly string[]][]
  if (rules.length === 0) return null
  return value => {
    payLookups(rules.length)
    for (const [name, needed] of rules) {
      if (!Object.hasOwn(value, name)) continue
      const sentence = () => `expected a value because of ${cut(name, 100)}, received none`
      const defect = missingAmong(needed, value, sentence)
      if (defect !== null) return defect
    }
    return null
  }
}

/** From 2019-09 on dependentSchemas, before that the rest of `dependencies`. */
function dependentCheck(
  { dependentSchemas, dependencies }: KnownSchema,
  compile: Compile,
): ObjectCheck | null {
  const given = [
    ...entriesOf(dependentSchemas),
    ...entriesOf(dependencies).filter(([, schema]) => !isTexts(schema)),
  ]
  const rules = given.map(([name, schema]) => [name, compile(schema)] as const)
  if (rules.length === 0) return null
  return (value, seen) => {
    payLookups(rules.length)
    for (const [name, check] of rules) {
      const defect = Object.hasOwn(value, name) ? check(value, seen) : null
      if (defect !== null) return defect
    }
    return null
  }
}

function propertiesCheck({ properties }: KnownSchema, compile: Compile): ObjectCheck | null {
  const members = entriesOf(properties).map(([name, schema]) => [name, compile(schema)] as const)
  if (members.length === 0) return null
  return (value, seen) => {
    payLookups(members.length)
    for (let index = 0; index < members.length; index++) {
      const [name, check] = members[index]!
      if (!Object.hasOwn(value, name)) continue
      const defect = check(value[name]!, null)
      if (defect !== null) return defect.under(name)
      seen?.addName(name)
    }
    return null
  }
}

/** The members whose names fit a pattern, and those that neither `properties` nor a pattern speaks of. */
function membersCheck(
  { properties, additionalProperties }: KnownSchema,
  compile: Compile,
  byPattern: readonly (readonly [Pattern, Check])[],
): ObjectCheck | null {
  const others = additionalProperties === undefined ? null : compile(additionalProperties)
  if (byPattern.length === 0 && others === null) return null
  const named = new TextSet(Object.keys((properties ?? {}) as JsonObject))
  return (value, seen) => {
    for (const name of namesOf(value)) {
      let isKnown = false
      for (const [pattern, check] of byPattern) {
        if (!pattern.isFoundIn(name)) continue
        isKnown = true
        const defect = check(value[name]!, null)
        if (defect !== null) return defect.under(name)
      }
      if (!isKnown && others !== null && !named.has(name)) {
        isKnown = true
        // The object's shape is anybody's.
        spend(3)
        const defect = others(value[name]!, null)
        if (defect !== null) return defect.under(name)
      }
      if (isKnown) seen?.addName(name)
    }
    return null
  }
}

function unevaluatedCheck({ unevaluatedProperties }: KnownSchema, compile: Compile): ObjectCheck | null {
  if (unevaluatedProperties === undefined) return null
  const check = compile(unevaluatedProperties)
  return (value, seen) => {
    for (const name of namesOf(value)) {
      const defect = seen?.hasName(name) === true ? null : check(value[name]!, null)
      if (defect !== null) return defect.under(name)
    }
    seen?.addAllNames()
    return null
  }
}
