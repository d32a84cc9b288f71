// What becomes of a call before and after the tool runs: arguments that do not fit refuse it, and what a tool throws
// becomes a value.
import type { JsonObject } from '../domain/json.ts'
import { compileSchema } from '../domain/schema-check.ts'
import { SchemaError } from '../domain/schema-copy.ts'
import type { ToolDefinition, ToolResult } from '../domain/tool.ts'
import { OutboundError } from './outbound/outbound.ts'
import { type BuiltinTool, ToolFailure } from './tools/tool.ts'

export type PureCall = (args: JsonObject) => ToolResult

/** The tool as a function that checks its arguments and runs at once. */
export function pureCall(tool: BuiltinTool & { effect: 'pure' }): PureCall {
  const check = compileSchema(tool.inputSchema)
  return args => {
    const defect = check(args)
    if (defect !== null) return failed('invalid-arguments', defect)
    try {
      return { ok: true, output: tool.run(args) }
    } catch (error) {
      return resultOf(error)
    }
  }
}

/** Null when the arguments fit the inputSchema. */
export function refusalOf(tool: ToolDefinition, args: JsonObject): ToolResult | null {
  try {
    const defect = compileSchema(tool.inputSchema)(args)
    return defect === null ? null : failed('invalid-arguments', defect)
  } catch (error) {
    // A foreign schema was fit when it was listed; it was stored since, and the rules may have changed.
    if (error instanceof SchemaError) return failed('bad-schema', `tool ${tool.name}: ${error.message}`)
    throw error
  }
}

/** What a tool threw, as a value. @throws what is neither the world's nor the arguments' fault: a defect of ours */
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
