// Which executions a caller of /rpc may see, cancel and decide about: it needs the same rights as for the
// tools that do these things. A key that is limited to tools sees the executions that those tools have
// started, and no others.

import { notFound } from '../../domain/failure.ts'
import { allows } from '../../domain/people/permissions.ts'
import { allowsTool } from '../../domain/tools/tool-allowance.ts'
import type { Execution } from '../../domain/work/execution.ts'
import type { ToolCallContext } from './service-tools.ts'
import { allowanceOf, type ToolOffer } from './tool-offer.ts'

/** @throws {Failure} not-found: it does not exist, or this caller may not see it */
export async function visibleExecution(
  { caller, services }: ToolCallContext,
  offer: ToolOffer,
  id: string,
): Promise<Execution> {
  const execution = await services.executions.get(caller.organizationId, id)
  if (offer.find('get_execution') !== null || isStartedBy(offer, execution)) return execution
  throw notFound('execution')
}

/** For an execution that the caller can see. */
export function mayCancel({ caller }: ToolCallContext, offer: ToolOffer, execution: Execution): boolean {
  if (!allows(caller, 'execution:cancel')) return false
  return allowsTool(allowanceOf(caller), 'cancel_execution') || isStartedBy(offer, execution)
}

function isStartedBy(offer: ToolOffer, { trigger }: Execution): boolean {
  return trigger.kind === 'tool' && trigger.ref !== null && offer.find(trigger.ref) !== null
}
