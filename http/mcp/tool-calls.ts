// tools/list and tools/call of a caller. Every call goes through the caller's offer: a tool that is not in it
// does not exist.
import { Failure } from '../../domain/failure.ts'
import { isObject, type JsonObject } from '../../domain/json.ts'
import { permissions, type Scope } from '../../domain/people/permissions.ts'
import { withoutBinaries } from '../../domain/tools/content.ts'
import { executingTool } from '../../domain/work/confirming/acceptance.ts'
import type { Asker } from '../../language/language.ts'
import type { Outcome, Surface, SurfaceContext } from '../../rpc/surface/surface.ts'
import { type WireResult, wireFailure, wireResult } from '../../rpc/tool-wire.ts'
import { factsOf } from '../pipeline/failures.ts'
import { installableFor } from '../tool-servers/installable.ts'
import { confirmCall } from './asking/confirm-calls.ts'
import { agentPlanGuide } from './authoring/plan-guide.ts'
import { unreadPlan, withSignatures } from './authoring/repairs.ts'
import { installableRow } from './finder-tools.ts'
import { callAbsent, callRegistered } from './registered-calls.ts'
import { refusedAsError } from './requests/admission.ts'
import { executeCall, type RunCallParts, runCall } from './run-calls.ts'
import type { OfferedTool, ToolOffer } from './tool-offer.ts'

type Called = Outcome<WireResult>

export interface ToolCallsParts extends Omit<RunCallParts, 'offer'> {
  readonly offer: () => Promise<ToolOffer>
  /** What is listed: also tools that the caller's application may ask its person for. */
  readonly listed: () => Promise<ToolOffer>
  /**
   * Called before each call, and each list of the plain lane.
   * @throws {Failure} rate-limited
   */
  readonly admit: () => Promise<void>
}

export function toolCalls(parts: ToolCallsParts): Surface['tools'] {
  const { offer, listed } = parts
  return {
    list: async cursor => (await listed()).page(cursor),
    async listText() {
      await refusedAsError(parts.admit)
      return (await listed()).listText
    },
    definition: async name => (await listed()).find(name)?.wire ?? null,
    async missingScope(name) {
      if ((await offer()).find(name) !== null) return null
      const tool = (await listed()).find(name)
      return tool === null ? null : scopeOf(tool)
    },
    call: (name, args, context) =>
      refusedAsResult(async () => {
        await parts.admit()
        return callNamed({ ...parts, offer: await offer() }, { name, args, context })
      }),
  }
}

function scopeOf(tool: OfferedTool): Scope {
  switch (tool.type) {
    case 'service':
      return tool.tool.permission === null ? 'execute' : permissions[tool.tool.permission].scope
    case 'search':
    case 'describe':
    case 'guide':
      return 'read'
    case 'run':
    case 'registered':
    case 'call':
      return 'execute'
  }
}

interface Call {
  readonly name: string
  readonly args: JsonObject
  readonly context: SurfaceContext
}

async function callNamed(parts: RunCallParts, { name, args, context }: Call): Promise<Called> {
  const tool = parts.offer.find(name)
  if (tool === null) return complete(await callAbsent(parts.callContext, name))
  // The hub checks the arguments of registered tools itself.
  if (tool.type === 'registered') return callRegistered(parts, tool, { args, context })
  const { caller, services } = parts.callContext
  const { organizationId } = caller
  const asker = { organizationId, signal: context.signal }
  const defect = await services.thinking.check(asker, tool.definition.inputSchema, args)
  if (defect !== null) return complete(wireFailure('invalid-arguments', defect))
  switch (tool.type) {
    case 'service':
      return callService(parts, tool, { name, args, context })
    case 'run':
      return runCall(parts, { workflowId: tool.workflowId, inputs: args, tool: name }, context)
    case 'search':
      return complete(wireResult({ ok: true, output: await searched(parts, asker, String(args['query'])) }))
    case 'describe':
      return complete(wireResult({ ok: true, output: parts.offer.describe(String(args['name'])) }))
    case 'guide':
      return complete(wireResult({ ok: true, output: agentPlanGuide }))
    case 'call':
      return callNamed(parts, { name: String(args['name']), args: argumentsOf(args), context })
  }
}

/** The answer of search_tools. */
async function searched(
  { offer, callContext }: RunCallParts,
  asker: Asker,
  query: string,
): Promise<JsonObject> {
  const { caller, services } = callContext
  const tools = await offer.search(all => services.thinking.search(asker, all, query))
  const installable = await installableFor(services, caller, query)
  return {
    tools: [...tools],
    ...(installable.length > 0 && { installable: installable.map(installableRow) }),
  }
}

async function callService(
  parts: RunCallParts,
  { tool }: OfferedTool & { type: 'service' },
  { name, args, context }: Call,
): Promise<Called> {
  if (name === 'confirm_workflow') return confirmCall(parts.callContext, String(args['id']), context)
  if (name === executingTool) return executeCall(parts, executionOf(args, name), context)
  const answer = await tool.call(args, parts.callContext)
  const output = withSignatures(answer, args['plan'], parts.offer.sources.catalog)
  return complete(wireResult({ ok: true, output: withoutBinaries(output) }))
}

/** What execute_workflow is asked for. */
function executionOf({ id, inputs, budget = null, waitMs = null, detail }: JsonObject, tool: string) {
  return {
    workflowId: String(id),
    inputs: isObject(inputs) ? (inputs as JsonObject) : {},
    budget: budget as number | null,
    waitMs: waitMs as number | null,
    isDetailed: detail === true,
    tool,
  }
}

/** `call_tool` may leave the arguments out. */
function argumentsOf({ arguments: args }: JsonObject): JsonObject {
  return isObject(args) ? (args as JsonObject) : {}
}

function complete(result: WireResult): Called {
  return { type: 'complete', result }
}

/** A Failure becomes a result with `isError`: the agent reads it and can correct itself. */
async function refusedAsResult(run: () => Promise<Called>): Promise<Called> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return complete(wireFailure(error.code, unreadPlan(error) ?? error.message, factsOf(error)))
  }
}
