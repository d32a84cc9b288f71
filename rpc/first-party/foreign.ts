// Reads a service's answer: the value at a dotted path if it has the expected type, else null. Tools build
// their output from these values, so it fits the outputSchema whatever the service answers.
import type { Json, JsonSchema } from '../../domain/json.ts'
import { valueAt } from '../builtin/field.ts'
import { text } from '../builtin/schema.ts'

export function textIn(value: Json, path: string): string | null {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : null
}

/** A number becomes text: an id is an id. */
export function idIn(value: Json, path: string): string | null {
  const found = valueAt(value, path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null
}

export function numberIn(value: Json, path: string): number | null {
  const found = valueAt(value, path)
  return typeof found === 'number' ? found : null
}

export function flagIn(value: Json, path: string): boolean {
  return valueAt(value, path) === true
}

/** Empty without a list. */
export function listIn(value: Json, path: string): readonly Json[] {
  const found = path === '' ? value : valueAt(value, path)
  return Array.isArray(found) ? found : []
}

/** The text at a path of each item; items without it are left out. */
export function textsIn(value: Json, path: string, of: string): string[] {
  return listIn(value, path).flatMap(item => (of === '' ? asText(item) : textIn(item, of)) ?? [])
}

/** Schema of a text or null. */
export function nullableText(title: string, description: string): JsonSchema {
  return { ...text(title, description), type: ['string', 'null'] }
}

/** Lists cut long texts off; the tool for a single item gives the whole text. */
export function beginning(whole: string | null, length = 4_000): string | null {
  return whole === null || whole.length <= length ? whole : `${whole.slice(0, length).toWellFormed()}…`
}

function asText(value: Json): string | null {
  return typeof value === 'string' ? value : null
}
