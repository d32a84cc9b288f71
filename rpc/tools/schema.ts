// JSON Schemas of the built-in tools, written short. Every property has a title and a description for people, and
// may have `x-words`: English words that introduce its value in a prompt ("split the line *by* a comma"), and
// `x-value-words`: for a value, the words that mean it ({"descending": ["largest first"]}). `x-name: true` takes a bare
// word ("into the table *orders*"); `x-object: true` is what the verb is done to, though not required. The planner reads them.
import type { Json, JsonSchema } from '../../domain/json.ts'

interface Extra {
  readonly [keyword: string]: Json
}

export function object(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** An object with any names, the values of which fit `values`. */
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

/** One of a few words; `words` gives for each the ways to say it in a prompt. */
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
