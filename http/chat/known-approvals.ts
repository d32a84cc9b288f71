// A message that decides an approval which is not there, or belongs to somebody else, is refused before it is
// stored: 404, as at every other address. Routes of the chat call it.
import { notFound } from '../../domain/failure.ts'
import type { ApprovalStore } from '../../storage/executions/approvals.ts'

/** @throws {Failure} not-found */
export async function requireKnownApprovals(
  approvals: Pick<ApprovalStore, 'those'>,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const wanted = new Set(ids)
  const found = await approvals.those(organizationId, [...wanted])
  if (found.length < wanted.size) throw notFound('approval')
}
