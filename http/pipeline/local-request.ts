// Whether a request comes from this machine; guards `/metrics` and the developer's pages.
import type { IncomingRequest } from '../exchange.ts'

/** What proxies say of whom they speak for. */
const ofProxies = [
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
  ...['x-forwarded-server', 'x-original-forwarded-for', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['true-client-ip', 'cf-connecting-ip', 'fastly-client-ip', 'via'],
]

/** True for a caller on this machine that is not a proxy for somebody else. */
export function isLocal(request: Pick<IncomingRequest, 'header' | 'clientAddress'>): boolean {
  if (ofProxies.some(name => request.header(name) !== '')) return false
  return /^127\.|^(0:){7}1$|^::1$/.test(request.clientAddress)
}

/** A web page under a name that was made to point here (DNS rebinding) still sends its own name. */
export function namesThisMachine(request: Pick<IncomingRequest, 'header'>): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.header('host'))
}
