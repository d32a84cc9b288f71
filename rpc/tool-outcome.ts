// Checks the arguments before a tool runs, and turns what it throws into a value. Used by the hub.
import type { Json, JsonObject, JsonSchema } from '../domain/json.ts'
import { compileSchema } from '../domain/schema/schema-check.ts'
import { SchemaError } from '../domain/schema/schema-error.ts'
import { longNumeralIn } from '../domain/schema/sent-numerals.ts'
import type { ToolDefinition, ToolResult } from '../domain/tools/tool.ts'
import { type BuiltinTool, ToolFailure } from './builtin/tool.ts'
import { OutboundError } from './outbound/outbound.ts'

export type PureCall = (args: JsonObject) => ToolResult

/** The tool as a function that checks its arguments and runs synchronously. */
export function pureCall(tool: BuiltinTool & { effect: 'pure' }): PureCall {
  const check = compileSchema(tool.inputSchema)
  return args => {
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
  const wait = error instanceof ToolFailure &&
    error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }
  return { ok: false, error: { code, message, retryable, ...wait } }
}

export function failed(code: string, message: string): ToolResult {
  return { ok: false, error: { code, message, retryable: false } }
}
