// Executions: start, read, search, cancel, and the stream of their log.
import { z } from 'zod'
import { retryOf } from '../../../actors/execution/starting/retrying.ts'
import type { Runnable } from '../../../actors/execution/starting/starting.ts'
import { type Json, JsonObjectValue } from '../../../domain/json.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import {
  CreateExecution,
  DetailedStep,
  ExecuteWorkflow,
  Execution,
  executionStatuses,
  ListedExecution,
  ListedStep,
  RetryExecution,
} from '../../../domain/work/execution.ts'
import { executionSorts, filterFields } from '../../../domain/work/execution-filter.ts'
import { ExecutionLogEvents } from '../../../domain/work/execution-log.ts'
import { Outline } from '../../../domain/work/outline.ts'
import { Why } from '../../../domain/work/why.ts'
import { editOf } from '../../executions/edits.ts'
import {
  activeRunnable,
  continueInPlace,
  repeatedStart,
  startExecution,
  versionRunnable,
} from '../../executions/starts.ts'
import { withServers } from '../../executions/why.ts'
import {
  cancelExecution,
  executeWorkflow,
  explainExecution,
  getExecution,
  getStep,
  listSteps,
  searchExecutions,
} from '../../mcp/route-tools/execution-tools.ts'
import { page, rawJson, stream, text } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery, queryInteger } from '../../pipeline/validation.ts'
import type { Services } from '../../services.ts'
import { resumePoint } from '../../streaming/sse.ts'

const maxTime = Number.MAX_SAFE_INTEGER
const filterQuery = z.object({
  ...listQuery,
  ...filterFields,
  status: z
    .string()
    .max(200)
    .transform(text => text.split(','))
    .pipe(z.array(z.enum(executionStatuses)))
    .optional()
    .meta({ description: 'One status, or several separated by commas' }),
  createdAfter: queryInteger(0, maxTime).optional().meta({ description: 'Unix ms, included' }),
  createdBefore: queryInteger(0, maxTime).optional().meta({ description: 'Unix ms, excluded' }),
  minDurationMs: queryInteger(0, maxTime).optional().meta({ description: 'From start to end, included' }),
  maxDurationMs: queryInteger(0, maxTime).optional().meta({ description: 'From start to end, included' }),
  sort: z.enum(executionSorts).optional().meta({
    description: 'Default -createdAt, newest first. Sorted by duration or end: only executions that have one',
  }),
})

const outlineQuery = z.object({
  in: z.string().max(1_000).optional().meta({
    description: 'Id of the row whose inside is asked for: a loop, an item of it; default: the top',
  }),
  first: z
    .enum(['failed'])
    .optional()
    .meta({ description: '`failed`: rows that failed, or hold a failure, come first' }),
  limit: queryInteger(1, 500).default(200).meta({ description: 'How many rows, 1 to 500, default 200' }),
  cursor: z.string().min(1).max(500).optional().meta({ description: '`next` of the page before' }),
})

