// What a speaker may do by the words of a chat. Whoever holds more than the scope `chat` may do by words
// what they may do by the API. A key or token with that scope alone, as a web page has it, may do what is
// here: see and run workflows, and see, cancel and decide what this session has started.
import type { DeskCall } from '../../actors/chat/service.ts'
import { isChatOnly } from '../../domain/chat/speaker.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import { allows, type Caller, type Permission } from '../../domain/people/permissions.ts'
import { allowsTool } from '../../domain/tools/tool-allowance.ts'
import { runToolName } from '../../domain/work/workflow-slug.ts'
import type { Services } from '../services.ts'

/** A call with the rights that it is made with. */
export interface Narrowed {
  readonly caller: Caller
  readonly args: JsonObject
  /** What of the answer is shown. */
  readonly show: (value: Json) => Json | Promise<Json>
}

type Shown = Pick<Narrowed, 'show'> & Partial<Pick<Narrowed, 'args'>>
type Guard = (services: Services, call: DeskCall) => Shown | Promise<Shown>

const all: Shown = { show: value => value }
const open: Guard = () => all

/** By route. */
const guards: Readonly<Record<string, Guard>> = {
  'GET /api/v1/workflows': (_, call) => ({
    show: value => those(value, workflow => mayRun(call, workflow)).map(withoutPlan),
  }),
  'GET /api/v1/workflows/names': (_, call) => ({
    show: value => those(value, workflow => mayRun(call, workflow)),
  }),
  'GET /api/v1/workflows/:id': async (services, call) => {
    await refuseWorkflow(services, call)
    return { show: value => withoutPlan(value as JsonObject) }
  },
  'POST /api/v1/workflows/plan': open,
  'POST /api/v1/workflows/:id/execute': async (services, call) => {
    await refuseWorkflow(services, call)
    return all
  },
  'GET /api/v1/executions/:id': ownExecution,
  'GET /api/v1/executions/:id/why': ownExecution,
  'GET /api/v1/executions/:id/steps': ownExecution,
  'POST /api/v1/executions/:id/cancel': ownExecution,
  // The search knows no sessions: it looks among the latest that chats have started.
  'GET /api/v1/executions/search': (_, { sessionId, args }) => ({
    args: { ...args, trigger: 'chat', limit: 100 },
    show: value => those(value, ({ trigger }) => isObject(trigger) && trigger['ref'] === sessionId),
  }),
  'GET /api/v1/approvals': ({ chats }, { sessionId, organizationId }) => ({
    async show(value) {
      const ids = (value as readonly JsonObject[]).map(({ executionId }) => String(executionId))
      const own = await chats.startedBy(organizationId, sessionId, ids)
      return those(value, ({ executionId }) => own.has(String(executionId)))
    },
  }),
  'GET /api/v1/approvals/:id': ownApproval,
  'POST /api/v1/approvals/:id': unaddressedApproval,
}

/** @throws {Failure} forbidden, not-found */
export async function narrowed(services: Services, call: DeskCall, caller: Caller): Promise<Narrowed> {
  const { route, args, workflowId } = call
  if (workflowId !== null && /^\w+ \/api\/v1\/workflows\/:id/.test(route) && args['id'] !== workflowId)
    throw new Failure('forbidden', 'this session is about another workflow')
  if (workflowId !== null && /^POST \/api\/v1\/executions\/:id/.test(route))
    await refuseOtherWorkflow(services, call)
  if (!isChatOnly(caller)) return { caller, args, ...all }
  const guard = guards[route]
  if (guard === undefined) throw new Failure('forbidden', 'whoever may only chat cannot do this here')
  const shown = await guard(services, call)
  const key = { ...caller.key!, scopes: ['read', 'execute', 'chat'] as const }
  return { caller: { ...caller, key }, args, ...shown }
}

/** May this speaker call the route at all? */
export function isOpenTo(
  caller: Caller,
  { route, permission }: { readonly route: string; readonly permission: Permission | null },
): boolean {
  if (!isChatOnly(caller)) return permission === null || allows(caller, permission)
  return guards[route] !== undefined
}

/** The session's workflow, and of a key with a list of tools those that it may run. */
function mayRun({ workflowId, by }: DeskCall, { id, slug }: JsonObject): boolean {
  if (workflowId !== null && id !== workflowId) return false
  return allowsTool(by.key!.tools, runToolName(String(slug)))
}

async function refuseWorkflow({ workflows }: Services, call: DeskCall): Promise<void> {
  const workflow = await workflows.get(call.organizationId, String(call.args['id']))
  if (!mayRun(call, workflow as unknown as JsonObject)) throw notFound('workflow')
}

/** How a workflow does its work is nothing for the visitors of a web page. */
function withoutPlan(workflow: JsonObject): JsonObject {
  return { ...workflow, prompt: '', plan: { steps: [] }, diagnostics: [], explanation: null, schedule: null }
}

async function ownExecution(
  services: Services,
  { organizationId, sessionId, args }: DeskCall,
): Promise<Shown> {
  const { trigger } = await services.executions.get(organizationId, String(args['id']))
  if (trigger.kind !== 'chat' || trigger.ref !== sessionId) throw notFound('execution')
  return all
}

/** Of a session about one workflow. */
async function refuseOtherWorkflow(
  { executions }: Services,
  { organizationId, workflowId, args }: DeskCall,
): Promise<void> {
  const execution = await executions.get(organizationId, String(args['id']))
  if (execution.workflowId !== workflowId)
    throw new Failure('forbidden', 'this session is about another workflow')
}

/** A key in a web page acts for its maker; what is addressed to people is not for the page's visitors. */
async function unaddressedApproval(services: Services, call: DeskCall): Promise<Shown> {
  const { assignees } = await services.approvals.get(call.organizationId, String(call.args['id']))
  const shown = await ownApproval(services, call)
  if (assignees.length > 0) throw new Failure('forbidden', 'this approval is addressed to somebody else')
  return shown
}

async function ownApproval(
  { approvals, chats }: Services,
  { organizationId, sessionId, args }: DeskCall,
): Promise<Shown> {
  const { executionId } = await approvals.get(organizationId, String(args['id']))
  const own = await chats.startedBy(organizationId, sessionId, executionId === null ? [] : [executionId])
  if (own.size === 0) throw notFound('approval')
  return all
}

function those(value: Json, isShown: (item: JsonObject) => boolean): readonly JsonObject[] {
  return (value as readonly JsonObject[]).filter(isShown)
}
