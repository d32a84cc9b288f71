// What a built-in tool is. The hub validates arguments against the inputSchema before it runs one, and turns what a
// tool throws into a ToolResult; a tool applies its own defaults.
// 1. A pure tool is a function: synchronous, same arguments, same result; no clock, no randomness, no I/O.
// 2. Its time and its output are bounded whatever the arguments (see bounds.ts).
// 3. Everything else goes out through `context.outbound` and ends when `context.signal` says so.
import type { Json, JsonObject } from '../../domain/json.ts'
import type { ToolDefinition } from '../../domain/tool.ts'
import type { Authorization } from '../credentials/credentials.ts'
import type { Outbound, OutboundResponse } from '../outbound/outbound.ts'

export type BuiltinTool = PureTool | WorldTool

export type PureTool = ToolDefinition & {
  readonly effect: 'pure'
  /** @throws {ToolFailure} */
  run(args: JsonObject): Json
}

export type WorldTool = ToolDefinition & {
  readonly effect: 'read' | 'write' | 'destructive'
  /** Where its arguments are sent; without it, nowhere: then they hold no secret. */
  readonly destination?: (args: JsonObject) => string
  /** @throws {ToolFailure} also as a rejection */
  run(args: JsonObject, context: ToolContext): Promise<Json>
}

export interface ToolContext {
  readonly outbound: Outbound
  readonly signal: AbortSignal
  /** The same on every attempt of the same step: `execution/step`. */
  readonly idempotencyKey: string
  /** What the step may take in all. */
  readonly timeoutMs: number
  /**
   * Sends with what a credential of the organization adds to the request; absent where there are no credentials.
   * @param credential id or name
   * @param url        where it would be sent
   * @throws {ToolFailure} there is none such, not for this host, and whatever `send` throws
   */
  readonly sendAuthorized?: (
    credential: string,
    url: string,
    send: (authorization: Authorization) => Promise<OutboundResponse>,
  ) => Promise<OutboundResponse>
}

/** Why a tool could not do what it was asked; becomes the ToolError of the call. */
export class ToolFailure extends Error {
  /** Stable kebab-case word, see ToolError. */
  readonly code: string
  readonly retryable: boolean
  /** How long the other side asked to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: string,
    message: string,
    retryable = false,
    { retryAfterMs, ...options }: ErrorOptions & { readonly retryAfterMs?: number } = {},
  ) {
    super(message, options)
    this.name = 'ToolFailure'
    this.code = code
    this.retryable = retryable
    this.retryAfterMs = retryAfterMs
  }
}

/** Arguments that fit the schema and still make no sense together. */
export function invalidArguments(message: string): ToolFailure {
  return new ToolFailure('invalid-arguments', message)
}

/** Declares a pure tool; `A` is the shape of arguments that its inputSchema admits. */
export function pureTool<A>(tool: Omit<ToolDefinition, 'effect'> & { run(args: A): Json }): PureTool {
  return { ...tool, effect: 'pure', run: args => tool.run(args as A) }
}

/** Declares a tool that looks at the world or changes it. */
export function worldTool<A>(
  tool: Omit<ToolDefinition, 'effect'> & {
    effect: WorldTool['effect']
    destination?(args: A): string
    run(args: A, context: ToolContext): Promise<Json>
  },
): WorldTool {
  const { destination, ...rest } = tool
  return {
    ...rest,
    ...(destination && { destination: args => destination(args as A) }),
    run: (args, context) => tool.run(args as A, context),
  }
}
