// The smallest value that a JSON Schema of our OpenAPI document takes: what a test sends to a route that it
// knows nothing about. Keywords that the document does not use are not understood.
import * as fc from 'fast-check'

/** A schema of the document, or a reference to one. */
// biome-ignore lint/suspicious/noExplicitAny: a schema of another shape at every level
export type Schema = any

export type Schemas = Readonly<Record<string, Schema>>

/** @param schemas `components.schemas` of the document */
export function minimal(schema: Schema, schemas: Schemas): unknown {
  const found = resolve(schema, schemas)
  if ('const' in found) return found.const
  if ('default' in found) return found.default
  if (found.enum) return found.enum[0]
  if (found.allOf) return Object.assign({}, ...found.allOf.map((part: Schema) => minimal(part, schemas)))
  const choices = found.anyOf ?? found.oneOf
  if (choices) return minimal(choices[0], schemas)
  switch (found.type) {
    case 'object':
      return Object.fromEntries(
        (found.required ?? []).map((name: string) => [
          name,
          minimal(found.properties?.[name] ?? {}, schemas),
        ]),
      )
    case 'array':
      return Array.from({ length: found.minItems ?? 0 }, () => minimal(found.items ?? {}, schemas))
    case 'string':
      return minimalText(found)
    case 'number':
    case 'integer':
      return Math.max(found.minimum ?? 0, Math.min(1, found.maximum ?? 1))
    case 'boolean':
      return true
    default:
      return {}
  }
}

export function resolve(schema: Schema, schemas: Schemas): Schema {
  let found = schema
  while (found?.$ref !== undefined) found = schemas[found.$ref.split('/').at(-1)]
  return found ?? {}
}

function minimalText(schema: Schema): string {
  switch (schema.format) {
    case 'email':
      return 'somebody@example.com'
    case 'uri':
      // Nobody answers there, at once.
      return 'http://127.0.0.1:2/'
    case 'date-time':
      return '2026-01-01T00:00:00Z'
  }
  if (schema.pattern !== undefined) {
    return fc.sample(fc.stringMatching(new RegExp(schema.pattern)), { numRuns: 1, seed: 1 })[0]!
  }
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}
