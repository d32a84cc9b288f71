// Results of tools that were too large for a step: where the link in their previews leads.
import { z } from 'zod'
import { notFound } from '../../domain/failure.ts'
import { rawJson } from '../reply.ts'
import { route } from '../route.ts'

export const toolResultRoutes = [
  route('GET /api/v1/tool-results/:id', {
    summary: 'Get the whole result of a tool that was too large for its step',
    description: 'As JSON, of up to 8 MiB. It is kept as long as executions are (`RETENTION_DAYS`).',
    permission: 'execution:read',
    returns: z.unknown(),
  }).handle(async ({ caller, params }, { toolResults }) => {
    const body = await toolResults.find(caller.organizationId, params.id)
    if (body === null) throw notFound('tool result')
    return rawJson(body)
  }),
]
