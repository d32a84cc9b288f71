// The keywords of texts. Called by compile.ts.
import { RE2JS } from 're2js'
import { spend } from '../../budgets/budget.ts'
import { compilePattern, type Pattern, PatternError } from '../../budgets/pattern.ts'
import { SchemaError } from '../schema-error.ts'
import { counted, Defect } from './defect.ts'
import { formats } from './formats.ts'
import { excerptOf, type KnownSchema } from './keywords.ts'

type TextCheck = (value: string) => Defect | null

/** The patterns of one schema, each compiled once. */
export type Patterns = Map<string, Pattern>

/** Null when the schema says nothing about texts. */
export function textCheck(schema: KnownSchema, patterns: Patterns): TextCheck | null {
  const checks = [lengthCheck(schema), patternCheck(schema, patterns), formatCheck(schema)].filter(
    check => check !== null,
  )
  if (checks.length < 2) return checks[0] ?? null
  return value => {
    for (const check of checks) {
      const defect = check(value)
      if (defect !== null) return defect
    }
    return null
  }
}

function lengthCheck({ minLength, maxLength }: KnownSchema): TextCheck | null {
  if (minLength === undefined && maxLength === undefined) return null
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? Number.POSITIVE_INFINITY)]
  return value => {
    // Each character is one or two units of UTF-16, so most texts need no counting.
    if (value.length <= most && value.length / 2 >= least) return null
    const length = lengthOf(value)
    if (length < least)
      return new Defect(() => `expected at least ${counted(least, 'character')}, received ${length}`)
    if (length > most)
      return new Defect(() => `expected at most ${counted(most, 'character')}, received ${length}`)
    return null
  }
}

/** In characters of Unicode. */
function lengthOf(text: string): number {
  spend(1 + text.length / 16)
  let length = text.length
  for (let at = 0; at + 1 < text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue
    length--
    at++
  }
  return length
}

function patternCheck({ pattern }: KnownSchema, patterns: Patterns): TextCheck | null {
  if (typeof pattern !== 'string') return null
  const compiled = compiledPattern(pattern, patterns)
  return value =>
    compiled.isFoundIn(value) ? null : new Defect(() => `expected text that matches ${pattern}`)
}

/**
 * @param pattern of ECMAScript, as JSON Schema has them
 * @throws {SchemaError} it is invalid, too large, or has no linear-time form
 */
export function compiledPattern(pattern: string, patterns: Patterns): Pattern {
  const known = patterns.get(pattern)
  if (known !== undefined) return known
  try {
    spend(1 + pattern.length)
    const compiled = compilePattern(RE2JS.translateRegExp(pattern))
    patterns.set(pattern, compiled)
    return compiled
  } catch (cause) {
    if (!(cause instanceof PatternError)) throw cause
    const isSyntax = cause.cause !== undefined
    const reason = isSyntax ? 'is invalid or has no linear-time form' : 'can not be used'
    throw new SchemaError(`the pattern ${excerptOf(pattern)} ${reason}: ${cause.message}`, { cause })
  }
}

/** Formats that nobody knows here are ignored, as the standard allows. */
function formatCheck({ format }: KnownSchema): TextCheck | null {
  if (typeof format !== 'string' || !Object.hasOwn(formats, format)) return null
  const isFit = formats[format]!
  return value => (isFit(value) ? null : new Defect(() => `expected ${format}`))
}
