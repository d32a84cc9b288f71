// The keywords of lists. Called by compile.ts.
import { spend } from '../../budgets/budget.ts'
import type { Json } from '../../json.ts'
import type { Check } from './compile.ts'
import { counted, Defect } from './defect.ts'
import type { KnownSchema } from './keywords.ts'
import type { Seen } from './seen.ts'
import { charactersAUnit, keyOf } from './text-set.ts'
import { canonicalText } from './values.ts'

type List = readonly Json[]
type ListCheck = (value: List, seen: Seen | null) => Defect | null
type Compile = (schema: Json) => Check

/**
 * Null when the schema says nothing about lists.
 * @param containsCounts what `contains` finds has been looked at (from 2020-12 on)
 */
export function listCheck(schema: KnownSchema, compile: Compile, containsCounts: boolean): ListCheck | null {
  const checks = [
    countCheck(schema),
    ...itemChecks(schema, compile),
    containsCheck(schema, compile, containsCounts),
    unevaluatedCheck(schema, compile),
    uniqueCheck(schema),
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

function countCheck({ minItems, maxItems }: KnownSchema): ListCheck | null {
  if (minItems === undefined && maxItems === undefined) return null
  const [least, most] = [Number(minItems ?? 0), Number(maxItems ?? Number.POSITIVE_INFINITY)]
  return ({ length }) => {
    if (length > most)
      return new Defect(() => `expected at most ${counted(most, 'item')}, received ${length}`)
    if (length < least)
      return new Defect(() => `expected at least ${counted(least, 'item')}, received ${length}`)
    return null
  }
}

/** The first items each by a schema of their own, then all others by one. */
function itemChecks({ prefixItems, items, additionalItems }: KnownSchema, compile: Compile): ListCheck[] {
  const places = prefixItems ?? (Array.isArray(items) ? items : [])
  const rest = Array.isArray(items) ? additionalItems : items
  const first = (places as List).map(compile)
  const checks: ListCheck[] = []
  if (first.length > 0) {
    checks.push((value, seen) => {
      const count = Math.min(first.length, value.length)
      for (let index = 0; index < count; index++) {
        const defect = first[index]!(value[index]!, null)
        if (defect !== null) return defect.under(index)
      }
      seen?.addItems(count)
      return null
    })
  }
  if (rest === undefined) return checks
  const check = compile(rest)
  checks.push((value, seen) => {
    for (let index = first.length; index < value.length; index++) {
      const defect = check(value[index]!, null)
      if (defect !== null) return defect.under(index)
    }
    seen?.addItems(value.length)
    return null
  })
  return checks
}

function containsCheck(
  { contains, minContains, maxContains }: KnownSchema,
  compile: Compile,
  containsCounts: boolean,
): ListCheck | null {
  if (contains === undefined) return null
  const check = compile(contains)
  const [least, most] = [Number(minContains ?? 1), Number(maxContains ?? Number.POSITIVE_INFINITY)]
  return (value, seen) => {
    const noted = containsCounts ? seen : null
    let count = 0
    for (let index = 0; index < value.length; index++) {
      if (check(value[index]!, null) !== null) continue
      count++
      noted?.addItem(index, value.length)
      if (noted === null && count >= least && most === Number.POSITIVE_INFINITY) return null
    }
    if (count < least)
      return new Defect(() => `expected at least ${counted(least, 'item')} of a kind, received ${count}`)
    if (count > most)
      return new Defect(() => `expected at most ${counted(most, 'item')} of a kind, received ${count}`)
    return null
  }
}

function unevaluatedCheck({ unevaluatedItems }: KnownSchema, compile: Compile): ListCheck | null {
  if (unevaluatedItems === undefined) return null
  const check = compile(unevaluatedItems)
  return (value, seen) => {
    for (let index = 0; index < value.length; index++) {
      if (seen?.hasItem(index) === true) {
        spend(0.5)
        continue
      }
      const defect = check(value[index]!, null)
      if (defect !== null) return defect.under(index)
    }
    seen?.addItems(value.length)
    return null
  }
}

function uniqueCheck({ uniqueItems }: KnownSchema): ListCheck | null {
  if (uniqueItems !== true) return null
  return value => (hasOnlyNumbers(value) && !repeats(value) ? null : repetitionIn(value))
}

function hasOnlyNumbers(value: List): value is readonly number[] {
  spend(1 + value.length / 8)
  return value.every(item => typeof item === 'number')
}

/** Sorting is faster than a table, and nobody can choose numbers that make it slow. */
function repeats(value: readonly number[]): boolean {
  spend(value.length * 4)
  const sorted = Float64Array.from(value).sort()
  return sorted.some((number, index) => index > 0 && number === sorted[index - 1])
}

function repetitionIn(value: List): Defect | null {
  const texts = new Map<string, number>()
  const others = new Map<string, number>()
  for (let index = 0; index < value.length; index++) {
    const item = value[index]!
    const isText = typeof item === 'string'
    spend(isText ? 10 + item.length / charactersAUnit : 12)
    const known = isText ? texts : others
    const key = keyOf(isText ? item : canonicalText(item))
    const before = known.get(key)
    if (before !== undefined)
      return new Defect(() => `expected different items, those at ${before} and ${index} are the same`)
    known.set(key, index)
  }
  return null
}
