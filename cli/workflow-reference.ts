// The workflow that somebody means: by id, by slug, or by its name when only one has it.
import type { Workflow } from '../domain/workflow.ts'
import type { TroupeClient } from '../http/client.ts'
import { NotFound, UsageError } from './exit-codes.ts'

/** @throws {UsageError} there is none, or more than one; {ApiError} */
export async function findWorkflow(troupe: TroupeClient, said: string): Promise<Workflow> {
  if (/^wf_[0-9a-z]{26}$/.test(said)) return troupe('GET /api/v1/workflows/:id', { params: { id: said } })
  const found: Workflow[] = []
  for await (const workflow of troupe.pages('GET /api/v1/workflows', { query: { limit: 100 } })) {
    if (workflow.slug === said) return workflow
    if (workflow.name.toLowerCase() === said.toLowerCase()) found.push(workflow)
  }
  const [first, ...others] = found
  if (first === undefined) throw new NotFound(`no workflow has the id or name ${said}`)
  if (others.length === 0) return first
  throw new UsageError(
    `${found.length} workflows are called ${said}: use one of ${found.map(({ id }) => id).join(', ')}`,
  )
}
