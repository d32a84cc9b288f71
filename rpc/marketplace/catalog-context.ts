// What a catalog tool gets to work with during one call: the way out, and the credential of its installation. Each
// request to a place that the credential was opened for is told to the credentials, with the status that came back.
import type { RegisteredServer } from '../../domain/tool-server.ts'
import type { CatalogContext } from '../catalog/catalog-server.ts'
import { noted } from '../credentials/authorized-send.ts'
import type { Credentials, CredentialUse } from '../credentials/credentials.ts'
import type { Outbound, OutboundRequest } from '../outbound/outbound.ts'
import type { CatalogCall, CatalogParts } from './catalog-server-calls.ts'

export function openCatalogContext(
  { outbound, sockets, credentials }: Omit<CatalogParts, 'servers'>,
  { organizationId, credentialId, catalog }: RegisteredServer,
  { signal, idempotencyKey, timeoutMs }: CatalogCall,
): CatalogContext {
  const opened = new Map<string, CredentialUse>()
  const useAt = (credential: string, url: string) => ({ organizationId, credential, url, idempotencyKey })
  return {
    ...{ signal, idempotencyKey, timeoutMs, sockets },
    settings: catalog?.settings ?? {},
    outbound: observed(outbound, credentials, opened),
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
function observed(
  outbound: Outbound,
  credentials: Credentials,
  opened: ReadonlyMap<string, CredentialUse>,
): Outbound {
  return {
    async request(request: OutboundRequest) {
      const use = opened.get(originOf(request.url))
      if (use === undefined) return outbound.request(request)
      const response = await noted(credentials, [use], () => outbound.request(request))
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
