// Approvals through clients of other protocols, which show a text that may be cut short: what has no room in
// it is approved only with the digest, which a client has that shows all of it. Called by conversing.ts.
import { Failure } from '../../../domain/failure.ts'
import { askedText } from '../../../domain/shown/asked-text.ts'
import type { ApprovalStore } from '../../../storage/executions/approvals.ts'
import type { ProtocolSaying } from './protocol.ts'

/** @throws {Failure} conflict */
export async function requireShownWhole(
  approvals: Pick<ApprovalStore, 'those'>,
  organizationId: string,
  sayings: readonly ProtocolSaying[],
): Promise<void> {
  const ids = sayings.flatMap(saying => (isBlind(saying) ? [saying.decision.id] : []))
  if (ids.length === 0) return
  const found = await approvals.those(organizationId, ids)
  if (found.some(approval => approval.status === 'pending' && askedText(approval).missing > 0))
    throw new Failure(
      'conflict',
      'the approval is too long to be approved here: read all of it and approve it in the inbox, or send its digest',
    )
}

function isBlind(saying: ProtocolSaying): saying is Extract<ProtocolSaying, { decision: unknown }> {
  return 'decision' in saying && saying.decision.decision === 'approve' && !saying.decision.digest
}
