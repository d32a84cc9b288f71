// The keywords type, const and enum, and the text that stands for a value when values are compared.
// Called by compile.ts.
import { spend } from '../../budgets/budget.ts'
import type { Json, JsonObject } from '../../json.ts'
import { isLongNumeral } from '../../numerals.ts'
import type { Check } from './compile.ts'
import { asJson, Defect, listed } from './defect.ts'
import type { KnownSchema } from './keywords.ts'
import { charactersAUnit, TextSet } from './text-set.ts'

export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return value === undefined ? 'none' : typeof value
}

type Test = (value: Json) => boolean

/**
 * Of texts that were taken as the long numbers that they spell (domain/numerals.ts), in all checks so far.
 */
let asNumbers = 0

/** Whether the check takes the value, and needs no text in it to be a number for that. */
export function judge(check: () => boolean): 'exact' | 'as-number' | 'unfit' {
  const before = asNumbers
  if (!check()) return 'unfit'
  return asNumbers === before ? 'exact' : 'as-number'
}

export function typeCheck({ type }: KnownSchema): Check | null {
  if (type === undefined) return null
  const names = (Array.isArray(type) ? type : [type]) as readonly string[]
  const isOfType = typeTest(new Set(names))
  const takesNumber = names.includes('integer') || names.includes('number')
  return value => {
    if (isOfType(value)) return null
    if (takesNumber && isLongNumeral(value)) {
      asNumbers++
      return null
    }
    return new Defect(() => `expected ${names.join(' or ')}, received ${typeOf(value)}`)
  }
}

/** A type that nobody knows fits nothing. */
function typeTest(names: ReadonlySet<string>): Test {
  const [isText, isNumber, isInteger] = [names.has('string'), names.has('number'), names.has('integer')]
  const [isList, isObject, isNull] = [names.has('array'), names.has('object'), names.has('null')]
  const isBoolean = names.has('boolean')
  return value => {
    switch (typeof value) {
      case 'string':
        return isText
      case 'number':
        return isNumber || (isInteger && Number.isInteger(value))
      case 'boolean':
        return isBoolean
      case 'object':
        if (value === null) return isNull
        return Array.isArray(value) ? isList : isObject
      default:
        return false
    }
  }
}

export function constCheck({ const: allowed }: KnownSchema): Check | null {
  if (allowed === undefined) return null
  const has = createLookup([allowed])
  return value => (has(value) ? null : new Defect(() => `expected ${asJson(allowed)}`))
}

export function enumCheck({ enum: list }: KnownSchema): Check | null {
  if (list === undefined) return null
  const allowed = list as readonly Json[]
  const has = createLookup(allowed)
  return value => (has(value) ? null : new Defect(() => `expected ${listed(allowed)}`))
}

/** Up to so many texts are compared one by one, which is faster. */
const fewTexts = 8

/** Whether a value is one of many, in a time that does not depend on how many they are. */
function createLookup(values: readonly Json[]): Test {
  spend(values.length * 4)
  const texts = values.filter(value => typeof value === 'string')
  const sorted = Float64Array.from(values.filter(value => typeof value === 'number')).sort()
  const numbers = sorted.filter((number, index) => index === 0 || number !== sorted[index - 1])
  const hasText = textLookup(texts)
  const others = values.filter(value => typeof value === 'boolean' || value === null)
  const [hasTrue, hasFalse, hasNull] = [others.includes(true), others.includes(false), others.includes(null)]
  const compounds = values.filter(value => typeof value === 'object' && value !== null)
  const hasCompound = compounds.length === 0 ? null : new TextSet(compounds.map(canonicalText))
  return value => {
    switch (typeof value) {
      case 'string':
        return hasText(value)
      case 'number':
        return isAmong(numbers, value)
      case 'boolean':
        return value ? hasTrue : hasFalse
      default:
        if (value === null) return hasNull
        return hasCompound?.has(canonicalText(value)) ?? false
    }
  }
}

function textLookup(texts: readonly string[]): (text: string) => boolean {
  if (texts.length > fewTexts) {
    for (const { length } of texts) spend(2 + length / charactersAUnit)
    const set = new TextSet(texts)
    return text => set.has(text)
  }
  return text => {
    // Texts of other lengths are not compared.
    spend(1 + text.length / charactersAUnit)
    return texts.includes(text)
  }
}

/** @param numbers in order */
function isAmong(numbers: Float64Array, number: number): boolean {
  let [from, to] = [0, numbers.length]
  if (to > 0) spend(to < 64 ? 1 : 4)
  while (from < to) {
    const middle = (from + to) >>> 1
    if (numbers[middle]! < number) from = middle + 1
    else to = middle
  }
  return numbers[from] === number
}

/** Equal texts for equal values, and no others: names in order, each text with its length before it. */
export function canonicalText(value: Json): string {
  spend(6)
  if (typeof value === 'string') return measured(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const object = value as JsonObject
  const names = Object.keys(object)
  // Sorting compares each name with some others.
  spend(names.length * (5 + Math.log2(names.length + 1) * 2))
  names.sort()
  return `{${names.map(name => measured(name) + canonicalText(object[name]!)).join()}}`
}

function measured(text: string): string {
  spend(1 + text.length / charactersAUnit)
  return `${text.length}"${text}`
}
