// The schemas of a tool as models and clients see them: without the words by which prompts name its
// arguments, which only planners read. The same schema gives the same object, so whoever caches by it still
// can.
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import type { ToolDefinition } from './tool.ts'

/** Keywords of our own that say how prompts name a value, or what the compiler makes of it. */
const planners = new Set(['x-words', 'x-value-words', 'x-name', 'x-object', 'x-credential'])
/** What they hold is data, and no schema. */
const values = new Set(['default', 'const', 'enum', 'examples'])
/** What they hold are schemas by names, which may be any. */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

const shown = new WeakMap<object, JsonSchema>()
const shownTools = new WeakMap<ToolDefinition, ToolDefinition>()

export function shownSchema(schema: JsonSchema): JsonSchema {
  let made = shown.get(schema)
  if (made === undefined) {
    made = without(schema) as JsonSchema
    shown.set(schema, made)
  }
  return made
}

export function shownTool<T extends ToolDefinition>(tool: T): T {
  let made = shownTools.get(tool) as T | undefined
  if (made === undefined) {
    const { inputSchema, outputSchema } = tool
    made = {
      ...tool,
      inputSchema: shownSchema(inputSchema),
      outputSchema: outputSchema && shownSchema(outputSchema),
    }
    shownTools.set(tool, made)
  }
  return made
}

function without(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(without)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema as JsonObject).filter(([keyword]) => !planners.has(keyword))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, within(keyword, value)]))
}

function within(keyword: string, value: Json): Json {
  if (values.has(keyword)) return value
  if (!named.has(keyword) || typeof value !== 'object' || value === null || Array.isArray(value))
    return without(value)
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, each]) => [name, without(each)]))
}
