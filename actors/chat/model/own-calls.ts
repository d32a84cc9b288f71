// Calls of the service's own tools: each is a route, or several of them (changing.ts), by the desk of the
// main thread. tools.ts makes them.
import type { ServiceAnswer } from '../../../domain/chat/service-calls.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { stepErrorCode } from '../../../domain/tools/failures/step-errors.ts'
import type { ToolResult } from '../../../domain/tools/tool.ts'
import type { Outside } from '../../../runtime/actor.ts'
import { followMs } from '../answering.ts'
import { type DeskCall, deskCall, type ServiceCaller, serviceCalls } from '../service.ts'
import { changeTool, changeWorkflow } from './changing.ts'
import type { ServiceTool } from './tools.ts'

/** @returns null when nobody waits for the answer any more */
export async function callOwn(
  caller: ServiceCaller,
  { name, route }: ServiceTool,
  args: JsonObject,
  outside: Outside,
): Promise<ToolResult | null> {
  const answer =
    name === changeTool.name
      ? await changeWorkflow(serviceCalls(caller, outside), args)
      : await callRoute(caller, route, args, outside)
  return answer === null ? null : toolResultOf(answer)
}

function callRoute(
  { id: key, ...asker }: ServiceCaller,
  route: string,
  args: JsonObject,
  outside: Outside,
): Promise<ServiceAnswer | null> {
  const call: DeskCall = { type: 'service-call', isTool: true, ...asker, key, route, args, waitMs: followMs }
  return deskCall(call, outside)
}

function toolResultOf(answer: ServiceAnswer): ToolResult {
  if (answer.ok) return { ok: true, output: answer.value }
  return { ok: false, error: { code: stepErrorCode(answer.code), message: answer.message, retryable: false } }
}
