// The keywords of numbers. Called by compile.ts.
import { spend } from '../../budgets/budget.ts'
import { Defect } from './defect.ts'
import type { KnownSchema } from './keywords.ts'

/** A number that no JS number holds comes as a bigint. */
type NumberCheck = (value: number | bigint) => Defect | null

/** Null when the schema says nothing about numbers. */
export function numberCheck(schema: KnownSchema): NumberCheck | null {
  const checks = [...bounds(schema), ...multiples(schema)]
  if (checks.length === 0) return null
  return value => {
    for (const [isFit, expected] of checks) {
      spend(1)
      if (!isFit(value)) return new Defect(() => `expected ${expected}, received ${value}`)
    }
    return null
  }
}

/** What must be true, and how it is said. */
type Rule = readonly [(value: number | bigint) => boolean, string]

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: KnownSchema): Rule[] {
  const rules: Rule[] = []
  if (typeof minimum === 'number') {
    // Draft 4: the other keyword says whether the bound itself is excluded.
    if (exclusiveMinimum === true) rules.push([value => value > minimum, `more than ${minimum}`])
    else rules.push([value => value >= minimum, `at least ${minimum}`])
  }
  if (typeof maximum === 'number') {
    if (exclusiveMaximum === true) rules.push([value => value < maximum, `less than ${maximum}`])
    else rules.push([value => value <= maximum, `at most ${maximum}`])
  }
  if (typeof exclusiveMinimum === 'number')
    rules.push([value => value > exclusiveMinimum, `more than ${exclusiveMinimum}`])
  if (typeof exclusiveMaximum === 'number')
    rules.push([value => value < exclusiveMaximum, `less than ${exclusiveMaximum}`])
  return rules
}

function multiples({ multipleOf }: KnownSchema): Rule[] {
  if (typeof multipleOf !== 'number') return []
  return [[value => isMultipleOf(value, multipleOf), `a multiple of ${multipleOf}`]]
}

/** Exact for the decimals that both numbers are written as: 0.3 is a multiple of 0.1. */
function isMultipleOf(value: number | bigint, divisor: number): boolean {
  if (typeof value === 'number' && Number.isSafeInteger(value) && Number.isSafeInteger(divisor))
    return value % divisor === 0
  if ((typeof value === 'number' && !Number.isFinite(value)) || !Number.isFinite(divisor)) return false
  const [a, aExponent] = decimalOf(value)
  const [b, bExponent] = decimalOf(divisor)
  const difference = aExponent - bExponent
  spend(60 + Math.abs(difference))
  const power = 10n ** BigInt(Math.abs(difference))
  return difference >= 0 ? (a * power) % b === 0n : a % (b * power) === 0n
}

/** The number without its sign as a whole number and a power of ten. */
function decimalOf(number: number | bigint): [bigint, number] {
  if (typeof number === 'bigint') return [number, 0]
  const [digits, exponent = '0'] = Math.abs(number).toString().split('e') as [string, string?]
  const point = digits.indexOf('.')
  const places = point < 0 ? 0 : digits.length - point - 1
  return [BigInt(digits.replace('.', '')), Number(exponent) - places]
}
