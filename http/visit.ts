// Where a sign-in comes from, as far as its request says: shown to the person among their sessions, and in the audit log.
import { userAgentLength, type Visit } from '../domain/session.ts'
import type { IncomingRequest } from './exchange.ts'

export function visitOf(request: Pick<IncomingRequest, 'header' | 'clientAddress'>): Visit {
  const said = request
    .header('user-agent')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, userAgentLength)
  return { address: request.clientAddress, userAgent: said === '' ? null : said }
}
