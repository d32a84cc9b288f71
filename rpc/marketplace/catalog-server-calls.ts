// Runs a tool of a catalog server for an organization that has installed it. Called by the hub, which has found the
// server and has checked the arguments against the pinned definition.
// 1. Nothing is thrown: what a tool or a library under it throws is a ToolResult.
// 2. A call ends by its deadline, whatever the tool does.
// 3. What was pinned at installation holds: a tool that has changed so that plans may break waits for the update.
import type { Json, JsonObject } from '../../domain/json.ts'
import { compileSchema, defectUnder } from '../../domain/schema-check.ts'
import type { ToolDefinition, ToolResult } from '../../domain/tool.ts'
import type { RegisteredServer } from '../../domain/tool-server.ts'
import type { CatalogServer, CatalogServerTool } from '../catalog/catalog-server.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import type { OutboundSocket } from '../outbound/outbound-socket.ts'
import { excerpt } from '../remote/excerpt.ts'
import { ToolFailure } from '../tools/tool.ts'
import { openCatalogContext } from './catalog-context.ts'
import { pinDefect } from './catalog-pin.ts'

export interface CatalogParts {
  readonly servers: readonly CatalogServer[]
  readonly outbound: Outbound
  readonly sockets: OutboundSocket
  readonly credentials: Credentials
}

export interface CatalogCall {
  readonly args: JsonObject
  readonly idempotencyKey: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface CatalogCalls {
  /**
   * @param pinned the tool's definition as the organization has it
   * @returns codes of its own: `update-required`, `timeout`, `aborted`, `bad-answer` (it does not fit the outputSchema)
   */
  call(server: RegisteredServer, pinned: ToolDefinition, call: CatalogCall): Promise<ToolResult>
}

export function createCatalogCalls(parts: CatalogParts): CatalogCalls {
  const servers = new Map(parts.servers.map(server => [server.slug, server]))
  return {
    async call(server, pinned, call) {
      try {
        const tool = currentTool(servers, server, pinned)
        const output = await runInTime(parts, { server, tool, call })
        checkOutput(server, pinned, output)
        return { ok: true, output }
      } catch (error) {
        return failedResult(server, pinned, error)
      }
    },
  }
}

/** @throws {ToolFailure} update-required */
function currentTool(
  servers: ReadonlyMap<string, CatalogServer>,
  { name, catalog }: RegisteredServer,
  pinned: ToolDefinition,
): CatalogServerTool {
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

interface Run {
  readonly server: RegisteredServer
  readonly tool: CatalogServerTool
  readonly call: CatalogCall
}

/** @throws what the tool throws; {ToolFailure} timeout, aborted */
async function runInTime(parts: CatalogParts, { server, tool, call }: Run): Promise<Json> {
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
    const context = openCatalogContext(parts, server, { ...call, signal: ending.signal })
    return await Promise.race([ended, tool.run(call.args, context)])
  } finally {
    clearTimeout(timer)
    call.signal.removeEventListener('abort', abort)
    // What the tool may have left open ends with the call.
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
 * Reasons are values. Anything else comes from a library that met something it did not expect in foreign content; it
 * must not end the host, which serves other organizations too.
 */
function failedResult({ name }: RegisteredServer, tool: ToolDefinition, error: unknown): ToolResult {
  if (error instanceof ToolFailure || error instanceof OutboundError) {
    const { code, message, retryable } = error
    const wait = error instanceof ToolFailure && error.retryAfterMs !== undefined
    return {
      ok: false,
      error: { code, message, retryable, ...(wait && { retryAfterMs: error.retryAfterMs! }) },
    }
  }
  const reason = excerpt(error instanceof Error ? error.message : String(error), 300)
  const message = `tool server "${name}": ${tool.name} failed: ${reason}`
  return { ok: false, error: { code: 'tool-failed', message, retryable: false } }
}
