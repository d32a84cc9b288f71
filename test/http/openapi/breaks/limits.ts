// Limits of what is sent: none may become narrower. Those of answers are no promise.
import type { Schema } from './normal-schema.ts'

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
/** Two of these cannot be told to be wider or narrower. */
const exact = ['pattern', 'multipleOf', 'uniqueItems']

export function limitBreaks(at: string, was: Schema, is: Schema): readonly string[] {
  const narrowed = (keyword: string, sign: number) => {
    const [old, now] = [was[keyword], is[keyword]]
    if (now === undefined || now === old) return false
    if (typeof now !== 'number' || typeof old !== 'number') return now !== false
    return sign * (now - old) < 0
  }
  const broken = [
    ...upper.filter(keyword => narrowed(keyword, 1)),
    ...lower.filter(keyword => narrowed(keyword, -1)),
    ...exact.filter(keyword => is[keyword] !== undefined && is[keyword] !== was[keyword]),
  ]
  return broken.map(keyword => `${at}: ${keyword} was ${was[keyword] ?? 'none'}, is ${is[keyword]} now`)
}
