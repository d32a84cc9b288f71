// Finds a workflow by id, by slug, or by its name when only one has it.
import type { Workflow } from '../domain/work/workflow.ts'
import type { TroupeClient } from '../http/client.ts'
import { NotFound, UsageError } from './exit-codes.ts'

/** @throws {UsageError} there is none, or more than one; {ApiError} */
export async function findWorkflow(troupe: TroupeClient, reference: string): Promise<Workflow> {
  if (/^wf_[0-9a-z]{26}$/.test(reference))
    return troupe('GET /api/v1/workflows/:id', { params: { id: reference } })
  const found: Workflow[] = []
  for await (const workflow of troupe.pages('GET /api/v1/workflows', { query: { limit: 100 } })) {
    if (workflow.slug === reference) return workflow
    if (workflow.name.toLowerCase() === reference.toLowerCase()) found.push(workflow)
  }
  const [first, ...others] = found
  if (first === undefined) throw new NotFound(`no workflow has the id or name ${reference}`)
  if (others.length === 0) return first
  throw new UsageError(
    `${found.length} workflows are called ${reference}: use one of ${found.map(({ id }) => id).join(', ')}`,
  )
}
