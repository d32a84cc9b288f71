// Calls the tool of a registered server through the hub. A tool behind an approval is called when the
// client's user has approved the exact arguments; a client that cannot ask its user is told to use a
// workflow. A tool that is quarantined, switched off or gone is named as such.
import { randomUUID } from 'node:crypto'
import { hasNotBegun } from '../../actors/chat/charged-hub.ts'
import { toolCu } from '../../domain/billing/meter.ts'
import type { JsonObject } from '../../domain/json.ts'
import { allows } from '../../domain/people/permissions.ts'
import { rpcName } from '../../domain/tools/offered-name.ts'
import { offeredName, splitOfferedName, type ToolResult } from '../../domain/tools/tool.ts'
import { allowsTool } from '../../domain/tools/tool-allowance.ts'
import { isLocal } from '../../domain/tools/tool-server.ts'
import { withheldReason } from '../../domain/tools/tool-settings.ts'
import { gateCodes } from '../../rpc/gate/gate.ts'
import { RpcError, rpcCodes } from '../../rpc/json-rpc.ts'
import { asksPerson } from '../../rpc/surface/capabilities.ts'
import { previewIn, wirePreview } from '../../rpc/surface/preview-wire.ts'
import type { Outcome, SurfaceContext } from '../../rpc/surface/surface.ts'
import type { ToolProgress } from '../../rpc/tool-progress.ts'
import { type WireResult, wireFailure, wireResult } from '../../rpc/tool-wire.ts'
import { budgetExceeded } from '../../storage/usage/start-bounds.ts'
import type { ToolCallContext } from './service-tools.ts'
import { allowanceOf, effectOf, type OfferedTool, type ToolOffer } from './tool-offer.ts'

export interface RegisteredCallParts {
  readonly callContext: ToolCallContext
  readonly offer: ToolOffer
}

interface Call {
  readonly args: JsonObject
  readonly context: SurfaceContext
}

type Registered = OfferedTool & { readonly type: 'registered' }

/** Deadline of one call. */
const callTimeoutMs = 60_000

/** @throws {RpcError} the server failed, or the tool is gone; {Failure} budget-exceeded */
export async function callRegistered(
  { callContext, offer }: RegisteredCallParts,
  tool: Registered,
  { args, context }: Call,
): Promise<Outcome<WireResult>> {
  const mayDecide = offer.find('decide_approval') !== null
  const { confirmations } = callContext.services
  const approved = mayDecide ? await confirmations.take(context.requestState, context.inputs) : null
  if (approved === false)
    return complete(wireFailure('approval-denied', `the call of ${tool.wire.name} was denied`))
  const result = await paid(callContext, () => send(callContext, tool, { args, context }, approved ?? false))
  if (result.ok) {
    const preview = previewIn(result.output)
    if (preview !== null) return complete(wirePreview(preview, tool.wire))
    return complete(wireResult(result, tool.wire.outputSchema))
  }
  const { code, message, retryable } = result.error
  if (code === 'approval-required' && mayDecide && asksPerson(context.clientCapabilities)) {
    const name = offeredName({ server: tool.server, name: tool.tool })
    const question = confirmations.ask(name, args, effectOf(offer, name))
    return question === null ? complete(tooLong(tool.wire.name)) : { type: 'input-required', ...question }
  }
  if (notOffered.has(code)) throw unknownTool(tool.wire.name, message)
  if (toolsFault.has(code) || (await isCatalogs(callContext, tool.server)))
    return complete(wireResult(result, tool.wire.outputSchema))
  throw new RpcError(rpcCodes.toolServerFailed, message, { code, server: tool.server, retryable })
}

/** The budget of a key pays for a call as for one of an execution. @throws {Failure} budget-exceeded */
async function paid(
  { caller: { organizationId, key }, services: { monthBudgets } }: ToolCallContext,
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  if (key?.budget == null) return call()
  const use = { organizationId, keyId: key.id }
  const refused = await monthBudgets.take(use, toolCu)
  if (refused !== null) throw budgetExceeded(refused.limit, refused.used)
  const result = await call()
  if (!result.ok && hasNotBegun(result.error)) await monthBudgets.giveBack(use, toolCu)
  return result
}

/** There is no page that would show a call of a client: a workflow has one. */
function tooLong(name: string): WireResult {
  return wireFailure(
    'approval-required',
    `the arguments of ${name} are too long for a question that shows all of them: call it in a workflow, whose approval has a page`,
  )
}

function send(
  { caller, services }: ToolCallContext,
  { server, tool }: Registered,
  { args, context }: Call,
  approved: boolean,
): Promise<ToolResult> {
  return services.hub.call({
    organizationId: caller.organizationId,
    userId: caller.userId,
    root: caller.root,
    server,
    tool,
    args,
    idempotencyKey: randomUUID(),
    timeoutMs: callTimeoutMs,
    signal: context.signal,
    onProgress: progress => passOn(progress, context),
    approved,
    wantsContent: true,
  })
}

/**
 * True for a server of the catalog: it runs in this process and does not fail, so every error is one of the
 * tool.
 */
async function isCatalogs({ caller, services }: ToolCallContext, slug: string): Promise<boolean> {
  const server = await services.toolServers.find(caller.organizationId, slug)
  return server !== null && isLocal(server)
}

function passOn(said: ToolProgress, { progress, log }: SurfaceContext): void {
  if (said.type === 'progress') progress?.(said.done, said.total, said.message)
  else log(said.level, said.data, said.logger ?? undefined)
}

function complete(result: WireResult): Outcome<WireResult> {
  return { type: 'complete', result }
}

/**
 * A call of a tool that is not in the caller's offer. Whoever may call tools of servers learns why this one
 * cannot be called.
 * @throws {RpcError} no such tool
 */
export async function callAbsent(callContext: ToolCallContext, name: string): Promise<WireResult> {
  const { caller, services } = callContext
  const allowance = allowanceOf(caller)
  const isForeign = splitOfferedName(name).server !== null
  if (!isForeign || !allows(caller, 'tool:call') || !allowsTool(allowance, name)) throw unknownTool(name)
  for (const [offered, status] of await services.hub.withheld(caller.organizationId)) {
    const { server, tool } = splitOfferedName(offered)
    if (offered === name || rpcName({ server, name: tool }) === name)
      return wireFailure(`tool-${status}`, withheldReason(name, status))
  }
  throw unknownTool(name, await goneBecause(callContext, name))
}

async function goneBecause({ caller, services }: ToolCallContext, name: string): Promise<string | null> {
  const { server: slug, tool } = splitOfferedName(name)
  const server = await services.toolServers.find(caller.organizationId, slug!)
  if (server === null) return `there is no tool server ${slug}`
  if (!server.enabled) return `tool server "${server.name}" is switched off`
  return `tool server "${server.name}" has no tool ${tool}`
}

/** @param why null: nobody needs to know */
export function unknownTool(name: string, why: string | null = null): RpcError {
  const message = why === null ? `Unknown tool: ${name}` : `Unknown tool: ${name} (${why})`
  return new RpcError(rpcCodes.invalidParams, message)
}

/** Errors of the hub for a tool that the offer had a moment ago. */
const notOffered = new Set(['unknown-tool', 'unknown-tool-server', 'tool-server-disabled'])

/**
 * Contract 9: a failing tool or a refused call is a result with `isError`, a failing server is a JSON-RPC
 * error.
 */
const toolsFault = new Set(
  ['tool-failed', 'invalid-arguments', ...gateCodes].filter(code => code !== 'tool-server-down'),
)
