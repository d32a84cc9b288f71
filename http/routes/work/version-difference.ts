// The difference of two versions of a workflow.
import { z } from 'zod'
import { VersionDifference, versionDifference } from '../../../domain/work/versions/version-difference.ts'
import { route } from '../../pipeline/route.ts'
import type { Services } from '../../services.ts'
import { versionNumber } from '../../workflows/version-number.ts'

export const versionDifferenceRoutes = [
  route('GET /api/v1/workflows/:id/versions/:a/diff/:b', {
    summary: 'Show what changed between two versions',
    description:
      'From `a` to `b`: the prompt line by line, steps by their ids, inputs with what breaks callers, tools, credentials, and what an execution may cost.',
    permission: 'workflow:read',
    params: z.object({ id: z.string(), a: versionNumber, b: versionNumber }),
    returns: VersionDifference,
  }).handle(async ({ caller, params }, services) => {
    const compared = (version: number) => comparedVersion(services, caller.organizationId, params.id, version)
    return versionDifference(params.id, await compared(params.a), await compared(params.b))
  }),
]

/** @throws {Failure} not-found */
async function comparedVersion({ workflows }: Services, organizationId: string, id: string, number: number) {
  const version = await workflows.version(organizationId, id, number)
  const { inputsSchema } = (await workflows.versionById(version.id))!
  return { ...version, inputsSchema }
}
