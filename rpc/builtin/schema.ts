// Short notation for JSON Schemas of tools. Every property has a title and a description for people. The
// planner reads four extensions:
// - `x-words`: English words that introduce the value in a prompt ("split the line *by* a comma").
// - `x-value-words`: words that mean a certain value ({"descending": ["largest first"]}).
// - `x-name: true`: takes a bare word ("into the table *orders*").
// - `x-object: true`: the object of the verb, though not required.
import type { Json, JsonSchema } from '../../domain/json.ts'

interface Extra {
  readonly [keyword: string]: Json
}

export function object(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** An object with any names, whose values fit `values`. */
export function record(
  title: string,
  description: string,
  values: JsonSchema,
  extra: Extra = {},
): JsonSchema {
  return { type: 'object', title, description, additionalProperties: values, ...extra }
}

export function text(title: string, description: string, extra: Extra = {}): JsonSchema {
  return { type: 'string', title, description, ...extra }
}

/** One of several words; `words` lists for each how a prompt may say it. */
export function choice(
  title: string,
  description: string,
  words: Record<string, readonly string[]>,
  extra: Extra = {},
): JsonSchema {
  return { type: 'string', title, description, enum: Object.keys(words), 'x-value-words': words, ...extra }
}

export function integer(title: string, description: string, extra: Extra = {}): JsonSchema {
  return { type: 'integer', title, description, ...extra }
}

export function number(title: string, description: string, extra: Extra = {}): JsonSchema {
  return { type: 'number', title, description, ...extra }
}

export function flag(title: string, description: string, extra: Extra = {}): JsonSchema {
  return { type: 'boolean', title, description, default: false, ...extra }
}

export function list(title: string, description: string, extra: Extra = {}): JsonSchema {
  return { type: 'array', title, description, ...extra }
}

/** Any JSON value. */
export function anything(title: string, description: string, extra: Extra = {}): JsonSchema {
  return { title, description, ...extra }
}
