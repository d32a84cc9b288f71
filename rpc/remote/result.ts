// Reads the result of tools/call, and checks it against the tool's outputSchema. Drops the metadata that the
// protocol reserves for itself. Called by remote-server.ts.

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import { defectUnder } from '../../domain/schema/schema-check.ts'
import { SchemaError } from '../../domain/schema/schema-error.ts'
import { contentPart } from '../../domain/tools/content.ts'
import type { StepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import type { ToolAnswer } from '../../domain/tools/failures/tool-answer.ts'
import type { SentResult, ToolDefinition, ToolResult } from '../../domain/tools/tool.ts'
import type { CheckValue } from '../tool-outcome.ts'
import { excerpt } from './excerpt.ts'
import { nestsTooDeep, parse } from './reply.ts'

/** The tool's definition, as far as its result is concerned. */
export type CalledTool = Pick<
  ToolDefinition,
  'name' | 'upstreamName' | 'inputSchema' | 'outputSchema' | 'effect' | 'annotations'
>

/**
 * The output of an MCP result is `structuredContent`, else its only text (parsed, when that is an object or a
 * list), else `content`. The result of a plain server is the output, unless it says that it is an error.
 * Messages of `bad-answer` continue the text `tool server "Orders"`.
 */
export function readToolResult(result: unknown, tool: CalledTool): ToolResult {
  if (!isObject(result)) return { ok: true, output: (result ?? null) as Json }
  const { content, structuredContent, isError } = result
  if (isError === true) return failed('tool-failed', excerpt(reasonOf(result), 2_000), answerOf(result))
  if (!Array.isArray(content))
    return { ok: true, output: (structuredContent ?? withoutReserved(result)) as Json }
  if (structuredContent !== undefined) return { ok: true, output: structuredContent as Json }
  if (tool.outputSchema !== null)
    return failed('bad-answer', `answered ${tool.name} without the structuredContent that it promises`)
  const text = texts(content)
  if (text.length !== content.length || text.length === 0)
    return { ok: true, output: content.map(withoutReserved) as Json }
  return { ok: true, output: jsonOrText(text.join('\n')) }
}

/** The result as the server sent it, made fit for clients; null when it is in no form of MCP. */
export function sentOf(result: unknown): SentResult | null {
  if (!isObject(result)) return null
  const { content, structuredContent, _meta } = withoutReserved(result) as JsonObject
  if (!Array.isArray(content) && !isObject(structuredContent)) return null
  return {
    ...(Array.isArray(content) && {
      content: content.map(part => contentPart(withoutReserved(part) as Json)),
    }),
    ...(isObject(structuredContent) && { structuredContent: structuredContent as JsonObject }),
    ...(isObject(_meta) && { _meta: _meta as JsonObject }),
  }
}

/** The result, when its output fits the outputSchema. */
export async function checkedResult(
  read: ToolResult,
  { name, outputSchema }: CalledTool,
  check: (schema: JsonSchema, value: Json) => ReturnType<CheckValue>,
): Promise<ToolResult> {
  if (!read.ok || outputSchema === null) return read
  try {
    const defect = await check(outputSchema, read.output)
    if (defect === null) return read
    const where = defectUnder('result', defect)
    return failed('bad-answer', `answered ${name} with a result that does not fit its outputSchema: ${where}`)
  } catch (error) {
    // The schema passed when it was listed, but the rules may have changed since.
    if (error instanceof SchemaError)
      return failed('bad-schema', `has an outputSchema of ${name} that can not be used: ${error.message}`)
    throw error
  }
}

function failed(code: StepErrorCode, message: string, tool?: ToolAnswer): ToolResult {
  return { ok: false, error: { code, message, retryable: false, ...(tool && { tool }) } }
}

/** What the tool says of its failure: `structuredContent`, else its only text, parsed where it is JSON. */
function answerOf(result: { readonly [key: string]: unknown }): ToolAnswer {
  const { content, structuredContent, isError: _, ...rest } = result
  if (structuredContent !== undefined) return { status: null, content: structuredContent as Json }
  if (!Array.isArray(content)) return { status: null, content: (content ?? withoutReserved(rest)) as Json }
  const text = texts(content)
  const isText = text.length === content.length && text.length > 0
  const said = isText ? jsonOrText(text.join('\n')) : (content.map(withoutReserved) as Json)
  return { status: null, content: said }
}

/** The tool's own message, if it has one. */
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

/** Prefixes whose second label is `mcp` or `modelcontextprotocol`, those of tracing, and our own. */
const reserved =
  /^(?:[\w-]+\.(?:mcp|modelcontextprotocol)(?:\.[\w.-]*)?\/|troupe\/|(?:progressToken|traceparent|tracestate|baggage)$)/

/** The same object when its `_meta` holds nothing reserved. */
function withoutReserved(value: unknown): unknown {
  if (!isObject(value) || !isObject(value['_meta'])) return value
  const entries = Object.entries(value['_meta'])
  const kept = entries.filter(([name]) => !reserved.test(name))
  if (kept.length === entries.length) return value
  const { _meta, ...rest } = value
  return kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) }
}
