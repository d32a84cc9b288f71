// Makes a foreign tool list fit to be shown, stored and offered: bounded, without control characters, with
// schemas that we can check. A tool that does not fit is left out with a reason. Used by listing.ts and the
// marketplace.
import { isObject, type JsonSchema } from '../../../domain/json.ts'
import { withNumericBounds } from '../../../domain/schema/numeric-bounds.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { SchemaError } from '../../../domain/schema/schema-error.ts'
import { usableSchema } from '../../../domain/schema/usable-schema.ts'
import { fittingName } from '../../../domain/tools/offered-name.ts'
import type { ToolAnnotations, ToolDefinition, ToolEffect } from '../../../domain/tools/tool.ts'
import type { RefusedTool, ToolServerProtocol } from '../../../domain/tools/tool-server.ts'
import { headerParameters } from '../../header-parameters.ts'

/**
 * Pages and tools: docs/internals/mcp-lanes.md, "Upstream servers". Lengths: as much as a person or a model
 * reads.
 */
export const listBounds = {
  pages: 100,
  tools: 10_000,
  refused: 100,
  titleLength: 200,
  descriptionLength: 4_000,
  nameLength: 1_000,
} as const

/** Takes the tools of each page in turn. Of two tools with one name the first wins. */
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

  /** @param value one element of `tools`, as received */
  take(value: unknown): void {
    const said = isObject(value) && typeof value['name'] === 'string' ? value['name'] : ''
    const name = fittingName(said)
    const reason = isCallable(said) ? this.#reasonAgainst(name) : nameExpected
    if (reason !== null) this.#refuse(said, reason)
    else if (isObject(value)) this.#define({ name, said }, value)
  }

  /** The list has more pages than we read. */
  cutOff(): void {
    this.#refuse('the rest', `the list has more than ${listBounds.pages} pages`)
  }

  #refuse(name: string, reason: string): void {
    if (this.refused.length < listBounds.refused) this.refused.push({ name: oneLine(name, 64), reason })
  }

  #reasonAgainst(name: string): string | null {
    if (this.#names.has(name)) return 'another tool of the server has this name'
    return this.isFull ? `the server has more than ${listBounds.tools} tools` : null
  }

  #define(names: Names, value: { readonly [key: string]: unknown }): void {
    const { name, said } = names
    try {
      const tool = definitionOf(names, value)
      // MCP 2026-07-28 forbids to offer a tool with a bad mark. In other protocols the mark means nothing.
      if (this.#protocol === 'modern') headerParameters(tool.inputSchema)
      this.tools.push(tool)
      this.#names.add(name)
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error
      this.#refuse(said, error.message)
    }
  }
}

/** Of a tool: the name under which it is offered, and what its server calls it. */
interface Names {
  readonly name: string
  readonly said: string
}

const nameExpected = `expected a name of 1 to ${listBounds.nameLength} characters, none of them NUL`

/** Can the name be kept and sent back as it came? */
function isCallable(said: string): boolean {
  return said !== '' && said.length <= listBounds.nameLength && !said.includes('\0') && said.isWellFormed()
}

/** @throws {SchemaError} */
function definitionOf({ name, said }: Names, value: { readonly [key: string]: unknown }): ToolDefinition {
  const given = isObject(value['annotations']) ? value['annotations'] : {}
  const annotations = annotationsOf(given)
  const title = value['title'] ?? given['title']
  return {
    name,
    ...(said !== name && { upstreamName: said }),
    title: oneLine(typeof title === 'string' && title !== '' ? title : said, listBounds.titleLength),
    description: cleanText(value['description'], listBounds.descriptionLength),
    inputSchema: schemaOf(value['inputSchema']) ?? { type: 'object' },
    outputSchema: schemaOf(value['outputSchema']),
    effect: effectOf(annotations),
    annotations,
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

/** Without hints we assume that the tool changes something. */
function effectOf({ readOnlyHint, destructiveHint }: ToolAnnotations): ToolEffect {
  if (readOnlyHint === true) return 'read'
  return destructiveHint === true ? 'destructive' : 'write'
}

function schemaOf(value: unknown): JsonSchema | null {
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw new SchemaError('expected the schema to be an object')
  const schema = usableSchema(withNumericBounds(value as JsonSchema))
  compileSchema(schema)
  return schema
}

export function oneLine(value: unknown, maxLength: number): string {
  return cleanText(value, maxLength).replace(/\s+/g, ' ')
}

/**
 * Removes terminal sequences, control and direction characters and lone surrogates. Cuts with an ellipsis.
 */
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
