// The service in this thread, with a catalog of the test's: the whole application over a real database, the
// actors of tool servers on a host without a thread. Starting it again with another catalog is what an
// upgrade is.
import { type ToolServerKind, toolServerKind } from '../../actors/tool-server/effects.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import { startServer } from '../../http/server.ts'
import { createApplication } from '../../main/application.ts'
import type { ServiceParts } from '../../main/services.ts'
import { createCredentials } from '../../rpc/credentials/credential-access.ts'
import type { FirstPartyServer } from '../../rpc/first-party/first-party-server.ts'
import { createOutbound } from '../../rpc/outbound/outbound.ts'
import { createRemoteServers, type RemoteServers } from '../../rpc/remote/remote-server.ts'
import { systemClock } from '../../runtime/clock.ts'
import type { Journal } from '../../runtime/journal.ts'
import { silentLog } from '../../runtime/log.ts'
import { MemoryJournal } from '../../runtime/memory-journal.ts'
import { inProcessLinks } from '../../runtime/system/link.ts'
import { startLocalEngine } from '../../runtime/system/local-engine.ts'
import type { Database } from '../../storage/postgres/database.ts'
import { openStores, type Stores } from '../../storage/stores.ts'
import { loadDefinitions } from '../../storage/tool-servers/installations.ts'
import { noteCheck, savePublication } from '../../storage/tool-servers/tool-server-publications.ts'
import { Client } from './people/client.ts'
import { testVault } from './vault.ts'

const environment = {
  ...{ PORT: '0', NETWORK_POLICY: 'open', LOG_LEVEL: 'silent' },
  ...{ RATE_LIMIT_AUTH: '0', RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0', RATE_LIMIT_RPC: '0' },
}

export interface World {
  readonly database: Database
  /** What the actors have decided; outlives a restart. */
  readonly journal: MemoryJournal<unknown>
  readonly vault: ReturnType<typeof testVault>
}

export function worldOf(database: Database): World {
  return { database, journal: new MemoryJournal(), vault: testVault() }
}

/** @returns clients of the service, and its end */
export async function startMarketplace(
  { database, journal, vault }: World,
  catalog: readonly FirstPartyServer[],
  more: Pick<ServiceParts, 'localUrls' | 'planner'> = {},
  variables: Readonly<Record<string, string>> = {},
) {
  const settings = readSettings({ ...environment, ...variables })
  const outbound = createOutbound({ policy: 'open' })
  const stores: Stores = openStores(database, vault, () => {})
  const {
    credentials: { reader },
    credentialUses: uses,
  } = stores
  const remote = createRemoteServers(outbound, {
    credentials: createCredentials({ reader, vault, outbound, uses }),
  })
  const kinds = [looksAfterServers(database, stores, remote)]
  const parts = { kinds, journal: journal as Journal<unknown>, invalidate: () => {} }
  const engine = await startLocalEngine({
    ...{ slots: 1, log: silentLog, open: inProcessLinks(() => parts, systemClock) },
    ...{ toWake: async () => [], stopWithinMs: 1_000 },
  })
  const { services, pipeline } = await createApplication({
    ...{ settings, log: silentLog, database, stores, vault, engine, outbound, firstParty: catalog },
    version: '0.0.0',
    ...more,
  })
  const server = await startServer({ pipeline, host: '127.0.0.1', port: 0 })
  const clientOf = (credential: string | null) => new Client(`http://127.0.0.1:${server.port}`, credential)
  return {
    services,
    clientOf,
    async stop() {
      await server.close(0)
      await engine.stop()
      await uses.close()
      await remote.close()
      await services.hub.close()
      await stores.apiKeys.close()
    },
  }
}

function looksAfterServers(database: Database, stores: Stores, remote: RemoteServers): ToolServerKind {
  return toolServerKind({
    list: async ({ organizationId, id, installed }, target, options) => {
      if (!installed?.isLocal) return remote.list(target, options)
      const tools = (await loadDefinitions(database, organizationId, id)) ?? []
      return { ok: true, protocol: 'plain', tools, refused: [], ttlMs: null }
    },
    async publish(publication) {
      await savePublication(database, publication)
      stores.facts.receive({
        type: 'tool-servers',
        organizationId: publication.organizationId,
        id: publication.id,
      })
    },
    noteCheck: (organizationId, id) => noteCheck(database, { organizationId, id, at: Date.now() }),
    refreshMs: 3_600_000,
    now: () => Date.now(),
  })
}
