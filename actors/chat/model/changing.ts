// The tool by which the assistant changes a workflow that is there: its person's words go to the planner of
// the service with the plan as it is now, and with the last one that a model wrote, so that what was changed
// by hand since stays (language/planning/revision.ts). tools.ts calls it.
// 1. Only a plan that is ready is kept, as a version that somebody confirms. Open questions keep nothing.
// 2. It is kept once: the version has the identity of the call, however often that is made again.
import { z } from 'zod'
import type { ServiceAnswer, ServiceCalls } from '../../../domain/chat/service-calls.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { modelBase, type Versions } from '../../../domain/work/confirming/model-base.ts'
import { ListedVersion, PlannedWorkflow, Workflow, WorkflowVersion } from '../../../domain/work/workflow.ts'
import { barePlan } from '../../../language/language.ts'

export const changeTool = {
  name: 'change_workflow',
  description:
    'Change a workflow that is there by words ("also tell #ops"): it is planned anew from its plan, what was changed by hand stays, and it is active at once. Gives what is different. With `questions` nothing was kept: ask your user, and call it again with `answers`.',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'wf_...' },
      change: { type: 'string', description: 'What your user wants to be another way, word for word' },
      answers: { type: 'object', description: 'To `questions` of a call before, by id' },
    },
    required: ['id', 'change'],
  },
  effect: 'write',
  /** What it ends with. */
  route: 'POST /api/v1/workflows/:id/versions',
  asksEachTime: true,
} as const

/** Versions among which the last one by a model is looked for. */
const versionsSeen = 50
const noteLength = 200

export async function changeWorkflow(service: ServiceCalls, args: JsonObject): Promise<ServiceAnswer> {
  const id = String(args['id'])
  const found = await service.call('GET /api/v1/workflows/:id', { id })
  if (!found.ok) return found
  const workflow = Workflow.parse(found.value)
  const base = await modelBase(workflow, versionsOf(service, id))
  const planned = await service.call('POST /api/v1/workflows/plan', {
    ...{ prompt: workflow.prompt, plan: sent(workflow.plan), change: args['change'] ?? null },
    ...(args['answers'] !== undefined && { answers: args['answers'] }),
    ...(base !== null && { base: sent(base) }),
  })
  return planned.ok ? kept(service, workflow, args, PlannedWorkflow.parse(planned.value)) : planned
}

async function kept(
  service: ServiceCalls,
  { id, version: before }: Workflow,
  { change }: JsonObject,
  planned: PlannedWorkflow,
): Promise<ServiceAnswer> {
  const { plan, plannedBy, prompt, quotes = {}, assumptions = [], questions = [], diagnostics } = planned
  if (plannedBy !== 'model')
    return refused('a language model plans changes, and none has answered: nothing was changed')
  const told = { questions, cannot: planned.cannot ?? [], diagnostics: diagnostics.map(briefDiagnostic) }
  if (planned.status !== 'ready' || questions.length > 0) return made({ id, kept: false, ...told })
  const now = await service.call('GET /api/v1/workflows/:id', { id })
  if (!now.ok) return now
  if (Workflow.parse(now.value).version !== before)
    return refused('somebody has changed the workflow meanwhile: nothing was changed, look at it again')
  const body = {
    ...{ id, prompt, plan: sent(plan), quotes, assumptions: assumptions as unknown as Json },
    ...(planned.base !== undefined && { base: sent(planned.base) }),
    ...{ plannedBy: 'model', note: String(change).slice(0, noteLength).toWellFormed() },
  }
  const stored = await service.call('POST /api/v1/workflows/:id/versions', body)
  if (!stored.ok) return stored
  const { version } = WorkflowVersion.parse(stored.value)
  const { explanation, difference = null } = planned
  return made({ id, kept: true, version, before, explanation, difference, ...told })
}

function versionsOf(service: ServiceCalls, id: string): Versions {
  return {
    async list() {
      const listed = await service.call('GET /api/v1/workflows/:id/versions', { id, limit: versionsSeen })
      return listed.ok ? z.array(ListedVersion).parse(listed.value) : []
    },
    async get(version) {
      const whole = await service.call('GET /api/v1/workflows/:id/versions/:version', { id, version })
      return whole.ok ? WorkflowVersion.parse(whole.value) : null
    },
  }
}

function sent(plan: Plan): Json {
  return barePlan(plan) as unknown as Json
}

function briefDiagnostic({ code, severity, message }: PlannedWorkflow['diagnostics'][number]): JsonObject {
  return { code, severity, message }
}

function made(value: object): ServiceAnswer {
  return { ok: true, value: value as Json }
}

function refused(message: string): ServiceAnswer {
  return { ok: false, code: 'conflict', message, facts: {} }
}
