// Tools and their results in MCP's shapes, as all lanes of /rpc answer them.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../domain/json.ts'
import { withTypes } from '../domain/schema/typed.ts'
import { type ContentPart, contentIn, withoutBinaries } from '../domain/tools/content.ts'
import { rpcName } from '../domain/tools/offered-name.ts'
import type {
  HubTool,
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

/** What a tool without hints of its own does. */
function hintsOf(effect: ToolEffect): ToolAnnotations {
  const readOnlyHint = effect === 'pure' || effect === 'read'
  return { readOnlyHint, destructiveHint: effect === 'destructive', idempotentHint: readOnlyHint }
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

export function wireResult(result: ToolResult): WireResult {
  if (!result.ok) {
    const { code, message, retryable } = result.error
    const failure = wireFailure(code, message, { retryable })
    return { ...failure, ...(result.content?.length && { content: result.content }) }
  }
  const { output } = result
  const structured = isObject(output) && { structuredContent: output as Json }
  return { content: shownOf(output, result.content ?? []), ...structured }
}

/** What the tool's server wants to be seen; else the output as text, for models without its structure. */
function shownOf(output: Json, given: readonly ContentPart[]): readonly ContentPart[] {
  if (given.length > 0) return given
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
