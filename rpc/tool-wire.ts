// Tools and their results in MCP's shapes, as all lanes of /rpc answer them.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../domain/json.ts'
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

export type WireContent =
  | { readonly type: 'text'; readonly text: string }
  | (JsonObject & { readonly type: 'image' | 'audio' | 'resource' | 'resource_link' })

export interface WireResult {
  readonly content: readonly WireContent[]
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
    inputSchema: inputSchema['type'] === 'object' ? inputSchema : { ...inputSchema, type: 'object' },
    ...(outputSchema?.['type'] === 'object' && { outputSchema }),
    annotations: tool.annotations ?? hintsOf(effect),
  }
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
    return wireFailure(code, message, { retryable })
  }
  const { output } = result
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  const content = [{ type: 'text', text }] as const
  return isObject(output) ? { content, structuredContent: output as Json } : { content }
}

/** The result of a call that failed or was refused, for the model or person that made it. */
export function wireFailure(code: string, message: string, facts: JsonObject = {}): WireResult {
  return {
    content: [{ type: 'text', text: message }],
    isError: true,
    _meta: { 'troupe/error': { code, ...facts } },
  }
}
