// Checks a URL that somebody registers (a tool server, a webhook, a marketplace source) before it is stored.
// Every connection checks again, because a name may resolve to another address by then. Called by routes.
import { Failure } from '../../domain/failure.ts'
import { checkUrl, type NetworkPolicy } from './address-policy.ts'
import { OutboundError } from './outbound-error.ts'

/**
 * @param subject the beginning of the message
 * @throws {Failure} validation-failed
 */
export function refuseBadUrl(url: string, policy: NetworkPolicy, subject = 'url'): void {
  try {
    checkUrl(url, policy)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Failure('validation-failed', `${subject}: ${error.message}`)
  }
}
