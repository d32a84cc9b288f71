// From the bytes of a request body to a JSON value, called by the pipeline. Refuses whatever would not be
// written back as it was sent: broken UTF-8, a BOM, `__proto__` keys, NUL, lone surrogates, numbers too large
// or too small for a double; and what would be a lot of work: deep nesting, very many names or objects. Whole
// numbers that no double holds become texts (domain/numerals.ts).
import { isUtf8 } from 'node:buffer'
import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { readJson } from '../../../domain/numerals.ts'
import { jsonFault } from './json-fault.ts'
import { judgeJson } from './json-text.ts'

/** `inputs` may nest 64 deep (as the contract has it), and the body around it is one level more. */
export const depthLimit = 65

/** @throws {Failure} unsupported-media-type unless it is JSON in UTF-8 */
export function requireJson(contentType: string): void {
  if (/^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(contentType)) return
  const received = contentType === '' ? 'none' : contentType.slice(0, 100)
  throw new Failure(
    'unsupported-media-type',
    `expected Content-Type application/json in UTF-8, received ${received}`,
  )
}

/**
 * Nothing is decompressed: a small body could become a large one.
 * @throws {Failure} unsupported-media-type
 */
export function requirePlain(contentEncoding: string): void {
  if (contentEncoding === '' || /^identity$/i.test(contentEncoding)) return
  throw new Failure(
    'unsupported-media-type',
    `Content-Encoding is not supported: send the body as it is, not as ${contentEncoding.slice(0, 100)}`,
    { acceptEncoding: 'identity' },
  )
}

/** @throws {Failure} invalid-json when the bytes are not UTF-8, or begin with a byte order mark */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new Failure('invalid-json', 'the body is not valid UTF-8')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (text.charCodeAt(0) === 0xfeff) {
    throw new Failure('invalid-json', 'the body begins with a byte order mark: leave it out')
  }
  return text
}

/**
 * @param maxDepth how deep arrays and objects may nest
 * @returns a value that is written back as it was read; of a repeated key the last value counts
 * @throws {Failure} invalid-json
 */
export function parseJson(text: string, maxDepth = depthLimit): unknown {
  const defect = judgeJson(text, maxDepth)
  const value = parse(text)
  if (defect !== null) throw new Failure('invalid-json', defect)
  return value
}

/** @throws {Failure} invalid-json, also for JSON that is not an object */
export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  const received = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  throw new Failure('invalid-json', `expected a JSON object as the body, received ${received}`)
}

function parse(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    throw new Failure('invalid-json', `the body is not valid JSON${jsonFault(text)}`)
  }
}
