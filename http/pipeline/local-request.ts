// Whether a request comes from this machine; guards `/metrics` and the developer's pages.
import type { IncomingRequest } from '../exchange.ts'

/** True for a caller on this machine that is not a proxy for somebody else. */
export function isLocal(request: Pick<IncomingRequest, 'header' | 'clientAddress'>): boolean {
  if (request.header('x-forwarded-for') !== '' || request.header('forwarded') !== '') return false
  return /^127\.|^(0:){7}1$|^::1$/.test(request.clientAddress)
}
