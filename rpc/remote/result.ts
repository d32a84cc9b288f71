// What the result of tools/call means, and whether it is what the tool's definition promises. What the protocol keeps for
// itself does not go on to whoever called.
import { isObject, type Json } from '../../domain/json.ts'
import { compileSchema, defectUnder } from '../../domain/schema-check.ts'
import { type OnVisit, SchemaError } from '../../domain/schema-copy.ts'
import type { ToolDefinition, ToolResult } from '../../domain/tool.ts'
import { excerpt } from './excerpt.ts'
import { nestsTooDeep, parse } from './reply.ts'

/** What is called. */
export type CalledTool = Pick<
  ToolDefinition,
  'name' | 'inputSchema' | 'outputSchema' | 'effect' | 'annotations'
>

/**
 * MCP: `structuredContent`, else the one text (its JSON when it is an object or a list), else the content as it is.
 * Anything that is not MCP is the output itself, unless it says that it is an error.
 * Messages of `bad-answer` go on from `tool server "Orders"`.
 * @param isChecked false: the output is not compared with the outputSchema
 */
export function readToolResult(result: unknown, tool: CalledTool, isChecked: boolean): ToolResult {
  if (!isObject(result)) return structured(result ?? null, tool, isChecked)
  const { content, structuredContent, isError } = result
  if (isError === true) return failed('tool-failed', excerpt(reasonOf(result), 2_000))
  if (!Array.isArray(content))
    return structured(structuredContent ?? withoutReserved(result), tool, isChecked)
  if (structuredContent !== undefined) return structured(structuredContent, tool, isChecked)
  if (tool.outputSchema !== null)
    return failed('bad-answer', `answered ${tool.name} without the structuredContent that it promises`)
  const text = texts(content)
  if (text.length !== content.length || text.length === 0)
    return { ok: true, output: content.map(withoutReserved) as Json }
  return { ok: true, output: jsonOrText(text.join('\n')) }
}

function structured(output: unknown, { name, outputSchema }: CalledTool, isChecked: boolean): ToolResult {
  if (outputSchema === null || !isChecked) return { ok: true, output: output as Json }
  try {
    const defect = compileSchema(outputSchema)(output as Json, stopwatch())
    if (defect === null) return { ok: true, output: output as Json }
    const where = defectUnder('result', defect)
    return failed('bad-answer', `answered ${name} with a result that does not fit its outputSchema: ${where}`)
  } catch (error) {
    // The schema was fit when it was listed; it was stored since, and the rules may have changed.
    if (error instanceof SchemaError)
      return failed('bad-schema', `has an outputSchema of ${name} that can not be used: ${error.message}`)
    throw error
  }
}

/** A check that would keep the thread from everybody else's calls is given up. */
const checkMs = 500

function stopwatch(): OnVisit {
  const endsAt = performance.now() + checkMs
  let visits = 0
  return isCostly => {
    if ((isCostly || ++visits % 256 === 0) && performance.now() > endsAt) throw new RangeError('too long')
  }
}

function failed(code: string, message: string): ToolResult {
  return { ok: false, error: { code, message, retryable: false } }
}

/** In its own words, where it has some. */
function reasonOf(result: { readonly [key: string]: unknown }): string {
  const { content, structuredContent } = result
  const words = Array.isArray(content) ? texts(content).join('\n') : content
  if (typeof words === 'string') return words || 'the tool failed without saying why'
  return JSON.stringify(structuredContent ?? withoutReserved(result))
}

function texts(content: readonly unknown[]): string[] {
  return content.flatMap(part =>
    isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
  )
}

function jsonOrText(text: string): Json {
  const value = /^\s*[[{]/.test(text) ? parse(text) : undefined
  return value === undefined || nestsTooDeep(value) ? text : (value as Json)
}

/** Labels before a slash of which the second is `mcp` or `modelcontextprotocol`; what tracing uses; and ours. */
const reserved =
  /^(?:[\w-]+\.(?:mcp|modelcontextprotocol)(?:\.[\w.-]*)?\/|troupe\/|(?:progressToken|traceparent|tracestate|baggage)$)/

/** The very same value when its `_meta` holds nothing reserved. */
function withoutReserved(value: unknown): unknown {
  if (!isObject(value) || !isObject(value['_meta'])) return value
  const entries = Object.entries(value['_meta'])
  const kept = entries.filter(([name]) => !reserved.test(name))
  if (kept.length === entries.length) return value
  const { _meta, ...rest } = value
  return kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) }
}
