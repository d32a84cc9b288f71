// Tools and their results in MCP's shapes, as all lanes of /rpc answer them.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../domain/json.ts'
import { withSentNumerals } from '../domain/schema/sent-numerals.ts'
import { withTypes } from '../domain/schema/typed.ts'
import { type ContentPart, contentIn, withoutBinaries } from '../domain/tools/content.ts'
import { rpcName } from '../domain/tools/offered-name.ts'
import type {
  HubTool,
  SentResult,
  ToolAnnotations,
  ToolDefinition,
  ToolEffect,
  ToolResult,
} from '../domain/tools/tool.ts'

export interface WireTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly annotations: ToolAnnotations
}

export interface WireResult {
  readonly content: readonly ContentPart[]
  /** Objects only: MCP allows nothing else. */
  readonly structuredContent?: Json
  readonly isError?: true
  readonly _meta?: {
    /** `{code, ...facts}`. Not in structuredContent, which must fit the tool's outputSchema. */
    readonly 'troupe/error'?: Json
    /** Of a tool that runs a workflow: `{id, status, workflowId}`. */
    readonly 'troupe/execution'?: Json
    /** Of the tool's server. */
    readonly [name: string]: Json | undefined
  }
}

export function wireTool(tool: ToolDefinition | HubTool): WireTool {
  const { title, description, inputSchema, outputSchema, effect } = tool
  return {
    name: 'server' in tool ? rpcName(tool) : tool.name,
    title,
    description,
    inputSchema: withTypes(objectSchema(inputSchema)),
    ...(outputSchema?.['type'] === 'object' && { outputSchema }),
    annotations: tool.annotations ?? hintsOf(effect),
  }
}

function objectSchema(schema: JsonSchema): JsonSchema {
  return schema['type'] === 'object' ? schema : { ...schema, type: 'object' }
}

/**
 * What a tool without hints of its own does: what MCP takes an absent hint for is left out, since models read
 * the list.
 */
function hintsOf(effect: ToolEffect): ToolAnnotations {
  if (effect === 'pure' || effect === 'read') return { readOnlyHint: true }
  return { destructiveHint: effect === 'destructive' }
}

/** Keeps the text of each tool: clients list tools far more often than a tool changes. */
const texts = new WeakMap<ToolDefinition, string>()

/** The result of tools/list as JSON text. */
export function wireListText(tools: readonly (ToolDefinition | HubTool)[]): string {
  return `{"tools":[${tools.map(toolText).join(',')}]}`
}

function toolText(tool: ToolDefinition | HubTool): string {
  let text = texts.get(tool)
  if (text === undefined) {
    text = JSON.stringify(wireTool(tool))
    texts.set(tool, text)
  }
  return text
}

/** @param outputSchema of the tool: where it takes numbers, texts of digits are written as such */
export function wireResult(result: ToolResult, outputSchema: JsonSchema | null = null): WireResult {
  const { sent } = result
  if (!result.ok) {
    const { code, message, retryable } = result.error
    const failure = wireFailure(code, message, { retryable })
    if (sent === undefined) return failure
    return { ...failure, ...sentResult(sent, outputSchema), _meta: { ...sent._meta, ...failure._meta } }
  }
  const { output } = result
  if (sent !== undefined) {
    const { content = shownOf(output) } = sent
    return { ...sentResult(sent, outputSchema), content }
  }
  const structured = isObject(output) && {
    structuredContent: structuredOf(output as JsonObject, outputSchema),
  }
  return { content: shownOf(output), ...structured }
}

/** As the tool's server sent it: nothing is added that it did not say. */
function sentResult({ structuredContent, ...sent }: SentResult, outputSchema: JsonSchema | null): SentResult {
  if (structuredContent === undefined) return sent
  return { ...sent, structuredContent: structuredOf(structuredContent, outputSchema) }
}

function structuredOf(value: JsonObject, outputSchema: JsonSchema | null): JsonObject {
  return outputSchema === null ? value : withSentNumerals(outputSchema, value)
}

/** What is to be seen of the output; else the output as text, for models without its structure. */
function shownOf(output: Json): readonly ContentPart[] {
  const text = () => (typeof output === 'string' ? output : JSON.stringify(withoutBinaries(output)))
  return contentIn(output) ?? [{ type: 'text', text: text() }]
}

/** The result of a call that failed or was refused, for the model or person that made it. */
export function wireFailure(code: string, message: string, facts: JsonObject = {}): WireResult {
  return {
    content: [{ type: 'text', text: message }],
    isError: true,
    _meta: { 'troupe/error': { code, ...facts } },
  }
}
