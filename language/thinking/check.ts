// Holds a value against a schema of somebody else. Called by thinking.ts for what is quick, and in threads.
import type { Json, JsonSchema } from '../../domain/json.ts'
import { compileSchema } from '../../domain/schema/schema-check.ts'
import { SchemaError } from '../../domain/schema/schema-error.ts'

/** `defect` is null when the value fits. */
export type Checked = { readonly defect: string | null } | { readonly badSchema: string }

export function check(schema: JsonSchema, value: Json): Checked {
  try {
    return { defect: compileSchema(schema)(value) }
  } catch (error) {
    if (error instanceof SchemaError) return { badSchema: error.message }
    throw error
  }
}
