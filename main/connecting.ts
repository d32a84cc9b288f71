// Makes the parts of the authorization server for MCP clients. Called by main/services.ts.
import type { Settings } from '../domain/settings/settings.ts'
import { createAddresses } from '../http/connections/addresses.ts'
import { createApplications } from '../http/connections/applications.ts'
import { createConsent } from '../http/connections/consent.ts'
import { createTokenEndpoint } from '../http/connections/token-endpoint.ts'
import type { Services } from '../http/services.ts'
import type { Outbound } from '../rpc/outbound/outbound.ts'
import type { Stores } from '../storage/stores.ts'

export interface ConnectingParts {
  readonly settings: Pick<Settings, 'appUrl' | 'corsOrigins'>
  readonly stores: Pick<Stores, 'connections' | 'oauthClients' | 'organizations'>
  readonly outbound: Outbound
}

export function openConnecting({
  settings,
  stores,
  outbound,
}: ConnectingParts): Pick<Services, 'addresses' | 'applications' | 'consent' | 'tokenEndpoint'> {
  const { connections, oauthClients: clients, organizations } = stores
  const applications = createApplications({ clients, outbound })
  return {
    addresses: createAddresses(settings),
    applications,
    consent: createConsent({ applications, connections, organizations }),
    tokenEndpoint: createTokenEndpoint(connections, clients),
  }
}
