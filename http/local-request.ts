// Whether a request comes from this machine: what `/metrics` and the developer's pages go by.
import type { IncomingRequest } from './exchange.ts'

/** Called from this machine, and not by a proxy on it that forwards for somebody else. */
export function isLocal(request: Pick<IncomingRequest, 'header' | 'clientAddress'>): boolean {
  if (request.header('x-forwarded-for') !== '' || request.header('forwarded') !== '') return false
  return /^127\.|^(0:){7}1$|^::1$/.test(request.clientAddress)
}
