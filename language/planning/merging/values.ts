// Values of plans, compared and taken apart for a merge (merged-plan.ts).
import { canonical, isObject, type Json, type JsonObject } from '../../../domain/json.ts'

export type Value = Json | undefined

/** An object whose fields are merged one by one: none that stands for something computed. */
export function hasFields(value: Value): value is JsonObject {
  return isObject(value) && !Object.keys(value as JsonObject).some(name => name.startsWith('$'))
}

/** Cases, branches. */
export function hasSteps(value: Value): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(part => isObject(part) && 'steps' in part)
}

/** The order of the fields of objects does not count. */
export function isSame(a: Value, b: Value): boolean {
  if (a === undefined || b === undefined) return a === b
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))
}
