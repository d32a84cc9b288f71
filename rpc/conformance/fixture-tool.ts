// The type of a fixture tool, and the shapes of answers that fixtures share.
import type { Json, JsonObject, JsonSchema } from '../../domain/json.ts'
import type { ContentPart } from '../../domain/tools/content.ts'
import type { InputRequest, Outcome, SurfaceContext } from '../surface/surface.ts'
import type { WireResult } from '../tool-wire.ts'

export interface FixtureTool {
  readonly name: string
  readonly description: string
  /** Default: no arguments. */
  readonly inputSchema?: JsonSchema
  run(args: JsonObject, context: SurfaceContext): Outcome<WireResult> | Promise<Outcome<WireResult>>
}

export type ToolOutcome = Outcome<WireResult>

export function says(text: string): ToolOutcome {
  return shows({ type: 'text', text })
}

export function shows(...content: ContentPart[]): ToolOutcome {
  return { type: 'complete', result: { content } }
}

export function fails(text: string): ToolOutcome {
  return { type: 'complete', result: { content: [{ type: 'text', text }], isError: true } }
}

/** An outcome that asks for answers. */
export function asks(requests: Readonly<Record<string, InputRequest>>, state: Json = null) {
  return { type: 'input-required', requests, state } as const
}

/**
 * A form for the client's user.
 * @param properties of its schema, all required by default
 */
export function form(
  message: string,
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): InputRequest {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties, required } },
  }
}

/** A message for the client's model to continue. */
export function prompt(text: string, maxTokens: number): InputRequest {
  const messages = [{ role: 'user', content: { type: 'text', text } }]
  return { method: 'sampling/createMessage', params: { messages, maxTokens } }
}

export const roots: InputRequest = { method: 'roots/list', params: {} }

/** The value that a form returned under a name; null when the user declined or left it empty. */
export function enteredValue(answer: Json | undefined, name: string): Json {
  const { content } = (answer ?? {}) as { content?: JsonObject }
  return content?.[name] ?? null
}

/** A PNG of one red pixel, in base64. */
export const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A WAV file without sound, in base64. */
export const audio = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
