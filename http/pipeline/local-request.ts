// Whether a request comes from this machine; guards `/metrics` and the developer's pages.
import type { IncomingRequest } from '../exchange.ts'

/** True for a caller on this machine that is not a proxy for somebody else. */
export function isLocal(request: Pick<IncomingRequest, 'header' | 'clientAddress'>): boolean {
  if (request.header('x-forwarded-for') !== '' || request.header('forwarded') !== '') return false
  return /^127\.|^(0:){7}1$|^::1$/.test(request.clientAddress)
}

/** A web page under a name that was made to point here (DNS rebinding) still sends its own name. */
export function namesThisMachine(request: Pick<IncomingRequest, 'header'>): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.header('host'))
}
