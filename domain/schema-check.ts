// A JSON Schema that somebody else wrote, turned into a check of values. Called by the hub for every tool, and by
// rpc/remote/tool-intake.ts to decide which tools of a server may be offered.
// 1. What is compiled is a copy with the known keywords only; nothing is fetched and the given schema is not changed.
// 2. Patterns run on re2js, whose time is linear in the text: @cfworker/json-schema itself would run them on RegExp.
import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import type { Json, JsonSchema } from './json.ts'
import { copySchema, type OnVisit, SchemaError } from './schema-copy.ts'

/**
 * What is wrong with the value, as `path: expected ...`, or null.
 * @param onVisit told of every step of the check; ends it by throwing a RangeError
 */
export type SchemaCheck = (value: Json, onVisit?: OnVisit) => string | null

const checks = new WeakMap<JsonSchema, SchemaCheck>()

/**
 * The check of a schema; the same schema object is compiled once.
 * @throws {SchemaError} over 64 KiB, nested over 20 deep, a `$ref` that leads nowhere or out, a pattern that has no
 *   linear-time form, a keyword that can not be checked
 */
export function compileSchema(schema: JsonSchema): SchemaCheck {
  let check = checks.get(schema)
  if (check === undefined) {
    check = compile(schema)
    checks.set(schema, check)
  }
  return check
}

/** The defect of a value that stands under a name: `args.line: expected ...`. */
export function defectUnder(name: string, defect: string): string {
  const whole = 'arguments:'
  return defect.startsWith(whole) ? `${name}:${defect.slice(whole.length)}` : `${name}.${defect}`
}

/**
 * Schemas entered in one check, of those that are counted. A list of 100,000 items takes as many; a schema whose definitions each name the next one
 * twice would take 2^n, and one of 400 branches 400 times as many. Some 0.3 us each.
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
      // A schema without end, which may also exhaust the stack; names in the value that are no text.
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

/** Every reference must lead somewhere now, not when the first value comes to it. */
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

/** Keywords that only say that something inside them is wrong; the next defect says what. */
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

/** `inputs.amount: expected number, received string` (contract 2). */
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
