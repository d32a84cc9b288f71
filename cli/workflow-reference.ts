// Finds a workflow by id, by slug, or by its name when only one has it.
import type { Workflow } from '../domain/work/workflow.ts'
import type { TroupeClient } from '../http/client.ts'
import { NotFound, UsageError } from './exit-codes.ts'

/** The whole of it: lists leave out what is large. @throws as `findId` */
export async function findWorkflow(troupe: TroupeClient, reference: string): Promise<Workflow> {
  return troupe('GET /api/v1/workflows/:id', { params: { id: await findId(troupe, reference) } })
}

/** @throws {UsageError} there is none, or more than one; {ApiError} */
async function findId(troupe: TroupeClient, reference: string): Promise<string> {
  if (/^wf_[0-9a-z]{26}$/.test(reference)) return reference
  const found: string[] = []
  for await (const { id, slug, name } of troupe.pages('GET /api/v1/workflows/names', {
    query: { limit: 100 },
  })) {
    if (slug === reference) return id
    if (name.toLowerCase() === reference.toLowerCase()) found.push(id)
  }
  const [first, ...others] = found
  if (first === undefined) throw new NotFound(`no workflow has the id or name ${reference}`)
  if (others.length === 0) return first
  throw new UsageError(`${found.length} workflows are called ${reference}: use one of ${found.join(', ')}`)
}
