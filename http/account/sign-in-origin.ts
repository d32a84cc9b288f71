// Where a sign-in comes from, by its request. People see it in the list of their sessions, and the audit log
// keeps it.
import { type SignInOrigin, userAgentLength } from '../../domain/people/session.ts'
import type { IncomingRequest } from '../exchange.ts'

export function signInOrigin(request: Pick<IncomingRequest, 'header' | 'clientAddress'>): SignInOrigin {
  const said = request
    .header('user-agent')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, userAgentLength)
  return { address: request.clientAddress, userAgent: said === '' ? null : said }
}
