// Workflows and their versions: create, read, change. A prompt is compiled to a plan here; actors/execution
// runs it.
import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import type { Json } from '../../../domain/json.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import { text } from '../../../domain/text.ts'
import { promptTriggers } from '../../../domain/work/prompt-triggers.ts'
import { ActivateVersion, Canary } from '../../../domain/work/versions/canary.ts'
import {
  CreateVersion,
  CreateWorkflow,
  ListedVersion,
  ListedWorkflow,
  type StoredWorkflow,
  UpdateWorkflow,
  Workflow,
  WorkflowName,
  WorkflowUsers,
  WorkflowVersion,
  workflowBounds,
} from '../../../domain/work/workflow.ts'
import { saidNotation, withNotation } from '../../../language/notation.ts'
import { makerKeyOf } from '../../../storage/chat/maker-keys.ts'
import type { ActiveWorkflow } from '../../../storage/workflows/workflow-rows.ts'
import type { VersionContent } from '../../../storage/workflows/workflows.ts'
import {
  activateVersion,
  createWorkflow,
  getWorkflow,
  listVersions,
  listWorkflows,
  updateWorkflow,
} from '../../mcp/route-tools/workflow-tools.ts'
import { page, rawJson, reply } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'
import type { SentSaying, Services } from '../../services.ts'
import { withAbsentTools } from '../../workflows/absent-tools.ts'
import { showCanary } from '../../workflows/canaries.ts'
import { withConfirmation } from '../../workflows/confirming.ts'
import { expectedTags, tagOf } from '../../workflows/entity-tag.ts'
import {
  promptSchedule,
  refuseUnseen,
  refuseUnstartable,
  scheduleOf,
  showWorkflow,
  withSchedule,
  withSyncedSchedule,
} from '../../workflows/schedules.ts'
import { versionNumber } from '../../workflows/version-number.ts'

const versionParams = z.object({ id: z.string(), version: versionNumber })

