// The context of one call of a first-party tool: the way out, and the credential of its installation. Each
// request to an origin that the credential was opened for is noted as a use, with its status.
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import type { ConfinedPool } from '../../runtime/process/confined.ts'
import { sendAndNote } from '../credentials/authorized-send.ts'
import type { Credentials, CredentialUse } from '../credentials/credentials.ts'
import type { FirstPartyContext } from '../first-party/first-party-server.ts'
import type { Outbound, OutboundRequest } from '../outbound/outbound.ts'
import type { FirstPartyCall, FirstPartyParts } from './first-party-calls.ts'

export interface ContextParts extends Omit<FirstPartyParts, 'servers'> {
  readonly confined: ConfinedPool
}

export function openFirstPartyContext(
  { outbound, sockets, credentials, confined }: ContextParts,
  { organizationId, credentialId, catalog }: RegisteredServer,
  { signal, idempotencyKey, timeoutMs }: FirstPartyCall,
): FirstPartyContext {
  const opened = new Map<string, CredentialUse>()
  const useAt = (credential: string, url: string) => ({ organizationId, credential, url, idempotencyKey })
  return {
    ...{ signal, idempotencyKey, timeoutMs, sockets, confined: confined.of(organizationId) },
    settings: catalog?.settings ?? {},
    outbound: noteUses(outbound, credentials, opened),
    async authorize(url) {
      if (!credentialId) return { headers: {}, query: {} }
      const use = useAt(credentialId, url)
      const authorization = await credentials.authorize(use)
      opened.set(originOf(url), use)
      return authorization
    },
    async reveal(url) {
      if (!credentialId) return null
      const use = useAt(credentialId, url)
      const fields = await credentials.reveal(use)
      credentials.used(use, null)
      return fields
    },
  }
}

/** @param opened the uses of this call, by origin */
function noteUses(
  outbound: Outbound,
  credentials: Credentials,
  opened: ReadonlyMap<string, CredentialUse>,
): Outbound {
  return {
    async request(request: OutboundRequest) {
      const use = opened.get(originOf(request.url))
      if (use === undefined) return outbound.request(request)
      const response = await sendAndNote(credentials, [use], () => outbound.request(request))
      if (response.status === 401) credentials.refused(use)
      return response
    },
    // The client belongs to the host, not to the call.
    close: async () => {},
  }
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? ''
}