export const executionRoutes = [
  route('POST /api/v1/workflows/:id/execute', {
    summary: 'Execute a workflow',
    permission: 'execution:start',
    body: ExecuteWorkflow,
    returns: Execution,
    status: 201,
    waits: true,
    repeatable: true,
    tool: executeWorkflow,
  }).handle(async ({ caller, params, body, request, intent }, services) => {
    const context = { services, caller, request, intent }
    const repeated = await repeatedStart(context)
    if (repeated !== null) return repeated
    const terms = await services.organizations.terms(caller.organizationId)
    const runnable = await activeRunnable(services, { ...caller, terms }, params.id)
    return startExecution(context, { runnable, inputs: body.inputs, budget: body.budget, terms })
  }),

  route('POST /api/v1/executions', {
    summary: 'Start an execution of a workflow, or of one of its versions',
    permission: 'execution:start',
    body: CreateExecution,
    returns: Execution,
    status: 201,
    waits: true,
    failures: [404],
    repeatable: true,
  }).handle(async ({ caller, body, request, intent }, services) => {
    const context = { services, caller, request, intent }
    const repeated = await repeatedStart(context)
    if (repeated !== null) return repeated
    const { workflowId, version, inputs, budget } = body
    const { organizationId } = caller
    const terms = await services.organizations.terms(organizationId)
    const active = await activeRunnable(services, { organizationId, terms }, workflowId)
    const runnable = version ? await versionRunnable(services, organizationId, active, version) : active
    return startExecution(context, { runnable, inputs, budget, terms })
  }),

  route('GET /api/v1/executions', {
    summary: 'List executions',
    permission: 'execution:read',
    query: filterQuery,
    returns: z.array(ListedExecution),
  }).handle(search),

  route('GET /api/v1/executions/search', {
    summary: 'Search executions by text, status, workflow, trigger, tool, time and duration',
    description:
      'Text, trigger, tool, duration, and sorting by duration or end use an index that is about a second behind. Everything else is up to date.',
    permission: 'execution:read',
    query: filterQuery,
    returns: z.array(ListedExecution),
    tool: searchExecutions,
  }).handle(search),

  route('GET /api/v1/executions/:id', {
    summary: 'Get an execution',
    permission: 'execution:read',
    returns: Execution,
    tool: getExecution,
  }).handle(({ caller, params }, { executions }) => executions.get(caller.organizationId, params.id)),

  route('GET /api/v1/executions/:id/steps', {
    summary: 'Get the timeline of an execution',
    description: 'The steps in the order in which they began.',
    permission: 'execution:read',
    query: z.object(listQuery),
    returns: z.array(ListedStep),
    tool: listSteps,
  }).handle(async ({ caller, params, query }, { executionLog }) =>
    page(await executionLog.steps(caller.organizationId, params.id, query)),
  ),

  route('GET /api/v1/executions/:id/steps/:stepId', {
    summary: 'Get a step of an execution, with its full input and output and its lines of the log',
    permission: 'execution:read',
    returns: DetailedStep,
    tool: getStep,
  }).handle(({ caller, params }, { executionLog }) =>
    executionLog.step(caller.organizationId, params.id, params.stepId),
  ),

  route('GET /api/v1/executions/:id/outline', {
    summary: 'Get the steps of an execution as a tree, without their values',
    description:
      'The items of a loop and the branches of a parallel step stand inside of it, counted. Small groups come with what holds them; a large one is opened page by page by `in`.',
    permission: 'execution:read',
    query: outlineQuery,
    returns: Outline,
  }).handle(({ caller, params, query }, { executionLog }) =>
    executionLog.outline(caller.organizationId, params.id, query),
  ),

  route('POST /api/v1/executions/:id/cancel', {
    summary: 'Cancel an execution',
    description:
      'Ends its running tool calls. One that is already cancelled stays so; one that completed or failed is refused (conflict).',
    permission: 'execution:cancel',
    returns: Execution,
    repeatable: true,
    tool: cancelExecution,
  }).handle(async ({ caller, params }, { executionClient }) =>
    rawJson(await executionClient.cancel(caller.organizationId, params.id)),
  ),

  route('POST /api/v1/executions/:id/retry', {
    summary: 'Run an execution again from where it failed',
    description:
      'Starts a new execution that keeps the recorded results of the steps that succeeded, or only of those before `fromStep`. You can send other `inputs` or another `version`. With any of them, approval steps ask again. `args` are what `fromStep` begins with instead of the input of its plan. An execution with parked steps continues in place; `fromStep` then names the one that goes on.',
    permission: 'execution:start',
    body: RetryExecution,
    returns: Execution,
    status: 201,
    waits: true,
    repeatable: true,
  }).handle(async ({ caller, params, body, request, intent }, services) => {
    const context = { services, caller, request, intent }
    const { organizationId } = caller
    const earlier = await services.executions.get(organizationId, params.id)
    const edit = await editOf(services, caller, params.id, body)
    const wish = { ...(body.fromStep != null && { step: body.fromStep }), ...(edit && { edit }) }
    const answered = (await continueInPlace(context, earlier, wish)) ?? (await repeatedStart(context))
    if (answered !== null) return answered
    const terms = await services.organizations.terms(organizationId)
    const parts = {
      active: (workflowId: string) => activeRunnable(services, { organizationId, terms }, workflowId),
      version: (active: Runnable, version: number) =>
        versionRunnable(services, organizationId, active, version),
      kept: (id: string, fromStep: string | null) => services.executionLog.kept(organizationId, id, fromStep),
      plan: async (versionId: string) => (await services.workflows.versionById(versionId))!.plan,
    }
    const retry = await retryOf(parts, earlier, { ...body, edit })
    const known = await services.triggers.rootOf(organizationId, earlier.id)
    const root = caller.root ?? (known === earlier.id ? undefined : known)
    return startExecution(context, { ...retry, terms, root })
  }),

  route('POST /api/v1/executions/:id/events/:name', {
    summary: 'Send an event to an execution',
    description:
      'Wakes the step that waits for the event; the body becomes its output. An early event is kept for the step.',
    permission: 'execution:start',
    params: z.object({ id: z.string(), name: z.string().regex(/^[\w.-]{1,100}$/) }),
    body: JsonObjectValue.optional(),
    returns: Execution,
    repeatable: true,
  }).handle(async ({ caller, params, body, intent }, { executionClient }) => {
    const event = { name: params.name, body: (body ?? null) as Json, intent: intent.id }
    return rawJson(await executionClient.sendEvent(caller.organizationId, params.id, event))
  }),

  route('GET /api/v1/executions/:id/why', {
    summary: 'Explain why an execution has failed, or what it waits for, who can end the wait, and when',
    permission: 'execution:read',
    returns: Why,
    tool: explainExecution,
  }).handle(async ({ caller, params }, { executionClient, toolServers }) =>
    withServers(
      JSON.parse(await executionClient.explain(caller.organizationId, params.id)) as Why,
      await toolServers.list(caller.organizationId),
    ),
  ),

  route('GET /api/v1/executions/:id/logs', {
    summary: 'Stream the log of an execution as server-sent events',
    description:
      'Resumes after `Last-Event-ID` or `?after=` without gaps or repeats. 204 when that was the last event.',
    permission: 'execution:read',
    query: z.object({ after: z.string().optional() }),
    returns: z.string(),
    produces: 'text/event-stream',
    events: ExecutionLogEvents,
  }).handle(async ({ caller, params, request }, { executionLog }) => {
    const after = resumePoint(request)
    const log = await executionLog.log(caller.organizationId, params.id, after)
    // 204 is what keeps an EventSource from coming back for more.
    return log === null ? text('', 'text/event-stream', { status: 204 }) : stream(log, after)
  }),
]

type Filter = z.output<typeof filterQuery>

async function search({ caller, query }: { caller: Caller; query: Filter }, { executions }: Services) {
  return page(await executions.search(caller.organizationId, query, query))
}
