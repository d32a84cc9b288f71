// What a tool server says about its tools, made fit to be shown, stored and offered: bounded, without control
// characters, with schemas that can be checked. A tool that can not be is left out, and the reason is kept.
import { isObject, type JsonSchema } from '../../domain/json.ts'
import { compileSchema } from '../../domain/schema-check.ts'
import { SchemaError } from '../../domain/schema-copy.ts'
import type { ToolAnnotations, ToolDefinition, ToolEffect } from '../../domain/tool.ts'
import type { RefusedTool, ToolServerProtocol } from '../../domain/tool-server.ts'
import { headerParameters } from '../header-parameters.ts'

/** Pages and tools: mcp.md, "Upstream servers". Lengths: what a person or a model will read. */
export const listBounds = {
  pages: 100,
  tools: 10_000,
  refused: 100,
  titleLength: 200,
  descriptionLength: 4_000,
} as const

/** The names of MCP. Nothing else survives as part of `<slug>__<tool>` in prompts and plans. */
const namePattern = /^[A-Za-z0-9_.-]{1,64}$/

/** Takes the tools of each page in turn. The first of two tools with one name wins. */
export class ToolIntake {
  readonly tools: ToolDefinition[] = []
  readonly refused: RefusedTool[] = []
  readonly #names = new Set<string>()
  readonly #protocol: ToolServerProtocol

  constructor(protocol: ToolServerProtocol) {
    this.#protocol = protocol
  }

  get isFull(): boolean {
    return this.tools.length >= listBounds.tools
  }

  /** One element of `tools` as it came. */
  take(value: unknown): void {
    const name = isObject(value) && typeof value['name'] === 'string' ? value['name'] : ''
    const reason = this.#reasonAgainst(name)
    if (reason !== null) this.#refuse(name, reason)
    else if (isObject(value)) this.#define(name, value)
  }

  /** The list goes on, and nobody reads it. */
  cutOff(): void {
    this.#refuse('the rest', `the list has more than ${listBounds.pages} pages`)
  }

  #refuse(name: string, reason: string): void {
    if (this.refused.length < listBounds.refused) this.refused.push({ name: oneLine(name, 64), reason })
  }

  #reasonAgainst(name: string): string | null {
    if (!namePattern.test(name)) return 'expected a name of 1 to 64 letters, digits, _, . or -'
    if (this.#names.has(name)) return 'another tool of the server has this name'
    return this.isFull ? `the server has more than ${listBounds.tools} tools` : null
  }

  #define(name: string, value: { readonly [key: string]: unknown }): void {
    try {
      const tool = definitionOf(name, value)
      // MCP 2026-07-28: such a tool must not be offered. Elsewhere the mark means nothing.
      if (this.#protocol === 'modern') headerParameters(tool.inputSchema)
      this.tools.push(tool)
      this.#names.add(name)
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error
      this.#refuse(name, error.message)
    }
  }
}

/** @throws {SchemaError} */
function definitionOf(name: string, value: { readonly [key: string]: unknown }): ToolDefinition {
  const given = isObject(value['annotations']) ? value['annotations'] : {}
  const annotations = annotationsOf(given)
  const title = value['title'] ?? given['title']
  return {
    name,
    title: oneLine(typeof title === 'string' && title !== '' ? title : name, listBounds.titleLength),
    description: cleanText(value['description'], listBounds.descriptionLength),
    inputSchema: schemaOf(value['inputSchema']) ?? { type: 'object' },
    outputSchema: schemaOf(value['outputSchema']),
    effect: effectOf(annotations),
    ...(Object.keys(annotations).length > 0 && { annotations }),
    keywords: [],
    examples: [],
  }
}

function annotationsOf(given: { readonly [key: string]: unknown }): ToolAnnotations {
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']
  return Object.fromEntries(
    hints.filter(hint => typeof given[hint] === 'boolean').map(hint => [hint, given[hint]]),
  )
}

/** What changes the world is the default. */
function effectOf({ readOnlyHint, destructiveHint }: ToolAnnotations): ToolEffect {
  if (readOnlyHint === true) return 'read'
  return destructiveHint === true ? 'destructive' : 'write'
}

function schemaOf(value: unknown): JsonSchema | null {
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw new SchemaError('expected the schema to be an object')
  compileSchema(value as JsonSchema)
  return value as JsonSchema
}

export function oneLine(value: unknown, maxLength: number): string {
  return cleanText(value, maxLength).replace(/\s+/g, ' ')
}

/** Without terminal sequences, control and direction characters and lone surrogates; cut with an ellipsis. */
function cleanText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return ''
  const clean = value
    .slice(0, maxLength * 2)
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .toWellFormed()
    .trim()
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).toWellFormed()}…`
}
