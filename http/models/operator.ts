// Tells whether a request comes from the person who started this service: signed in as the user that the
// start has made, in a browser on this machine, outside of production. Called by the routes of models.
import type { Caller } from '../../domain/people/permissions.ts'
import type { IncomingRequest } from '../exchange.ts'
import { isLocal, namesThisMachine } from '../pipeline/local-request.ts'
import type { Services } from '../services.ts'

export interface Visit {
  readonly caller: Caller
  readonly request: Pick<IncomingRequest, 'header' | 'clientAddress'>
}

type Known = Pick<Services, 'demo' | 'isProduction' | 'networkPolicy' | 'users'>

/** May they have this service look around on its own machine? */
export async function mayLookAround(
  { caller, request }: Visit,
  { demo, isProduction, networkPolicy, users }: Known,
): Promise<boolean> {
  // Where no tool may call this machine, no model on it is asked either.
  if (isProduction || networkPolicy !== 'open' || demo.link === null) return false
  if (caller.key !== null || caller.chatId !== undefined) return false
  if (!isLocal(request) || !namesThisMachine(request)) return false
  const { email } = await users.profile(caller.organizationId, caller.userId)
  return email === demo.link.email
}
