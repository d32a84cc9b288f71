// From the bytes of a request body to a JSON value, called by the pipeline. Refuses whatever would not be
// written back as it was sent: broken UTF-8, a BOM, deep nesting, `__proto__` keys, NUL, lone surrogates,
// numbers that a double cannot hold.
import { isUtf8 } from 'node:buffer'
import { Failure } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'

/** `inputs` may nest 64 deep (as the contract has it), and the body around it is one level more. */
export const depthLimit = 65

/**
 * Marks of a text that needs the slow, checking parse: escapes (they can spell NUL, a lone surrogate or
 * `__proto__`), numbers of 16 digits, with an exponent, or negative zero. A number counts only where a value
 * can begin, because ids contain 3e and dates -0. Most bodies have no mark; one inside a string only costs
 * time.
 */
const suspect = /\\u|__proto__|\d{16}|(?:^|[\s:,[])(?:-0|-?\d[\d.]*[eE])/

/** @throws {Failure} unsupported-media-type unless it is JSON in UTF-8 */
export function requireJson(contentType: string): void {
  if (/^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(contentType)) return
  const received = contentType === '' ? 'none' : contentType.slice(0, 100)
  throw new Failure(
    'unsupported-media-type',
    `expected Content-Type application/json in UTF-8, received ${received}`,
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
  requireDepth(text, maxDepth)
  try {
    return suspect.test(text) ? JSON.parse(text, refuseUnfaithful) : JSON.parse(text)
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('invalid-json', 'the body is not valid JSON')
  }
}

/** @throws {Failure} invalid-json, also for JSON that is not an object */
export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  const received = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  throw new Failure('invalid-json', `expected a JSON object as the body, received ${received}`)
}

/** One pass over the text, before it is parsed: counts brackets outside of strings. */
function requireDepth(text: string, maxDepth: number): void {
  let depth = 0
  let isString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isString) {
      if (code === backslash) i++
      else if (code === quote) isString = false
    } else if (code === quote) isString = true
    else if (code === openBracket || code === openBrace) {
      if (++depth > maxDepth)
        throw new Failure('invalid-json', `the body nests deeper than ${maxDepth} levels`)
    } else if (code === closeBracket || code === closeBrace) depth--
  }
}

const quote = 34
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/**
 * Reviver with source text (V8's, stage 4 of "JSON.parse source text access"; TypeScript does not know it
 * yet).
 */
function refuseUnfaithful(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === '__proto__') throw new Failure('invalid-json', 'a key may not be __proto__')
  if (!isSound(key)) throw new Failure('invalid-json', 'a key holds NUL or a lone surrogate')
  if (typeof value === 'string' && !isSound(value)) {
    throw new Failure('invalid-json', `the text at ${JSON.stringify(key)} holds NUL or a lone surrogate`)
  }
  if (typeof value === 'number' && !isFaithful(value, context?.source ?? '')) {
    throw new Failure(
      'invalid-json',
      `the number ${(context?.source ?? '').slice(0, 40)} cannot be kept as it is: send it as text`,
    )
  }
  return value
}

function isSound(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/**
 * Decimals may round as doubles do everywhere. Overflow, underflow, -0 and most integers past 2^53 would
 * change.
 */
function isFaithful(value: number, source: string): boolean {
  if (!Number.isFinite(value) || Object.is(value, -0)) return false
  if (value === 0) return !/[1-9]/.test(source.replace(/[eE].*$/, ''))
  return !/^-?\d+$/.test(source) || String(value) === source
}
