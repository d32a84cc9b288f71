// The defaults that a schema of an object has for its properties. Every start of an execution fills the
// inputs with them (actors/execution/starting/starting.ts), before it checks them.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { own } from '../own.ts'

/** The same object when nothing is missing; null counts as given. */
export function withDefaults(schema: JsonSchema, given: JsonObject): JsonObject {
  const missing = defaultsIn(schema).filter(([name]) => !Object.hasOwn(given, name))
  return missing.length === 0 ? given : { ...Object.fromEntries(missing), ...given }
}

/** The properties that have one, each with it. */
export function defaultsIn({ properties }: JsonSchema): readonly (readonly [string, Json])[] {
  if (!isObject(properties)) return []
  return Object.entries(properties as JsonObject).flatMap(([name, property]) => {
    const value = isObject(property) ? own(property as JsonObject, 'default') : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
}
