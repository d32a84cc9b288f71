// What a built-in tool is. The hub checks the arguments against the inputSchema before the tool runs, and
// turns an exception into a ToolResult. The tool applies its own defaults.
// 1. A pure tool is a function: synchronous, same arguments, same result; no clock, no randomness, no I/O.
// 2. Its time is bounded by a budget (domain/budgets/budget.ts), its output by bounds.ts, for all arguments.
// 3. Any other tool reaches the outside through `context.outbound` only, and ends when `context.signal`
//    aborts.
import { budgets, OverBudget, within } from '../../domain/budgets/budget.ts'
import { weigh } from '../../domain/budgets/weigh.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import type { StepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import type { ToolAnswer } from '../../domain/tools/failures/tool-answer.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import type { Authorization } from '../credentials/credentials.ts'
import type { Outbound, OutboundResponse } from '../outbound/outbound.ts'
import type { CalledMemory } from './memory/called-memory.ts'

export type BuiltinTool = PureTool | WorldTool

export type PureTool = ToolDefinition & {
  readonly effect: 'pure'
  /** @throws {ToolFailure} */
  run(args: JsonObject): Json
}

export type WorldTool = ToolDefinition & {
  readonly effect: 'read' | 'write' | 'destructive'
  /** The URL that the arguments go to. Absent: they go nowhere, so they may not hold secrets. */
  readonly destination?: (args: JsonObject) => string
  /** It keeps what it is given, so secrets that stand in it go first. */
  readonly keepsArguments?: true
  /** @throws {ToolFailure} also as a rejection */
  run(args: JsonObject, context: ToolContext): Promise<Json>
  /** What it would answer, for a rehearsal: it changes nothing. Absent: nobody knows without doing it. */
  look?(args: JsonObject, context: ToolContext): Promise<Json>
}

export interface ToolContext {
  readonly outbound: Outbound
  readonly signal: AbortSignal
  /** The same on every attempt of the same step: `execution/step`. */
  readonly idempotencyKey: string
  /** For the whole call. */
  readonly timeoutMs: number
  /** What workflows keep between runs; absent where nothing is kept. */
  readonly memory?: CalledMemory
  /**
   * Sends with a credential of the organization; absent where there are no credentials.
   * @param credential id or name
   * @param url        where the request goes
   * @throws {ToolFailure} no such credential, or not for this host; and whatever `send` throws
   */
  readonly sendAuthorized?: (
    credential: string,
    url: string,
    send: (authorization: Authorization) => Promise<OutboundResponse>,
  ) => Promise<OutboundResponse>
}

interface ToolFailureOptions extends ErrorOptions {
  readonly retryAfterMs?: number
  readonly answer?: ToolAnswer
}

/** Why a tool failed; becomes the ToolError of the call. */
export class ToolFailure extends Error {
  readonly code: StepErrorCode
  readonly retryable: boolean
  /** How long the other side wants to be left alone. */
  readonly retryAfterMs: number | undefined
  /** What the other side answered, if it did. Not readonly: secrets are taken out of it on its way. */
  answer: ToolAnswer | undefined

  constructor(
    code: StepErrorCode,
    message: string,
    retryable = false,
    { retryAfterMs, answer, ...options }: ToolFailureOptions = {},
  ) {
    super(message, options)
    this.name = 'ToolFailure'
    this.code = code
    this.retryable = retryable
    this.retryAfterMs = retryAfterMs
    this.answer = answer
  }
}

/** For arguments that fit the schema but contradict each other. */
export function invalidArguments(message: string): ToolFailure {
  return new ToolFailure('invalid-arguments', message)
}

/** Declares a pure tool. `A` is the type of the arguments that its inputSchema admits. */
export function pureTool<A>(tool: Omit<ToolDefinition, 'effect'> & { run(args: A): Json }): PureTool {
  return { ...tool, effect: 'pure', run: args => paid(args, () => tool.run(args as A), budgets.tool) }
}

/**
 * Runs work of a tool that pays for what it reads, and for what takes longer than reading it once. Of an
 * asynchronous function only the part up to its first pause pays.
 * @throws {ToolFailure} `too-large`: the budget is spent
 */
export function paid<T>(read: Json, work: () => T, units: number = budgets.call): T {
  try {
    return within(units, () => {
      weigh(read)
      return work()
    })
  } catch (cause) {
    if (!(cause instanceof OverBudget)) throw cause
    throw new ToolFailure('too-large', 'this takes more work than one step may do', false, { cause })
  }
}

/** Declares a tool that reads or changes the world. */
export function worldTool<A>(
  tool: Omit<ToolDefinition, 'effect'> & {
    effect: WorldTool['effect']
    destination?(args: A): string
    keepsArguments?: true
    run(args: A, context: ToolContext): Promise<Json>
    look?(args: A, context: ToolContext): Promise<Json>
  },
): WorldTool {
  const { destination, look, ...rest } = tool
  return {
    ...rest,
    ...(destination && { destination: args => destination(args as A) }),
    ...(look && { look: (args, context) => look(args as A, context) }),
    run: (args, context) => tool.run(args as A, context),
  }
}
