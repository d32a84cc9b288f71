// Reads what a service answered: a value at a dotted path when it is what is expected, else null. What a tool gives is
// built from these, so that it fits its outputSchema whatever comes.
import type { Json, JsonSchema } from '../../domain/json.ts'
import { valueAt } from '../tools/field.ts'
import { text } from '../tools/schema.ts'

export function textIn(value: Json, path: string): string | null {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : null
}

/** Numbers become text: an id is an id. */
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

/** Empty when there is no list. */
export function listIn(value: Json, path: string): readonly Json[] {
  const found = path === '' ? value : valueAt(value, path)
  return Array.isArray(found) ? found : []
}

/** The texts at a path of each item, those left out that have none. */
export function textsIn(value: Json, path: string, of: string): string[] {
  return listIn(value, path).flatMap(item => (of === '' ? asText(item) : textIn(item, of)) ?? [])
}

/** Schema of a text that may be null. */
export function nullableText(title: string, description: string): JsonSchema {
  return { ...text(title, description), type: ['string', 'null'] }
}

/** In lists of things, long texts are cut off: the whole of one is asked for by itself. */
export function beginning(whole: string | null, length = 4_000): string | null {
  return whole === null || whole.length <= length ? whole : `${whole.slice(0, length).toWellFormed()}…`
}

function asText(value: Json): string | null {
  return typeof value === 'string' ? value : null
}
