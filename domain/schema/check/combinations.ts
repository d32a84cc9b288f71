// The keywords that apply other schemas to the same value: not, anyOf, allOf, oneOf and if. Called by
// compile.ts.
import type { Json } from '../../json.ts'
import type { Check } from './compile.ts'
import { Defect } from './defect.ts'
import type { KnownSchema } from './keywords.ts'
import { Seen } from './seen.ts'
import { judge } from './values.ts'

type Compile = (schema: Json) => Check

export function combinationChecks(schema: KnownSchema, compile: Compile): (Check | null)[] {
  return [
    notCheck(schema, compile),
    anyOfCheck(schema, compile),
    allOfCheck(schema, compile),
    oneOfCheck(schema, compile),
    ifCheck(schema, compile),
  ]
}

function notCheck({ not }: KnownSchema, compile: Compile): Check | null {
  if (not === undefined) return null
  const check = compile(not)
  return value => {
    const isFit = judge(() => check(value, null) === null) === 'exact'
    return isFit ? new Defect(() => 'expected another form than this') : null
  }
}

function anyOfCheck({ anyOf }: KnownSchema, compile: Compile): Check | null {
  if (anyOf === undefined) return null
  const checks = (anyOf as readonly Json[]).map(compile)
  return (value, seen) => {
    let isFit = false
    for (const check of checks) {
      if (!fits(check, value, seen)) continue
      // The other forms may have looked at more.
      if (seen === null) return null
      isFit = true
    }
    return isFit ? null : new Defect(() => 'expected one of its allowed forms')
  }
}

function allOfCheck({ allOf }: KnownSchema, compile: Compile): Check | null {
  if (allOf === undefined) return null
  const checks = (allOf as readonly Json[]).map(compile)
  return (value, seen) => {
    for (const check of checks) {
      const defect = check(value, seen)
      if (defect !== null) return defect
    }
    return null
  }
}

function oneOfCheck({ oneOf }: KnownSchema, compile: Compile): Check | null {
  if (oneOf === undefined) return null
  const checks = (oneOf as readonly Json[]).map(compile)
  return (value, seen) => {
    // A text of digits that is allowed as it is, is not taken as a number too.
    const counts = { exact: 0, 'as-number': 0, unfit: 0 }
    for (const check of checks) {
      counts[judge(() => fits(check, value, seen))]++
      if (counts.exact === 2) return several()
    }
    const count = counts.exact || counts['as-number']
    if (count > 1) return several()
    return count === 1 ? null : new Defect(() => 'expected one of its allowed forms')
  }
}

function several(): Defect {
  return new Defect(() => 'expected one of its allowed forms, but it has several at once')
}

/** `then` and `else` say nothing without `if`. */
function ifCheck({ if: condition, then, else: otherwise }: KnownSchema, compile: Compile): Check | null {
  const thenCheck = then === undefined ? null : compile(then)
  const elseCheck = otherwise === undefined ? null : compile(otherwise)
  if (condition === undefined) return null
  const check = compile(condition)
  return (value, seen) => {
    const next = judge(() => fits(check, value, seen)) === 'exact' ? thenCheck : elseCheck
    return next === null ? null : next(value, seen)
  }
}

/** What a schema saw counts only if the value fits it. */
function fits(check: Check, value: Json, seen: Seen | null): boolean {
  if (seen === null) return check(value, null) === null
  const own = new Seen()
  const isFit = check(value, own) === null
  if (isFit) seen.addAll(own)
  return isFit
}
