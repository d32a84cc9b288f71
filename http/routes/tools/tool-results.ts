// Tool results that were too large for a step; the link in the preview of such a result leads here.
import { z } from 'zod'
import { notFound } from '../../../domain/failure.ts'
import { rawJson } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'

export const toolResultRoutes = [
  route('GET /api/v1/tool-results/:id', {
    summary: 'Get the full result of a tool call that was too large for its step',
    description: 'As JSON, up to 8 MiB. It is kept as long as executions are (`RETENTION_DAYS`).',
    permission: 'execution:read',
    returns: z.unknown(),
  }).handle(async ({ caller, params }, { toolResults }) => {
    const body = await toolResults.find(caller.organizationId, params.id)
    if (body === null) throw notFound('tool result')
    return rawJson(body)
  }),
]
