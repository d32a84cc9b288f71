// Checks the arguments before a tool runs, and turns what it throws into a value. Used by the hub.

import { isObject, type Json, type JsonObject, type JsonSchema } from '../domain/json.ts'
import { own } from '../domain/own.ts'
import { compileSchema } from '../domain/schema/schema-check.ts'
import { SchemaError } from '../domain/schema/schema-error.ts'
import { longNumeralIn } from '../domain/schema/sent-numerals.ts'
import type { StepErrorCode } from '../domain/tools/failures/step-errors.ts'
import type { ToolDefinition, ToolResult } from '../domain/tools/tool.ts'
import { type BuiltinTool, ToolFailure } from './builtin/tool.ts'
import { OutboundError } from './outbound/outbound.ts'

export type PureCall = (args: JsonObject) => ToolResult

/** The tool as a function that checks its arguments and runs synchronously. */
export function pureCall(tool: BuiltinTool & { effect: 'pure' }): PureCall {
  const check = compileSchema(tool.inputSchema)
  return given => {
    const args = withoutNulls(tool.inputSchema, given)
    const defect = check(args)
    if (defect !== null) return failed('invalid-arguments', defect)
    const tooLong = longNumeralRefused(tool, args)
    if (tooLong !== null) return tooLong
    try {
      return { ok: true, output: tool.run(args) }
    } catch (error) {
      return resultOf(error)
    }
  }
}

/**
 * An expression that found nothing gives null: where the argument may be left out, and null is no value of
 * it, it is left out. The same object where there is nothing to leave out.
 */
export function withoutNulls({ required, properties }: JsonSchema, args: JsonObject): JsonObject {
  const absent = Object.keys(args).filter(name => {
    if (args[name] !== null || (Array.isArray(required) && required.includes(name))) return false
    const schema = isObject(properties) ? own(properties as JsonObject, name) : undefined
    return isObject(schema) && !takesNull(schema as JsonObject)
  })
  if (absent.length === 0) return args
  return Object.fromEntries(Object.entries(args).filter(([name]) => !absent.includes(name)))
}

/** What its words leave open may take it. */
function takesNull({ type, enum: values, ...schema }: JsonObject): boolean {
  if (Array.isArray(values)) return values.includes(null)
  if (typeof type === 'string') return type === 'null'
  if (Array.isArray(type)) return type.includes('null')
  const parts = [schema['anyOf'], schema['oneOf']].find(Array.isArray) as readonly Json[] | undefined
  return parts === undefined || parts.some(part => !isObject(part) || takesNull(part as JsonObject))
}

/**
 * Holds a value of an organization against a schema that somebody else wrote.
 * @returns the defect, or null
 * @throws {SchemaError} the schema can not be used
 */
export type CheckValue = (
  organizationId: string,
  schema: JsonSchema,
  value: Json,
) => string | null | Promise<string | null>

/** In this thread, which pays for it (domain/budgets/budget.ts). */
export const checkHere: CheckValue = (_organizationId, schema, value) => compileSchema(schema)(value)

/** Null when the arguments fit the inputSchema. */
export async function refusalOf(
  tool: ToolDefinition,
  args: JsonObject,
  check: (schema: JsonSchema, value: Json) => ReturnType<CheckValue>,
): Promise<ToolResult | null> {
  try {
    const defect = await check(tool.inputSchema, args)
    return defect === null ? null : failed('invalid-arguments', defect)
  } catch (error) {
    // A foreign schema passed when it was listed, but the rules may have changed since.
    if (error instanceof SchemaError) return failed('bad-schema', `tool ${tool.name}: ${error.message}`)
    throw error
  }
}

/** A tool of ours counts with numbers, so it takes none that no JS number holds. Null: there is none. */
export function longNumeralRefused({ inputSchema }: ToolDefinition, args: JsonObject): ToolResult | null {
  const numeral = longNumeralIn(inputSchema, args)
  if (numeral === null) return null
  return failed('invalid-arguments', `arguments: expected numbers up to 2^53 - 1, received ${numeral}`)
}

/**
 * Turns what a tool threw into a value.
 * @throws a defect of ours: an error that is neither the world's nor the arguments' fault
 */
export function resultOf(error: unknown): ToolResult {
  if (!(error instanceof ToolFailure || error instanceof OutboundError)) throw error
  const { code, message, retryable } = error
  const { retryAfterMs, answer: tool } = error instanceof ToolFailure ? error : nothingMore
  const more = { ...(retryAfterMs !== undefined && { retryAfterMs }), ...(tool !== undefined && { tool }) }
  return { ok: false, error: { code, message, retryable, ...more } }
}

const nothingMore = { retryAfterMs: undefined, answer: undefined }

export function failed(code: StepErrorCode, message: string): ToolResult {
  return { ok: false, error: { code, message, retryable: false } }
}
