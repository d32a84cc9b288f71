// Executions: start, read, search, cancel, and the stream of their log.
import { z } from 'zod'
import { retryOf } from '../../actors/execution/retrying.ts'
import type { Runnable } from '../../actors/execution/starting.ts'
import {
  CreateExecution,
  ExecuteWorkflow,
  Execution,
  ExecutionStep,
  executionStatuses,
  RetryExecution,
} from '../../domain/execution.ts'
import { executionSorts, filterFields } from '../../domain/execution-filter.ts'
import { ExecutionLogEvents } from '../../domain/execution-log.ts'
import { type Json, JsonValue } from '../../domain/json.ts'
import type { Caller } from '../../domain/permissions.ts'
import { Why } from '../../domain/why.ts'
import { page, rawJson, stream, text } from '../reply.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { resumePoint } from '../sse.ts'
import { activeRunnable, continueInPlace, startOnce, versionRunnable } from '../starts.ts'
import { listQuery, queryInteger } from '../validation.ts'
import { withServers } from '../why.ts'

const maxTime = Number.MAX_SAFE_INTEGER
const filterQuery = z.object({
  ...listQuery,
  ...filterFields,
  status: z
    .string()
    .transform(text => text.split(','))
    .pipe(z.array(z.enum(executionStatuses)))
    .optional()
    .meta({ description: 'One status, or several separated by commas' }),
  createdAfter: queryInteger(0, maxTime).optional().meta({ description: 'Unix ms, included' }),
  createdBefore: queryInteger(0, maxTime).optional().meta({ description: 'Unix ms, excluded' }),
  minDurationMs: queryInteger(0, maxTime).optional().meta({ description: 'From start to end, included' }),
  maxDurationMs: queryInteger(0, maxTime).optional().meta({ description: 'From start to end, included' }),
  sort: z.enum(executionSorts).optional().meta({
    description: 'Default -createdAt, newest first. By duration and by end: those that have one',
  }),
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
    tool: 'execute_workflow',
  }).handle(({ caller, params, body, request, intent }, services) =>
    startOnce({ services, caller, request, intent }, async () => {
      const runnable = await activeRunnable(services, caller.organizationId, params.id)
      return { runnable, inputs: body.inputs }
    }),
  ),

  route('POST /api/v1/executions', {
    summary: 'Start an execution of a workflow, or of one of its versions',
    permission: 'execution:start',
    body: CreateExecution,
    returns: Execution,
    status: 201,
    waits: true,
    failures: [404],
    repeatable: true,
  }).handle(({ caller, body, request, intent }, services) =>
    startOnce({ services, caller, request, intent }, async () => {
      const { workflowId, version, inputs } = body
      const { organizationId } = caller
      const active = await activeRunnable(services, organizationId, workflowId)
      const runnable = version ? await versionRunnable(services, organizationId, active, version) : active
      return { runnable, inputs }
    }),
  ),

  route('GET /api/v1/executions', {
    summary: 'List executions',
    permission: 'execution:read',
    query: filterQuery,
    returns: z.array(Execution),
  }).handle(search),

  route('GET /api/v1/executions/search', {
    summary: 'Search executions by text, status, workflow, trigger, tool, time and duration',
    description:
      'Text, trigger, tool, duration and the orders by duration and end come from an index that is about a second behind; everything else is as new as the last commit.',
    permission: 'execution:read',
    query: filterQuery,
    returns: z.array(Execution),
    tool: 'search_executions',
  }).handle(search),

  route('GET /api/v1/executions/:id', {
    summary: 'Get an execution',
    permission: 'execution:read',
    returns: Execution,
    tool: 'get_execution',
  }).handle(({ caller, params }, { executions }) => executions.get(caller.organizationId, params.id)),

  route('GET /api/v1/executions/:id/steps', {
    summary: 'The timeline of an execution',
    permission: 'execution:read',
    returns: z.array(ExecutionStep),
  }).handle(({ caller, params }, { stories }) => stories.steps(caller.organizationId, params.id)),

  route('POST /api/v1/executions/:id/cancel', {
    summary: 'Cancel an execution',
    description:
      'Ends the tool calls under way; also 200 when it is cancelled already, 409 when it completed or failed.',
    permission: 'execution:cancel',
    returns: Execution,
    repeatable: true,
    tool: 'cancel_execution',
  }).handle(async ({ caller, params }, { runs }) =>
    rawJson(await runs.cancel(caller.organizationId, params.id)),
  ),

  route('POST /api/v1/executions/:id/retry', {
    summary: 'Run an execution again from where it failed',
    description:
      'A new execution that keeps the recorded results of the steps that succeeded (those before `fromStep`), with other inputs or another version if given; with any of the three, approval steps ask again. An execution with parked steps goes on in place.',
    permission: 'execution:start',
    body: RetryExecution,
    returns: Execution,
    status: 201,
    waits: true,
    repeatable: true,
  }).handle(async ({ caller, params, body, request, intent }, services) => {
    const visit = { services, caller, request, intent }
    const { organizationId } = caller
    const earlier = await services.executions.get(organizationId, params.id)
    const continued = await continueInPlace(visit, earlier)
    if (continued !== null) return continued
    const parts = {
      active: (workflowId: string) => activeRunnable(services, organizationId, workflowId),
      version: (active: Runnable, version: number) =>
        versionRunnable(services, organizationId, active, version),
      kept: (id: string, fromStep: string | null) => services.stories.kept(organizationId, id, fromStep),
      plan: async (versionId: string) => (await services.workflows.versionById(versionId))!.plan,
    }
    return startOnce(visit, () => retryOf(parts, earlier, body))
  }),

  route('POST /api/v1/executions/:id/events/:name', {
    summary: 'Send an event to an execution',
    description:
      'Wakes the step that waits for it, whose output the body becomes; one that comes early is kept for it.',
    permission: 'execution:start',
    params: z.object({ id: z.string(), name: z.string().regex(/^[\w.-]{1,100}$/) }),
    body: z.record(z.string(), JsonValue).optional(),
    returns: Execution,
    repeatable: true,
  }).handle(async ({ caller, params, body, intent }, { runs }) => {
    const event = { name: params.name, body: (body ?? null) as Json, intent: intent.id }
    return rawJson(await runs.sendEvent(caller.organizationId, params.id, event))
  }),

  route('GET /api/v1/executions/:id/why', {
    summary: 'What an execution waits for, who can end the wait, and when that may be',
    permission: 'execution:read',
    returns: Why,
    tool: 'explain_execution',
  }).handle(async ({ caller, params }, { runs, toolServers }) =>
    withServers(
      JSON.parse(await runs.explain(caller.organizationId, params.id)) as Why,
      await toolServers.list(caller.organizationId),
    ),
  ),

  route('GET /api/v1/executions/:id/logs', {
    summary: 'Stream the log of an execution as server-sent events',
    description:
      'Resumes after `Last-Event-ID` or `?after=` without gap or repeat; 204 when that was the last event.',
    permission: 'execution:read',
    query: z.object({ after: z.string().optional() }),
    returns: z.string(),
    produces: 'text/event-stream',
    events: ExecutionLogEvents,
  }).handle(async ({ caller, params, request }, { stories }) => {
    const after = resumePoint(request)
    const log = await stories.log(caller.organizationId, params.id, after)
    // 204 is what keeps an EventSource from coming back for more.
    return log === null ? text('', 'text/event-stream', { status: 204 }) : stream(log, after)
  }),
]

type Filter = z.output<typeof filterQuery>

async function search({ caller, query }: { caller: Caller; query: Filter }, { executions }: Services) {
  const { items, next } = await executions.search(caller.organizationId, query, query)
  return page(items, next)
}
