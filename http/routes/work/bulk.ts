// Bulk actions on executions: begin one, get it, follow it, cancel it.
import { z } from 'zod'
import { Bulk, StartBulk } from '../../../domain/work/bulk.ts'
import { makerKeyOf } from '../../../storage/chat/maker-keys.ts'
import { rawJson, stream, text } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { resumePoint } from '../../streaming/sse.ts'

export const bulkRoutes = [
  route('POST /api/v1/executions/bulk', {
    summary: 'Cancel or retry all executions that match a filter',
    description:
      'Returns a bulk action at once, which then runs in the background. It covers executions that began before it. Without `status`, a cancel covers those that have not ended, a retry those that failed.',
    permission: 'execution:bulk',
    body: StartBulk,
    returns: Bulk,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller, body, intent }, { bulks }) => {
    const { organizationId, userId: startedBy, root } = caller
    const by = { organizationId, startedBy, key: makerKeyOf(caller), root }
    return rawJson(await bulks.start(intent.newId('bulk'), { ...by, ...body }))
  }),

  route('GET /api/v1/executions/bulk/:id', {
    summary: 'Get a bulk action and what it has done so far',
    permission: 'execution:read',
    returns: Bulk,
  }).handle(async ({ caller, params }, { bulks }) =>
    rawJson(await bulks.view(caller.organizationId, params.id)),
  ),

  route('GET /api/v1/executions/bulk/:id/events', {
    summary: 'Stream the progress of a bulk action as server-sent events',
    description:
      'Resumes after `Last-Event-ID` or `?after=`, and ends with the action. 204 when that was the last event.',
    permission: 'execution:read',
    query: z.object({ after: z.string().optional() }),
    returns: z.string(),
    produces: 'text/event-stream',
    events: { progress: Bulk, end: Bulk },
  }).handle(async ({ caller, params, request }, { bulks }) => {
    const after = resumePoint(request)
    const progress = await bulks.progress(caller.organizationId, params.id, after)
    return progress === null ? text('', 'text/event-stream', { status: 204 }) : stream(progress, after)
  }),

  route('POST /api/v1/executions/bulk/:id/cancel', {
    summary: 'Cancel a bulk action; what it has done stays done',
    permission: 'execution:bulk',
    returns: Bulk,
    repeatable: true,
  }).handle(async ({ caller, params }, { bulks }) =>
    rawJson(await bulks.cancel(caller.organizationId, params.id)),
  ),
]
