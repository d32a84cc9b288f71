// All stores of one database, as one record.
import { apiKeyStore } from './api-keys.ts'
import { approvalStore } from './approvals.ts'
import { Changes } from './changes.ts'
import { CredentialUses } from './credential-uses.ts'
import { credentialStore } from './credentials.ts'
import type { Database } from './database.ts'
import { executionStore } from './executions.ts'
import { idempotencyKeyStore } from './idempotency-keys.ts'
import { installationStore } from './installations.ts'
import { marketplaceSourceStore } from './marketplace-sources.ts'
import { organizationStore } from './organizations.ts'
import { scheduleStore } from './schedules.ts'
import { sessionStore } from './sessions.ts'
import { signingKeyStore } from './signing-keys.ts'
import { toolResultStore } from './tool-results.ts'
import { toolServerStore } from './tool-servers.ts'
import { userStore } from './users.ts'
import type { Vault } from './vault.ts'
import { workflowStore } from './workflows.ts'

export type Stores = ReturnType<typeof openStores>

/** What readers in other threads hold is no longer so. */
export interface Changed {
  readonly type: 'tool-servers' | 'credentials'
  readonly organizationId: string
}

/** @param onChange told what changed, so that readers in other threads can be told */
export function openStores(database: Database, vault: Vault, onChange: (changed: Changed) => void) {
  const changes = new Changes()
  const tell = (type: Changed['type']) => (organizationId: string) => {
    onChange({ type, organizationId })
    if (type === 'tool-servers') changes.tell(organizationId, { type: 'tools' })
  }
  const toolServers = toolServerStore(database, tell('tool-servers'))
  return {
    users: userStore(database),
    sessions: sessionStore(database),
    apiKeys: apiKeyStore(database),
    signingKeys: signingKeyStore(database, vault),
    organizations: organizationStore(database),
    changes,
    workflows: workflowStore(database, changes),
    executions: executionStore(database),
    approvals: approvalStore(database),
    scheduleSettings: scheduleStore(database),
    toolResults: toolResultStore(database),
    toolServers,
    installations: installationStore(database),
    marketplaceSources: marketplaceSourceStore(database),
    credentials: credentialStore(database, vault, tell('credentials')),
    credentialUses: new CredentialUses(database),
    idempotencyKeys: idempotencyKeyStore(database),
    /** An actor has changed what is kept in memory here. */
    forget: ({ type, organizationId }: Changed) => {
      if (type !== 'tool-servers') return
      toolServers.invalidate(organizationId)
      changes.tell(organizationId, { type: 'tools' })
    },
  }
}
