// Bulk actions on executions: begin one, look at it, follow it, end it.
import { z } from 'zod'
import { Bulk, StartBulk } from '../../domain/bulk.ts'
import { rawJson, stream, text } from '../reply.ts'
import { route } from '../route.ts'
import { resumePoint } from '../sse.ts'

export const bulkRoutes = [
  route('POST /api/v1/executions/bulk', {
    summary: 'Cancel or retry every execution that a filter means',
    description:
      'Answers at once with a bulk action, which goes on by itself. It means executions that began before it; without `status`, a cancel means those that have not ended, a retry those that failed.',
    permission: 'execution:bulk',
    body: StartBulk,
    returns: Bulk,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller, body, intent }, { bulks }) => {
    const { organizationId, userId: startedBy } = caller
    return rawJson(await bulks.start(intent.newId('bulk'), { organizationId, startedBy, ...body }))
  }),

  route('GET /api/v1/executions/bulk/:id', {
    summary: 'Get a bulk action: what it has done so far',
    permission: 'execution:read',
    returns: Bulk,
  }).handle(async ({ caller, params }, { bulks }) =>
    rawJson(await bulks.view(caller.organizationId, params.id)),
  ),

  route('GET /api/v1/executions/bulk/:id/events', {
    summary: 'Stream the progress of a bulk action as server-sent events',
    description:
      'Resumes after `Last-Event-ID` or `?after=`; ends with the action, 204 when that was the last event.',
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
    summary: 'End a bulk action; what it has done stays done',
    permission: 'execution:bulk',
    returns: Bulk,
    repeatable: true,
  }).handle(async ({ caller, params }, { bulks }) =>
    rawJson(await bulks.cancel(caller.organizationId, params.id)),
  ),
]
