// Workflows: create, read, change, plan, and their versions. A prompt compiles to a plan here; what it runs as is
// actors/execution.
import { z } from 'zod'
import { DeletedSchema } from '../../domain/deleted.ts'
import type { Caller } from '../../domain/permissions.ts'
import type { Plan } from '../../domain/plan.ts'
import {
  CreateVersion,
  CreateWorkflow,
  PlannedWorkflow,
  PlanPrompt,
  UpdateWorkflow,
  Workflow,
  WorkflowVersion,
  workflowBounds,
} from '../../domain/workflow.ts'
import type { ActiveWorkflow } from '../../storage/workflow-rows.ts'
import type { VersionContent } from '../../storage/workflows.ts'
import { page, rawJson } from '../reply.ts'
import { route } from '../route.ts'
import { promptSchedule, scheduleSaid, shown, shownInPlan, told } from '../schedules.ts'
import type { Services } from '../services.ts'
import { listQuery } from '../validation.ts'

const versionParams = z.object({
  id: z.string(),
  version: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
})

export const workflowRoutes = [
  route('GET /api/v1/workflows', {
    summary: 'List workflows',
    description: `\`include=stats\` adds figures of the latest ${workflowBounds.statsExecutions.toLocaleString('en')} executions of each workflow.`,
    permission: 'workflow:read',
    query: z.object({ ...listQuery, include: z.enum(['stats']).optional() }),
    returns: z.array(Workflow),
    tool: 'list_workflows',
  }).handle(async ({ caller, query }, services) => {
    const { items, next } = await services.workflows.list(
      caller.organizationId,
      query,
      query.include === 'stats',
    )
    return page(await Promise.all(items.map(each => shown(services, each))), next)
  }),

  route('POST /api/v1/workflows', {
    summary: 'Create a workflow from a prompt, or from a plan',
    description:
      'A prompt that cannot be planned is kept with status `needs_review` and diagnostics that quote the words.',
    permission: 'workflow:write',
    body: CreateWorkflow,
    returns: Workflow,
    status: 201,
    repeatable: true,
    tool: 'create_workflow',
  }).handle(async ({ caller, body, intent }, services) => {
    const content = await compiled(services, caller, body.prompt, body.plan)
    const created = await services.workflows.create(caller.organizationId, {
      ...content,
      id: intent.newId('workflow'),
      name: body.name,
      description: body.description,
      concurrency: body.concurrency,
      tool: body.tool,
      schedule: scheduleSaid(caller, { ...body, ...content }),
    })
    return told(services, created)
  }),

  route('POST /api/v1/workflows/plan', {
    summary: 'Compile a prompt without saving it',
    permission: 'workflow:read',
    body: PlanPrompt,
    returns: PlannedWorkflow,
  }).handle(async ({ caller, body }, { compiler }) => {
    const compilation = await compiler.compile(caller.organizationId, body.prompt, body.plan ?? null)
    return { ...compilation, schedule: shownInPlan(compilation) }
  }),

  route('GET /api/v1/workflows/:id', {
    summary: 'Get a workflow',
    permission: 'workflow:read',
    returns: Workflow,
    tool: 'get_workflow',
  }).handle(({ caller, params }, services) => {
    const found = services.workflows.active(caller.organizationId, params.id)
    return found instanceof Promise ? found.then(one => answer(services, one)) : answer(services, found)
  }),

  route('PUT /api/v1/workflows/:id', {
    summary: 'Update a workflow',
    description: 'Absent fields stay as they are. A new prompt or plan makes a new version and activates it.',
    permission: 'workflow:write',
    body: UpdateWorkflow,
    returns: Workflow,
  }).handle(async ({ caller, params, body }, services) => {
    const { workflows } = services
    const { name, description, concurrency, tool, prompt, plan } = body
    const content =
      prompt === undefined && !plan
        ? undefined
        : await compiled(
            services,
            caller,
            prompt ?? (await workflows.get(caller.organizationId, params.id)).prompt,
            plan,
          )
    const schedule = scheduleSaid(caller, { ...body, ...content })
    const change = { name, description, concurrency, tool, content, schedule }
    const updated = await workflows.update(caller.organizationId, params.id, change)
    if (concurrency !== undefined) services.admission.poke()
    return told(services, updated)
  }),

  route('DELETE /api/v1/workflows/:id', {
    summary: 'Delete a workflow; its executions stay',
    permission: 'workflow:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params }, { workflows, schedules }) => {
    await workflows.remove(caller.organizationId, params.id)
    await schedules.hear()
    return { id: params.id, deleted: true }
  }),

  route('POST /api/v1/workflows/:id/versions', {
    summary: 'Create a version and activate it',
    permission: 'workflow:write',
    body: CreateVersion,
    returns: WorkflowVersion,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller, params, body, intent }, services) => {
    const prompt = body.prompt ?? (await services.workflows.get(caller.organizationId, params.id)).prompt
    const content = await compiled(services, caller, prompt, body.plan)
    const schedule = scheduleSaid(caller, { ...body, ...content })
    const noted = { ...content, note: body.note ?? null, schedule }
    const versionId = intent.newId('workflowVersion')
    const created = await services.workflows.createVersion(caller.organizationId, params.id, noted, versionId)
    await services.schedules.hear()
    return created
  }),

  route('GET /api/v1/workflows/:id/versions', {
    summary: 'List the versions of a workflow',
    permission: 'workflow:read',
    query: z.object(listQuery),
    returns: z.array(WorkflowVersion),
  }).handle(async ({ caller, params, query }, { workflows }) => {
    const { items, next } = await workflows.versions(caller.organizationId, params.id, query)
    return page(items, next)
  }),

  route('GET /api/v1/workflows/:id/versions/:version', {
    summary: 'Get a version',
    permission: 'workflow:read',
    params: versionParams,
    returns: WorkflowVersion,
  }).handle(({ caller, params }, { workflows }) =>
    workflows.version(caller.organizationId, params.id, params.version),
  ),

  route('POST /api/v1/workflows/:id/versions/:version/activate', {
    summary: 'Roll back or forward to a version',
    description: 'Also to the schedule that its prompt says, unless somebody has set one.',
    permission: 'workflow:write',
    params: versionParams,
    returns: Workflow,
  }).handle(async ({ caller, params }, services) => {
    const { organizationId, userId } = caller
    return told(
      services,
      await services.workflows.activate(organizationId, params.id, params.version, userId),
    )
  }),
]

/** Its text is at hand, unless it has a schedule. */
function answer(services: Services, { view, text }: ActiveWorkflow) {
  return text === null ? shown(services, view) : rawJson(text)
}

async function compiled(
  services: Services,
  caller: Caller,
  prompt: string,
  plan: Plan | null | undefined,
): Promise<VersionContent> {
  const compilation = await services.compiler.compile(caller.organizationId, prompt, plan ?? null)
  const said = promptSchedule({ plan, compilation })
  return { prompt, compilation, promptSchedule: said, createdBy: caller.userId }
}
