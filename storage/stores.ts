// All stores of one database, as one record.
import { apiKeyStore } from './api-keys.ts'
import { approvalStore } from './approvals.ts'
import { auditStore } from './audit.ts'
import { Changes } from './changes.ts'
import { CredentialUses } from './credential-uses.ts'
import { credentialStore } from './credentials.ts'
import type { Database } from './database.ts'
import { deliveryStore } from './deliveries.ts'
import { EventSubscribers } from './event-subscribers.ts'
import { eventStore } from './events.ts'
import { executionStore } from './executions.ts'
import { idempotencyKeyStore } from './idempotency-keys.ts'
import { identityStore } from './identities.ts'
import { installationStore } from './installations.ts'
import { invitationStore } from './invitations.ts'
import { loginFailureStore } from './login-failures.ts'
import { mailStore } from './mails.ts'
import { marketplaceSourceStore } from './marketplace-sources.ts'
import { memberStore } from './members.ts'
import { notificationStore } from './notifications.ts'
import { organizationStore } from './organizations.ts'
import { passwordResetStore } from './password-resets.ts'
import { scheduleStore } from './schedules.ts'
import { sessionStore } from './sessions.ts'
import { signingKeyStore } from './signing-keys.ts'
import { teamStore } from './teams.ts'
import { toolResultStore } from './tool-results.ts'
import { toolServerStore } from './tool-servers.ts'
import { userStore } from './users.ts'
import type { Vault } from './vault.ts'
import { webhookStore } from './webhooks.ts'
import { workflowStore } from './workflows.ts'

export type Stores = ReturnType<typeof openStores>

/** What readers in other threads hold is no longer so. */
export interface Changed {
  readonly type: 'tool-servers' | 'credentials' | 'webhooks'
  readonly organizationId: string
}

/** @param onChange told what changed, so that readers in other threads can be told */
export function openStores(database: Database, vault: Vault, onChange: (changed: Changed) => void) {
  const changes = new Changes()
  const mails = mailStore(database, vault)
  const tell = (type: Changed['type']) => (organizationId: string) => {
    onChange({ type, organizationId })
    if (type === 'tool-servers') changes.tell(organizationId, { type: 'tools' })
  }
  const sessions = sessionStore(database)
  const apiKeys = apiKeyStore(database)
  const forgetMember = (organizationId: string, userId: string) => {
    sessions.forgetMember(organizationId, userId)
    apiKeys.forgetMember(organizationId, userId)
  }
  const forgetOrganization = (organizationId: string) => {
    sessions.forgetOrganization(organizationId)
    apiKeys.forgetOrganization(organizationId)
  }
  const toolServers = toolServerStore(database, tell('tool-servers'))
  const eventSubscribers = new EventSubscribers(database)
  return {
    users: userStore(database),
    sessions,
    apiKeys,
    teams: teamStore(database),
    members: memberStore(database, forgetMember),
    invitations: invitationStore(database, forgetMember),
    audit: auditStore(database),
    signingKeys: signingKeyStore(database, vault),
    organizations: organizationStore(database, forgetOrganization),
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
    events: eventStore(database),
    eventSubscribers,
    deliveries: deliveryStore(database),
    webhooks: webhookStore(database, vault, organizationId => {
      eventSubscribers.invalidate()
      onChange({ type: 'webhooks', organizationId })
    }),
    idempotencyKeys: idempotencyKeyStore(database),
    mails,
    passwordResets: passwordResetStore(database, mails),
    loginFailures: loginFailureStore(database),
    identities: identityStore(database),
    notifications: notificationStore(database),
    /** An actor has changed what is kept in memory here. */
    forget: ({ type, organizationId }: Changed) => {
      if (type === 'webhooks') eventSubscribers.invalidate()
      if (type !== 'tool-servers') return
      toolServers.invalidate(organizationId)
      changes.tell(organizationId, { type: 'tools' })
    },
  }
}
