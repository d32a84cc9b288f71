// Checks the address of a tool server before it is stored: a URL by the network policy, `stdio:<name>` by
// what the operator allows. Called by the routes of tool servers.
import { Failure } from '../../domain/failure.ts'
import { stdioNameOf } from '../../domain/tools/stdio-server.ts'
import { refuseBadUrl } from '../../rpc/outbound/refuse-bad-url.ts'
import type { Services } from '../services.ts'

/**
 * @param hasCredential will requests carry one?
 * @throws {Failure} validation-failed
 */
export function refuseBadAddress(
  { networkPolicy, stdioServers }: Services,
  organizationId: string,
  url: string,
  hasCredential: boolean,
): void {
  if (stdioNameOf(url) === null) return refuseBadUrl(url, networkPolicy)
  const allowed = stdioServers.allowed(organizationId)
  const server = allowed.find(one => one.url === url)
  if (server === undefined) {
    const others = allowed.map(one => one.url).slice(0, 20)
    const known = others.length === 0 ? 'it allows none' : `it allows ${others.join(', ')}`
    throw new Failure(
      'validation-failed',
      `url: the operator of this service does not allow ${url}; ${known}`,
    )
  }
  if (hasCredential && !server.takesCredential)
    throw new Failure('validation-failed', `credentialId: ${url} takes no credential`)
}
