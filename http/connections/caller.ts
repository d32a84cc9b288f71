// The caller of an access token of a connected application. Such a token works at /rpc only, at the address
// to which it is bound, and with its scopes. Called by http/account/auth.ts.
import { isId } from '../../domain/ids.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { ConnectionHolder, ConnectionStore } from '../../storage/connections/connections.ts'
import { invalidCredentials } from '../account/tokens.ts'
import type { IncomingRequest } from '../exchange.ts'
import { type Addresses, resourceOf } from './addresses.ts'
import { hashIssued } from './issued-tokens.ts'

/** @throws {Failure} unauthenticated: the same for every reason */
export function callerOfConnection(
  token: string,
  request: IncomingRequest,
  connections: Pick<ConnectionStore, 'findByAccess'>,
  addresses: Addresses,
): Caller | Promise<Caller> {
  const hashed = hashIssued(token, 'access')
  if (hashed === null || request.path !== '/rpc') throw invalidCredentials()
  const audience = resourceOf(addresses.originOf(request.header('host')))
  const found = connections.findByAccess(hashed)
  return found instanceof Promise
    ? found.then(holder => callerOf(holder, audience))
    : callerOf(found, audience)
}

/** Does the caller act through a connection, whose application can ask for more scopes? */
export function isConnected({ key }: Caller): boolean {
  return key !== null && isId('connection', key.id)
}

function callerOf(holder: ConnectionHolder | null, audience: string): Caller {
  if (holder === null || holder.audience !== audience) throw invalidCredentials()
  const { connectionId, organizationId, userId, role, scopes } = holder
  return { organizationId, userId, role, key: { id: connectionId, scopes }, sessionId: null }
}
