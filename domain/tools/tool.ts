// A tool: something a step can call. Built-in ones have no server; others belong to a registered tool
// server and are offered as `<slug>__<tool>`. A call returns a value and never throws: errors of the
// outside world are data.
import { z } from 'zod'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { withTypes } from '../schema/typed.ts'
import type { ContentPart } from './content.ts'
import type { StepErrorCode } from './failures/step-errors.ts'
import type { ToolAnswer } from './failures/tool-answer.ts'

/**
 * What calling the tool does to the world. `pure`: a function of its arguments, no I/O, may run twice or
 * never and shares a commit with its neighbours. `read`: looks outside, changes nothing. `write`: changes
 * something. `destructive`: removes or overwrites.
 */
export type ToolEffect = 'pure' | 'read' | 'write' | 'destructive'

export interface ToolExample {
  /** One imperative line, as a person would write it in a prompt. */
  readonly prompt: string
  readonly args: JsonObject
  readonly output?: Json
}

/** Hints of MCP. Absent: the server does not say. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  /** Called again with the same arguments, it changes nothing more. */
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

export interface ToolDefinition {
  readonly name: string
  /** What its server calls it; absent: the same. Other names cannot stand in prompts, plans and lists. */
  readonly upstreamName?: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema | null
  readonly effect: ToolEffect
  /** Hints as the tool's server sent them, `{}` when it sent none; absent: they follow from the effect. */
  readonly annotations?: ToolAnnotations
  /** Words of prompts that should find this tool, verbs first. */
  readonly keywords: readonly string[]
  readonly examples: readonly ToolExample[]
}

/** A tool as the planner, the compiler and `GET /tools` see it. */
export interface HubTool extends ToolDefinition {
  /** Slug of the tool server; null for a built-in tool. */
  readonly server: string | null
  /** What its results looked like so far; absent when none was seen, or the tool has an outputSchema. */
  readonly observedOutput?: JsonSchema
}

/** The name of a tool in prompts, plans and /rpc. */
export function offeredName(tool: { server: string | null; name: string }): string {
  return tool.server === null ? tool.name : `${tool.server}__${tool.name}`
}

/**
 * Slug of the server, null for a built-in tool, and the tool's own name, of an offered name. Slugs hold no
 * underscore: the first `__` ends the slug.
 */
export function splitOfferedName(offered: string): { readonly server: string | null; readonly tool: string } {
  const at = offered.indexOf('__')
  if (at < 0) return { server: null, tool: offered }
  return { server: offered.slice(0, at), tool: offered.slice(at + 2) }
}

/**
 * The result of one call. `retryable`: the same call may succeed later (timeout, 429, 5xx, reset). `sent`:
 * only for a call that asked for it, and for a result in MCP's form.
 */
export type ToolResult =
  | { readonly ok: true; readonly output: Json; readonly sent?: SentResult }
  | { readonly ok: false; readonly error: ToolError; readonly sent?: SentResult }

/** A result as the server of the tool sent it, made fit for clients. */
export interface SentResult {
  /** What is absent here, the server did not send. */
  readonly content?: readonly ContentPart[]
  readonly structuredContent?: JsonObject
  /** Without the names that the protocol and we have for ourselves. */
  readonly _meta?: JsonObject
}

export interface ToolError {
  readonly code: StepErrorCode
  /** For a person; names the server and what it did. */
  readonly message: string
  readonly retryable: boolean
  /** How long the server asked to be left alone (Retry-After). */
  readonly retryAfterMs?: number
  /** What the tool itself answered, bounded and without secrets; absent where it answered nothing. */
  readonly tool?: ToolAnswer
}

export const ObservedSchema = z
  .record(z.string(), z.unknown())
  .nullable() as unknown as z.ZodType<JsonSchema | null>

/** A tool as `GET /tools` shows it. */
export const OfferedTool = z.object({
  name: z.string(),
  server: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonSchema>,
  outputSchema: z.record(z.string(), z.unknown()).nullable() as unknown as z.ZodType<JsonSchema | null>,
  /** What its results looked like so far: fields and their types, no values; null when none was seen. */
  observedSchema: ObservedSchema,
  effect: z.enum(['pure', 'read', 'write', 'destructive']),
})
export type OfferedTool = z.infer<typeof OfferedTool>

export function offeredTool(tool: HubTool): OfferedTool {
  const { server, title, description, inputSchema, outputSchema, effect, observedOutput = null } = tool
  const schemas = { inputSchema: withTypes(inputSchema), outputSchema, observedSchema: observedOutput }
  return { name: offeredName(tool), server, title, description, ...schemas, effect }
}