export const workflowRoutes = [
  route('GET /api/v1/workflows', {
    summary: 'List workflows',
    description: `\`include\` of \`stats\` adds statistics of the latest ${workflowBounds.statsExecutions.toLocaleString('en')} executions of each workflow.`,
    permission: 'workflow:read',
    query: z.object({
      ...listQuery,
      include: z.enum(['stats']).optional(),
      q: text(1, workflowBounds.nameLength).optional().meta({ description: 'A part of the name' }),
    }),
    returns: z.array(ListedWorkflow),
    tool: listWorkflows,
  }).handle(async ({ caller, query }, services) => {
    const withStats = query.include === 'stats'
    const listed = await services.workflows.list(caller.organizationId, query, withStats)
    return page({
      ...listed,
      items: await Promise.all(listed.items.map(each => showWorkflow(services, caller.organizationId, each))),
    })
  }),

  route('POST /api/v1/workflows', {
    summary: 'Create a workflow from a prompt, or from a plan',
    description:
      'A prompt that cannot be planned is saved with the status `needs_review`; its diagnostics quote the words.',
    permission: 'workflow:write',
    body: CreateWorkflow,
    returns: Workflow,
    status: 201,
    repeatable: true,
    tool: createWorkflow,
  }).handle(async ({ caller, body, intent, isTool }, services) => {
    if (isTool) refuseUnseen(body.schedule)
    const content = await compile(services, caller, body.prompt, { ...body, isTool })
    const { compilation } = content
    await refuseUnstartable(services, caller, { schedule: body.schedule, workflowId: null, compilation })
    const created = await services.workflows.create(caller.organizationId, {
      ...content,
      id: intent.newId('workflow'),
      name: body.name,
      description: body.description,
      concurrency: body.concurrency,
      budget: body.budget,
      monthlyBudget: body.monthlyBudget,
      tool: body.tool,
      schedule: scheduleOf(caller, { ...body, ...content }),
    })
    const shown = await withSyncedSchedule(services, caller.organizationId, created)
    return isTool ? withConfirmation(services, caller, shown) : shown
  }),

  route('GET /api/v1/workflows/names', {
    summary: 'List the names of workflows, without their plans',
    description: 'Newest first. For choosing one, and for finding the one that somebody names.',
    permission: 'workflow:read',
    query: z.object(listQuery),
    returns: z.array(WorkflowName),
  }).handle(async ({ caller, query }, { workflows }) =>
    page(await workflows.names(caller.organizationId, query)),
  ),

  route('GET /api/v1/workflows/:id', {
    summary: 'Get a workflow',
    permission: 'workflow:read',
    returns: Workflow,
    tagged: true,
    tool: getWorkflow,
  }).handle(({ caller, params }, services) => {
    const found = services.workflows.active(caller.organizationId, params.id)
    return found instanceof Promise ? found.then(one => answer(services, one)) : answer(services, found)
  }),

  route('PUT /api/v1/workflows/:id', {
    summary: 'Update a workflow',
    description:
      'Absent fields stay as they are. A new prompt or plan makes a new version and activates it. With `If-Match`, a workflow that has changed since is 412.',
    permission: 'workflow:write',
    body: UpdateWorkflow,
    returns: Workflow,
    tagged: true,
    tool: updateWorkflow,
  }).handle(async ({ caller, params, body, request, isTool }, services) => {
    if (isTool) refuseUnseen(body.schedule)
    const expected = expectedTags(request)
    const { workflows } = services
    const { name, description, concurrency, budget, monthlyBudget, tool, prompt, plan } = body
    const content =
      prompt === undefined && !plan
        ? undefined
        : await compile(
            services,
            caller,
            prompt ?? (await workflows.get(caller.organizationId, params.id)).prompt,
            { ...body, isTool },
          )
    const compilation = content?.compilation
    const started = { schedule: body.schedule, workflowId: params.id, compilation }
    await refuseUnstartable(services, caller, started)
    const schedule = scheduleOf(caller, { ...body, ...content })
    const isExpected = (updatedAt: number) => expected?.includes(tagOf({ updatedAt }).ETag) ?? true
    const change = {
      name,
      description,
      concurrency,
      budget,
      monthlyBudget,
      tool,
      content,
      schedule,
      isExpected,
    }
    const updated = await workflows.update(caller.organizationId, params.id, change)
    if (concurrency !== undefined) services.admission.poke()
    const shown = await withSyncedSchedule(services, caller.organizationId, updated)
    if (isTool) return withConfirmation(services, caller, shown)
    return reply(shown, { headers: tagOf(shown) })
  }),

  route('DELETE /api/v1/workflows/:id', {
    summary: 'Delete a workflow; its executions stay',
    description: '`usedBy` lists what stops working: `GET .../users` says it before.',
    permission: 'workflow:write',
    returns: DeletedSchema.extend({ usedBy: WorkflowUsers }),
  }).handle(async ({ caller, params }, { workflows, schedules }) => {
    const usedBy = await workflows.remove(caller.organizationId, params.id)
    await schedules.syncSettings()
    return { id: params.id, deleted: true, usedBy }
  }),

  route('GET /api/v1/workflows/:id/users', {
    summary: 'List the workflows that run this one, and those that its end starts',
    description: 'At most 100 of each. They stop working when it is deleted.',
    permission: 'workflow:read',
    returns: WorkflowUsers,
  }).handle(({ caller, params }, { workflows }) => workflows.usedBy(caller.organizationId, params.id)),

  route('POST /api/v1/workflows/:id/versions', {
    summary: 'Create a version and activate it',
    permission: 'workflow:write',
    body: CreateVersion,
    returns: WorkflowVersion,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller, params, body, intent, isTool }, services) => {
    const prompt = body.prompt ?? (await services.workflows.get(caller.organizationId, params.id)).prompt
    const content = await compile(services, caller, prompt, { ...body, isTool })
    const schedule = scheduleOf(caller, { ...body, ...content })
    const noted = { ...content, note: body.note ?? null, schedule }
    const versionId = intent.newId('workflowVersion')
    const created = await services.workflows.createVersion(caller.organizationId, params.id, noted, versionId)
    await services.schedules.syncSettings()
    return withNotation(created)
  }),

  route('GET /api/v1/workflows/:id/versions', {
    summary: 'List the versions of a workflow',
    permission: 'workflow:read',
    query: z.object(listQuery),
    returns: z.array(ListedVersion),
    tool: listVersions,
  }).handle(async ({ caller, params, query }, { workflows }) => {
    const listed = await workflows.versions(caller.organizationId, params.id, query)
    return page(listed)
  }),

  route('GET /api/v1/workflows/:id/versions/:version', {
    summary: 'Get a version',
    permission: 'workflow:read',
    params: versionParams,
    returns: WorkflowVersion,
  }).handle(async ({ caller, params }, { workflows }) =>
    withNotation(await workflows.version(caller.organizationId, params.id, params.version)),
  ),

  route('POST /api/v1/workflows/:id/versions/:version/activate', {
    summary: 'Activate a version: roll back or forward, or try it on a share of executions',
    description:
      'The schedule in its prompt applies again, unless somebody has set a schedule, and so do the triggers that it says. With `percent` below 100 the active version stays, and this one gets that share of new executions (`GET .../canary`), until it is activated or fails too often.',
    permission: 'workflow:write',
    params: versionParams,
    body: ActivateVersion,
    returns: Workflow,
    tool: activateVersion,
  }).handle(async ({ caller, params, body, isTool }, services) => {
    const { organizationId, userId } = caller
    const { percent = 100 } = body
    if (percent < 100) {
      const { acceptsPlans } = await services.organizations.terms(organizationId)
      const share = { percent, setBy: userId, mustBeAccepted: acceptsPlans }
      const tried = await services.workflows.tryVersion(organizationId, params.id, params.version, share)
      return withNotation(await showWorkflow(services, organizationId, tried))
    }
    const activated = await services.workflows.activate(
      ...([organizationId, params.id, params.version, userId, makerKeyOf(caller)] as const),
    )
    const shown = await withSyncedSchedule(services, organizationId, activated)
    return isTool ? withConfirmation(services, caller, shown) : shown
  }),

  route('GET /api/v1/workflows/:id/canary', {
    summary: 'Compare the version that is tried with the active one',
    permission: 'workflow:read',
    returns: Canary,
  }).handle(({ caller, params }, services) => showCanary(services, caller.organizationId, params.id)),
]

