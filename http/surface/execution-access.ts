// Which executions a caller of /rpc may see, cancel and decide about: with the rights of the tools that do the same. A
// key that is narrowed to tools sees what those tools have started, and nothing else.
import type { Execution } from '../../domain/execution.ts'
import { notFound } from '../../domain/failure.ts'
import { allows } from '../../domain/permissions.ts'
import { allowsTool } from '../../domain/tool-allowance.ts'
import type { Visit } from '../service-tools.ts'
import { allowanceOf, type ToolOffer } from './tool-offer.ts'

/** @throws {Failure} not-found: there is none, or it is not for this caller */
export async function visibleExecution(
  { caller, services }: Visit,
  offer: ToolOffer,
  id: string,
): Promise<Execution> {
  const execution = await services.executions.get(caller.organizationId, id)
  if (offer.find('get_execution') !== null || isStartedBy(offer, execution)) return execution
  throw notFound('execution')
}

/** Of one that it can see. */
export function mayCancel({ caller }: Visit, offer: ToolOffer, execution: Execution): boolean {
  if (!allows(caller, 'execution:cancel')) return false
  return allowsTool(allowanceOf(caller), 'cancel_execution') || isStartedBy(offer, execution)
}

function isStartedBy(offer: ToolOffer, { trigger }: Execution): boolean {
  return trigger.kind === 'tool' && trigger.ref !== null && offer.find(trigger.ref) !== null
}
