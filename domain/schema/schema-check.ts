// Compiles a JSON Schema that somebody else wrote into a check of values. The hub calls it for every tool,
// and rpc/remote/tool-intake.ts to decide which tools of a server it may offer.
// 1. It compiles a copy with the known keywords only, fetches nothing, and leaves the given schema
//    unchanged.
// 2. Patterns run on re2js, whose time is linear in the text; @cfworker/json-schema itself would run them
//    on RegExp.
import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import type { Json, JsonSchema } from '../json.ts'
import { copySchema, type OnVisit, SchemaError } from './schema-copy.ts'

/**
 * The defect of the value as `path: expected ...`, or null.
 * @param onVisit called for every step of the check; throws a RangeError to end it
 */
export type SchemaCheck = (value: Json, onVisit?: OnVisit) => string | null

const checks = new WeakMap<JsonSchema, SchemaCheck>()

/**
 * The check of a schema; each schema object is compiled once.
 * @throws {SchemaError} over 64 KiB, nested over 20 deep, a `$ref` that leads nowhere or out, a pattern
 *   that has no linear-time form, a keyword that cannot be checked
 */
export function compileSchema(schema: JsonSchema): SchemaCheck {
  let check = checks.get(schema)
  if (check === undefined) {
    check = compile(schema)
    checks.set(schema, check)
  }
  return check
}

/** The defect with a name put before its path: `args.line: expected ...`. */
export function defectUnder(name: string, defect: string): string {
  const whole = 'arguments:'
  return defect.startsWith(whole) ? `${name}:${defect.slice(whole.length)}` : `${name}.${defect}`
}

/**
 * Counted schemas that one check may enter, 0.3 us each. A list of 100,000 items stays below; a schema
 * whose definitions each name the next one twice would take 2^n, and one of 400 branches 400 times as many.
 */
const visitLimit = 600_000

function compile(schema: JsonSchema): SchemaCheck {
  let visits = 0
  let alsoTold: OnVisit | undefined
  const copied = copySchema(schema, isCostly => {
    if (++visits > visitLimit) throw new RangeError('too many schemas')
    alsoTold?.(isCostly)
  })
  const validator = createValidator(copied, draftOf(schema))
  return (value, onVisit) => {
    visits = 0
    alsoTold = onVisit
    try {
      const { valid, errors } = validator.validate(value)
      return valid ? null : describe(errors)
    } catch (error) {
      // The schema is endless (which may exhaust the stack), or names in the value are no text.
      if (error instanceof RangeError) return 'arguments: expected less, the schema goes on without end'
      if (error instanceof URIError) return 'arguments: expected names of well-formed text'
      throw error
    }
  }
}

function createValidator(schema: JsonSchema, draft: SchemaDraft): Validator {
  try {
    const validator = new Validator(schema as Schema, draft)
    checkReferences(schema, validator)
    return validator
  } catch (error) {
    if (error instanceof SchemaError) throw error
    throw new SchemaError('the schema can not be used', { cause: error })
  }
}

/** Checks every reference now, not when a value first reaches it. */
function checkReferences(node: Json, validator: Validator): void {
  if (node === null || typeof node !== 'object') return
  if (!Array.isArray(node)) {
    const target = (node as { __absolute_ref__?: string }).__absolute_ref__
    const lookup = (validator as unknown as { lookup: Record<string, unknown> }).lookup
    if (target !== undefined && lookup[target] === undefined) {
      throw new SchemaError(`$ref ${JSON.stringify((node as JsonSchema)['$ref'])} leads nowhere`)
    }
  }
  for (const child of Object.values(node)) checkReferences(child, validator)
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  if (typeof $schema !== 'string') return '2020-12'
  if (/draft-0?4/.test($schema)) return '4'
  if (/draft-0?[67]/.test($schema)) return '7'
  return $schema.includes('2019-09') ? '2019-09' : '2020-12'
}

/** Keywords whose defect only says that something inside is wrong; the next defect says what. */
const containers = new Set([
  '$ref',
  'allOf',
  'if',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'dependentSchemas',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
])

/** `inputs.amount: expected number, received string` (docs/internals/contract.md, 2). */
function describe(defects: readonly OutputUnit[]): string {
  const defect = defects.find(({ keyword }) => !containers.has(keyword)) ?? defects[0]!
  const path = defect.instanceLocation.split('/').slice(1).map(nameInPointer)
  const [, received, expected] =
    /^Instance type "(\w+)" is invalid\. Expected "(.*)"\.$/.exec(defect.error) ?? []
  const [, missing] = /^Instance does not have required property "(.*)"\.$/s.exec(defect.error) ?? []
  if (missing !== undefined) path.push(missing)
  return `${path.join('.') || 'arguments'}: ${sentence()}`

  function sentence(): string {
    if (expected !== undefined) return `expected ${expected.replaceAll('", "', ' or ')}, received ${received}`
    if (missing !== undefined) return 'expected a value, received none'
    if (defect.keyword === 'false') return 'expected no value of this name'
    if (defect.keyword === 'anyOf' || defect.keyword === 'oneOf') return 'expected one of its allowed forms'
    const list = /^Instance does not match(?: any of)? (.*)\.$/s.exec(defect.error)?.[1]
    if (list !== undefined) return `expected ${list}`
    if (defect.error.startsWith('String does not match format')) return formatSentence(defect.error)
    return `expected otherwise (${defect.error.replace(/\.$/, '')})`
  }
}

function formatSentence(error: string): string {
  const format = error.slice('String does not match format "'.length, -2)
  return format.startsWith('pattern ')
    ? `expected text that matches ${format.slice(8)}`
    : `expected ${format}`
}

function nameInPointer(part: string): string {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
}
