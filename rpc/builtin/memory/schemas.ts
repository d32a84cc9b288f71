// Arguments that the tools of memory have in common, and what they must be.
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { itemPrefix } from '../../../domain/memory/item-keys.ts'
import { memoryBounds } from '../../../domain/memory/memory.ts'
import { text } from '../schema.ts'
import type { ToolContext } from '../tool.ts'
import { invalidArguments, ToolFailure } from '../tool.ts'
import type { CalledMemory } from './called-memory.ts'

export const keyOf = (description: string): JsonSchema =>
  text('Key', description, { minLength: 1, maxLength: memoryBounds.keyLength, 'x-words': ['under', 'key'] })

/** Which memory. */
export const memory: JsonSchema = text(
  'Memory',
  'Name of a shared memory, in place of the own one of the workflow',
  {
    maxLength: 63,
    'x-name': true,
    'x-words': ['in memory', 'memory'],
  },
)

/** @throws {ToolFailure} `no-memory`: this service keeps none */
export function memoryOf({ memory }: ToolContext): CalledMemory {
  if (memory === undefined) throw new ToolFailure('no-memory', 'there is no memory here')
  return memory
}

/** A key that a person chose: one that a path of the API can name. @throws {ToolFailure} invalid-arguments */
export function chosenKey(key: string): string {
  if (key.startsWith(itemPrefix))
    throw invalidArguments(`key: those that begin with "${itemPrefix}" are items that only_new has given`)
  if (key === '.' || key === '..') throw invalidArguments('key: no address names "." or ".."')
  return storable(key)
}

/** @throws {ToolFailure} invalid-arguments: PostgreSQL keeps no such text */
export function storable(key: string): string {
  if (key.includes('\0') || !key.isWellFormed()) throw invalidArguments('key: expected text without NUL')
  return key
}

/** The value as it is kept. @throws {ToolFailure} too-large */
export function keptText(value: Json): string {
  const kept = JSON.stringify(value)
  const bytes = Buffer.byteLength(kept)
  if (bytes <= memoryBounds.valueBytes) return kept
  const most = memoryBounds.valueBytes.toLocaleString('en')
  throw new ToolFailure('too-large', `a memory keeps values up to ${most} bytes, and this one has ${bytes}`)
}
