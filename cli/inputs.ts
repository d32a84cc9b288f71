// Reads the inputs of a run from the options: `--inputs file` (JSON; `-` is standard input), then each
// `--input name=value`. The schema of the workflow says which values are texts.

import { readFile } from 'node:fs/promises'
import type { Json, JsonObject } from '../domain/json.ts'
import { readJson } from '../domain/numerals.ts'
import { own } from '../domain/own.ts'
import { UsageError } from './exit-codes.ts'

export interface TypedInputs {
  readonly file: string | undefined
  readonly pairs: readonly string[]
}

/** @throws {UsageError} */
export async function readInputs(
  { file, pairs }: TypedInputs,
  schema: JsonObject,
  readInput: () => Promise<string>,
): Promise<JsonObject> {
  const inputs = { ...(file === undefined ? {} : await readObject(file, readInput)) }
  for (const pair of pairs) {
    const separator = pair.indexOf('=')
    if (separator < 1) throw new UsageError(`--input ${pair}: expected name=value`)
    const name = pair.slice(0, separator)
    inputs[name] = readValue(pair.slice(separator + 1), typeOf(schema, name))
  }
  return inputs
}

async function readObject(file: string, readInput: () => Promise<string>): Promise<{ [name: string]: Json }> {
  return parseObject(file === '-' ? await readInput() : await readText(file), `--inputs ${file}`)
}

/** @param source names the text in the message. @throws {UsageError} */
export function parseObject(text: string, source: string): { [name: string]: Json } {
  try {
    const value: unknown = readJson(text)
    if (isObject(value)) return value as { [name: string]: Json }
  } catch {}
  throw new UsageError(`${source}: expected a JSON object`)
}

/** @throws {UsageError} */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new UsageError(`cannot read ${file}`)
  }
}

/**
 * A value that the schema declares a text stays one. Any other is read as JSON, and stays a text when it is
 * not JSON.
 */
function readValue(text: string, type: unknown): Json {
  if (type === 'string') return text
  try {
    return readJson(text)
  } catch {
    return text
  }
}

function typeOf(schema: JsonObject, name: string): unknown {
  const properties = schema['properties']
  const declared = isObject(properties) ? own(properties, name) : undefined
  return isObject(declared) ? declared['type'] : undefined
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
