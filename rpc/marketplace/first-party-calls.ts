// Runs a tool of a first-party server for an organization that has installed it. Called by the hub, which has
// found the server and checked the arguments against the pinned definition.
// 1. It never throws: an exception of a tool or its libraries becomes a ToolResult.
// 2. A call ends by its deadline, whatever the tool does.
// 3. The definition pinned at installation holds: a tool whose change may break plans waits for the update.
import type { Json, JsonObject } from '../../domain/json.ts'
import { compileSchema, defectUnder } from '../../domain/schema/schema-check.ts'
import type { ToolDefinition, ToolResult } from '../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import { ConfinedPool } from '../../runtime/process/confined.ts'
import { ToolFailure } from '../builtin/tool.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { confinedBounds } from '../first-party/confined.ts'
import type { FirstPartyServer, FirstPartyTool } from '../first-party/first-party-server.ts'
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import type { OutboundSocket } from '../outbound/outbound-socket.ts'
import { excerpt } from '../remote/excerpt.ts'
import { resultOf } from '../tool-outcome.ts'
import { type ContextParts, openFirstPartyContext } from './first-party-context.ts'
import { pinDefect } from './first-party-pin.ts'

export interface FirstPartyParts {
  readonly servers: readonly FirstPartyServer[]
  readonly outbound: Outbound
  readonly sockets: OutboundSocket
  readonly credentials: Credentials
}

export interface FirstPartyCall {
  readonly args: JsonObject
  readonly idempotencyKey: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Wraps the way out: names the chain of the execution that calls. Default: no execution calls. */
  readonly chained?: (outbound: Outbound) => Outbound
}

export interface FirstPartyCalls {
  /**
   * @param pinned the tool's definition as the organization has it
   * @returns own error codes: `update-required`, `timeout`, `aborted`, `bad-answer` (the output does not fit
   *   the outputSchema)
   */
  call(server: RegisteredServer, pinned: ToolDefinition, call: FirstPartyCall): Promise<ToolResult>
  /** Ends the threads of confined work; after this nothing may be called. */
  close(): Promise<void>
}

export function createFirstPartyCalls(parts: FirstPartyParts): FirstPartyCalls {
  const servers = new Map(parts.servers.map(server => [server.slug, server]))
  const confined = new ConfinedPool(confinedBounds)
  return {
    async call(server, pinned, call) {
      try {
        const tool = currentTool(servers, server, pinned)
        const output = await runInTime({ ...parts, confined }, { server, tool, call })
        checkOutput(server, pinned, output)
        return { ok: true, output }
      } catch (error) {
        return failedResult(server, pinned, error)
      }
    },
    close: () => confined.close(),
  }
}

/** @throws {ToolFailure} update-required */
function currentTool(
  servers: ReadonlyMap<string, FirstPartyServer>,
  { name, catalog }: RegisteredServer,
  pinned: ToolDefinition,
): FirstPartyTool {
  const current = servers.get(catalog?.slug ?? '')
  if (current === undefined)
    throw new ToolFailure('unknown-tool-server', `tool server "${name}" is no longer in the catalog`)
  const tool = current.tools.find(each => each.name === pinned.name)
  const defect = pinDefect(pinned, tool ?? null)
  if (tool !== undefined && defect === null) return tool
  const versions = `version ${catalog?.version} is installed, ${current.version} is there`
  throw new ToolFailure(
    'update-required',
    `tool server "${name}": ${pinned.name} ${defect} (${versions}): look at the update and accept it`,
  )
}

interface FirstPartyRun {
  readonly server: RegisteredServer
  readonly tool: FirstPartyTool
  readonly call: FirstPartyCall
}

/** @throws what the tool throws; {ToolFailure} timeout, aborted */
async function runInTime(parts: ContextParts, { server, tool, call }: FirstPartyRun): Promise<Json> {
  const ending = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = (failure: ToolFailure) => {
    reject(failure)
    ending.abort(failure)
  }
  const abort = () => end(new ToolFailure('aborted', `${server.name} was called, and the call was given up`))
  if (call.signal.aborted) abort()
  call.signal.addEventListener('abort', abort, { once: true })
  const late = `tool server "${server.name}" did not finish ${tool.name} within ${call.timeoutMs} ms`
  const timer = setTimeout(() => end(new ToolFailure('timeout', late, true)), call.timeoutMs)
  try {
    const outbound = call.chained?.(parts.outbound) ?? parts.outbound
    const context = openFirstPartyContext({ ...parts, outbound }, server, { ...call, signal: ending.signal })
    return await Promise.race([ended, tool.run(call.args, context)])
  } finally {
    clearTimeout(timer)
    call.signal.removeEventListener('abort', abort)
    // Ends whatever the tool left open.
    ending.abort()
  }
}

/** @throws {ToolFailure} bad-answer */
function checkOutput(server: RegisteredServer, { name, outputSchema }: ToolDefinition, output: Json): void {
  const defect = outputSchema === null ? null : compileSchema(outputSchema)(output)
  if (defect === null) return
  const words = `tool server "${server.name}": ${name} answered what does not fit its outputSchema`
  throw new ToolFailure('bad-answer', `${words}: ${defectUnder('output', defect)}`)
}

/**
 * Expected failures are values. Any other exception comes from a library that met unexpected foreign content;
 * it must not end the host, which serves other organizations too.
 */
function failedResult({ name }: RegisteredServer, tool: ToolDefinition, error: unknown): ToolResult {
  if (error instanceof ToolFailure || error instanceof OutboundError) return resultOf(error)
  const reason = excerpt(error instanceof Error ? error.message : String(error), 300)
  const message = `tool server "${name}": ${tool.name} failed: ${reason}`
  return { ok: false, error: { code: 'tool-failed', message, retryable: false } }
}
