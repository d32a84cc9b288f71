// Whether a value of which something is known can fit a schema. Only what cannot fit is told: what is left
// open may. Called by domain/compiler/output.ts.
import { fieldOf, itemOf, type Known, type MaybeKnown, namedFields, typesOf } from './known.ts'

/** Levels of objects and lists that are looked into. */
const deepest = 8

/** @returns the place and what was expected there; null when it may fit */
export function misfitOf(
  known: MaybeKnown,
  expected: MaybeKnown,
  place: string,
  left = deepest,
): string | null {
  if (known === null || expected === null || left === 0) return null
  const [has, takes] = [typesOf(known), typesOf(expected)]
  if (has === null || takes === null) return null
  if (!has.some(type => accepts(takes, type)))
    return `${place}: expected ${takes.join(' or ')}, received ${has.join(' or ')}`
  const [only] = has
  if (has.length > 1) return null
  if (only === 'array') return misfitOf(itemOf(known), itemOf(expected), `${place}[]`, left - 1)
  return only === 'object' ? misfitInside(known, expected, place, left) : null
}

/** An integer may be any number, and a number may be an integer. */
export function accepts(expected: readonly string[], type: string): boolean {
  const isNumber = type === 'integer' || type === 'number'
  return (
    expected.includes(type) || (isNumber && (expected.includes('number') || expected.includes('integer')))
  )
}

function misfitInside(known: Known, expected: Known, place: string, left: number): string | null {
  for (const name of requiredIn(expected)) {
    const isMissing = fieldOf(known, name) === null && !known.isObserved
    if (isMissing) return `${place}.${name}: expected a value, received none`
  }
  const always = new Set(requiredIn(known))
  for (const name of namedFields(known)) {
    if (!always.has(name)) continue
    const field = fieldOf(expected, name)
    if (field === null && expected.schema['additionalProperties'] === false) {
      const names = namedFields(expected).join(', ')
      return `${place}.${name}: the schema has no such field, it has ${names === '' ? 'none' : names}`
    }
    const inside = misfitOf(
      fieldOf(known, name)?.known ?? null,
      field?.known ?? null,
      `${place}.${name}`,
      left - 1,
    )
    if (inside !== null) return inside
  }
  return null
}

function requiredIn({ schema }: Known): readonly string[] {
  const { required } = schema
  return Array.isArray(required) ? (required as readonly string[]) : []
}
