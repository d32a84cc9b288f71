// Tools and their results as they leave on /rpc, in MCP's shapes. All lanes answer with these.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../domain/json.ts'
import { rpcName } from '../domain/offered-name.ts'
import type { CatalogTool, ToolDefinition, ToolResult } from '../domain/tool.ts'

export interface WireTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
  }
}

export type WireContent =
  | { readonly type: 'text'; readonly text: string }
  | (JsonObject & { readonly type: 'image' | 'audio' | 'resource' | 'resource_link' })

export interface WireResult {
  readonly content: readonly WireContent[]
  /** Only what is an object: MCP knows no other. */
  readonly structuredContent?: Json
  readonly isError?: true
  readonly _meta?: {
    /** `{code, ...facts}`. Not in structuredContent, which has to fit the tool's outputSchema. */
    readonly 'troupe/error'?: Json
    /** Of a tool that runs a workflow: `{id, status, workflowId}`. */
    readonly 'troupe/execution'?: Json
  }
}

export function wireTool(tool: ToolDefinition | CatalogTool): WireTool {
  const { title, description, inputSchema, outputSchema, effect } = tool
  const readOnlyHint = effect === 'pure' || effect === 'read'
  return {
    name: 'server' in tool ? rpcName(tool) : tool.name,
    title,
    description,
    inputSchema: inputSchema['type'] === 'object' ? inputSchema : { ...inputSchema, type: 'object' },
    ...(outputSchema?.['type'] === 'object' && { outputSchema }),
    annotations: { readOnlyHint, destructiveHint: effect === 'destructive', idempotentHint: readOnlyHint },
  }
}

/** The texts of tools are kept: a list is asked for far more often than a tool changes. */
const texts = new WeakMap<ToolDefinition, string>()

/** The result of tools/list as JSON text. */
export function wireListText(tools: readonly (ToolDefinition | CatalogTool)[]): string {
  return `{"tools":[${tools.map(toolText).join(',')}]}`
}

function toolText(tool: ToolDefinition | CatalogTool): string {
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

/** A tool that was called and failed, or was refused: for the model or person that called it to read. */
export function wireFailure(code: string, message: string, facts: JsonObject = {}): WireResult {
  return {
    content: [{ type: 'text', text: message }],
    isError: true,
    _meta: { 'troupe/error': { code, ...facts } },
  }
}
