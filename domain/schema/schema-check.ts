// Compiles a JSON Schema that somebody else wrote into a check of values. The hub calls it for every tool,
// and rpc/remote/intake/tool-intake.ts to decide which tools of a server it may offer. How keywords are
// checked stands in domain/schema/check/.
// 1. It obeys the keywords that it knows, fetches nothing, and leaves the given schema unchanged.
// 2. Both compiling and checking pay from a budget (domain/budgets/budget.ts), so that neither schemas nor
//    values of strangers keep a thread busy.
import { budgets, OverBudget, spend, within } from '../budgets/budget.ts'
import type { Json, JsonSchema } from '../json.ts'
import { type Check, type Compiled, compile } from './check/compile.ts'
import { SchemaError } from './schema-error.ts'

/** Sizes from docs/internals/mcp-lanes.md: real tools stay well below. */
export const schemaBounds = { sizeBytes: 64 * 1024, depth: 20 } as const

/** The defect of the value as `path: expected ...`, or null. */
export type SchemaCheck = (value: Json) => string | null

interface Known {
  readonly compiled: Compiled
  readonly check: SchemaCheck
  readonly properties: Map<string, SchemaCheck | null>
}

/** Also what is wrong with a schema, which may have taken as much work to find. */
const known = new WeakMap<JsonSchema, Known | SchemaError>()

/**
 * The check of a schema; each schema object is compiled once.
 * @throws {SchemaError} over 64 KiB, nested over 20 deep, a `$ref` that leads nowhere or out, a pattern
 *   that has no linear-time form, a keyword that cannot be checked, more work than a schema may be
 */
export function compileSchema(schema: JsonSchema): SchemaCheck {
  return knownSchema(schema).check
}

/**
 * The check of one property of a schema, which is compiled whole and once; null when there is none such.
 * @throws {SchemaError} as `compileSchema`
 */
export function compileProperty(schema: JsonSchema, name: string): SchemaCheck | null {
  const { compiled, properties } = knownSchema(schema)
  let check = properties.get(name)
  if (check === undefined) {
    const property = inBounds(() => compiled.property(name))
    check = property && metered(property)
    if (check !== null) properties.set(name, check)
  }
  return check
}

/** The defect with a name put before its path: `args.line: expected ...`. */
export function defectUnder(name: string, defect: string): string {
  const whole = 'arguments:'
  return defect.startsWith(whole) ? `${name}:${defect.slice(whole.length)}` : `${name}.${defect}`
}

function knownSchema(schema: JsonSchema): Known {
  const found = known.get(schema)
  if (found instanceof SchemaError) throw new SchemaError(found.message, { cause: found })
  if (found !== undefined) return found
  try {
    const compiled = inBounds(() => {
      checkSize(schema)
      return compile(schema, schemaBounds.depth)
    })
    const made = { compiled, check: metered(compiled.check), properties: new Map() }
    known.set(schema, made)
    return made
  } catch (error) {
    if (error instanceof SchemaError) known.set(schema, error)
    throw error
  }
}

/** @throws {SchemaError} */
function inBounds<T>(work: () => T): T {
  try {
    return within(budgets.schema, work)
  } catch (error) {
    // A RangeError is one of the stack.
    if (!(error instanceof OverBudget || error instanceof RangeError)) throw error
    spend(1) // throws if it is the work around this that met its bound
    const message = 'the schema takes more work than it may: a smaller one or simpler patterns are needed'
    throw new SchemaError(message, { cause: error })
  }
}

function metered(check: Check): SchemaCheck {
  return value => {
    try {
      return within(budgets.check, () => check(value, null)?.toString() ?? null)
    } catch (error) {
      // Also of the stack: the schema refers to itself without looking into the value.
      if (!(error instanceof OverBudget || error instanceof RangeError)) throw error
      spend(1) // as above
      return 'arguments: expected less, the schema goes on without end'
    }
  }
}

/** Looks at no more than the size that is allowed, before anything else looks at the whole. */
function checkSize(schema: JsonSchema): void {
  const waiting: Json[] = [schema]
  let length = 0
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    length += typeof value === 'string' ? value.length : 1
    if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        length += Array.isArray(value) ? 1 : name.length + 4
        if (length > schemaBounds.sizeBytes) throw tooLarge()
        const member = (value as JsonSchema)[name]
        if (member !== undefined) waiting.push(member)
      }
    }
    if (length > schemaBounds.sizeBytes) throw tooLarge()
  }
  if (Buffer.byteLength(JSON.stringify(schema)) > schemaBounds.sizeBytes) throw tooLarge()
}

function tooLarge(): SchemaError {
  return new SchemaError(`the schema is larger than ${schemaBounds.sizeBytes} bytes`)
}
