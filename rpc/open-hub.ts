// Opens the hub as the service uses it, in the main thread and in every host: all built-in tools, the
// first-party servers that run in this process, and calls to registered servers. The caller passes in what
// differs between threads: where rows are read and written, and who hears about the health of servers.
import { builtinTools } from './builtin/builtin-tools.ts'
import type { Credentials } from './credentials/credentials.ts'
import { firstPartyServers } from './first-party/first-party.ts'
import type { FirstPartyServer } from './first-party/first-party-server.ts'
import { createHub, type Hub, type HubParts } from './hub.ts'
import { createFirstPartyCalls } from './marketplace/first-party-calls.ts'
import type { NetworkPolicy } from './outbound/address-policy.ts'
import { createOutboundSocket } from './outbound/outbound-socket.ts'
import { createPureCalls } from './pure-calls.ts'

export interface OpenHubParts extends Omit<HubParts, 'builtins' | 'firstParty' | 'credentials'> {
  readonly credentials: Credentials
  readonly networkPolicy: NetworkPolicy
  /** Servers that run in this process. Default: all of this version. */
  readonly firstParty?: readonly FirstPartyServer[] | undefined
}

export function openHub({ networkPolicy, firstParty = firstPartyServers, ...parts }: OpenHubParts): Hub {
  const { outbound, credentials } = parts
  const sockets = createOutboundSocket(networkPolicy)
  return createHub({
    ...parts,
    builtins: builtinTools,
    pureCalls: createPureCalls(),
    firstParty: createFirstPartyCalls({ servers: firstParty, outbound, sockets, credentials }),
  })
}