/** By the view of a workflow that stays in memory: its JSON, made when somebody first looks at it. */
const readyTexts = new WeakMap<StoredWorkflow, string>()

function readyText(view: StoredWorkflow): string {
  const text = readyTexts.get(view) ?? JSON.stringify(withNotation(view))
  readyTexts.set(view, text)
  return text
}

/** The JSON of the workflow is ready, unless it has a schedule or uses a tool that cannot be called. */
function answer(services: Services, { organizationId, view }: ActiveWorkflow) {
  const headers = tagOf(view)
  const read = withAbsentTools(services, organizationId, view)
  const shown = (one: StoredWorkflow) => {
    if (one !== view || view.schedule !== null) return scheduled(services, one, headers)
    return rawJson(readyText(view), { headers })
  }
  return read instanceof Promise ? read.then(shown) : shown(read)
}

function scheduled(services: Services, workflow: StoredWorkflow, headers: Record<string, string>) {
  const shown = withSchedule(services, workflow)
  const answered = (one: Workflow) => reply(withNotation(one), { headers })
  return shown instanceof Promise ? shown.then(answered) : answered(shown)
}

interface SentPlan extends SentSaying {
  readonly plan?: Json | null | undefined
  readonly isTool?: boolean | undefined
}

async function compile(
  services: Services,
  caller: Caller,
  prompt: string,
  { plan, quotes, assumptions, base, plannedBy, isTool }: SentPlan,
): Promise<VersionContent> {
  const saying = { quotes, assumptions, base, plannedBy, isByAgent: isTool }
  const compilation = await services.compiler.compile(
    ...([caller, prompt, plan ?? null] as const),
    ...([undefined, undefined, saying] as const),
  )
  // A plan that says nothing of what starts it leaves that as it is, written in whichever way.
  const said = { plan: plan ?? (saidNotation(prompt) === null ? undefined : prompt), compilation }
  return {
    ...{ prompt, compilation, createdBy: caller.userId, keyId: makerKeyOf(caller) },
    ...{ promptSchedule: promptSchedule(said), promptTriggers: promptTriggers(said) },
  }
}
