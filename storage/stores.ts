// All stores of one database in one record. main.ts opens it once per process; main/services.ts hands the
// stores on to whoever needs them.
// 1. Every store that keeps rows in memory gets the same CachedFacts, so one write empties every cache it
//    concerns.
// 2. Clients of /rpc and live streams hear of a change (Changes) after the stores have dropped the old rows.
import { systemClock } from '../runtime/clock.ts'
import { apiKeyStore } from './accounts/api-keys.ts'
import { auditStore } from './accounts/audit.ts'
import { identityStore } from './accounts/identities.ts'
import { invitationStore } from './accounts/invitations.ts'
import { setUpLinkStore } from './accounts/links/set-up-links.ts'
import { loginFailureStore } from './accounts/login-failures.ts'
import { memberStore } from './accounts/members.ts'
import { organizationStore } from './accounts/organizations.ts'
import { passwordResetStore } from './accounts/password-resets.ts'
import { sessionStore } from './accounts/sessions.ts'
import { signUpStore } from './accounts/sign-ups.ts'
import { teamStore } from './accounts/teams.ts'
import { userStore } from './accounts/users.ts'
import { sandboxPageStore } from './billing/sandbox-pages.ts'
import { subscriptionStore } from './billing/subscriptions.ts'
import { usageReportStore } from './billing/usage-reports.ts'
import { CachedFacts, type Changed } from './cached-facts.ts'
import { chatGrantStore } from './chat/chat-grants.ts'
import { chatThreadStore } from './chat/chat-threads.ts'
import { chatStore } from './chat/chats.ts'
import { roleStore } from './chat/speaker-roles.ts'
import { connectionStore } from './connections/connections.ts'
import { oauthClientStore } from './connections/oauth-clients.ts'
import { Changes } from './events/changes.ts'
import { deliveryStore } from './events/deliveries.ts'
import { EventSubscribers } from './events/event-subscribers.ts'
import { eventStore } from './events/events.ts'
import { webhookStore } from './events/webhooks.ts'
import { approvalStore } from './executions/approvals.ts'
import { executionStore } from './executions/executions.ts'
import { sharedMemoryStore } from './memory/shared-memories.ts'
import { modelSettingsStore } from './models/model-settings.ts'
import { modelUsageStore } from './models/model-usage.ts'
import { mailStore } from './notifications/mails.ts'
import { notificationStore } from './notifications/notifications.ts'
import type { Database } from './postgres/database.ts'
import { idempotencyKeyStore } from './requests/idempotency-keys.ts'
import { rpcSessionStore } from './requests/rpc-sessions.ts'
import { spentStore } from './requests/spent.ts'
import { CredentialUses } from './secrets/credential-uses.ts'
import { credentialStore } from './secrets/credentials.ts'
import { signingKeyStore } from './secrets/signing-keys.ts'
import type { Vault } from './secrets/vault.ts'
import { serverConnectionStore } from './tool-servers/connections.ts'
import { installationStore } from './tool-servers/installations.ts'
import { marketplaceSourceStore } from './tool-servers/marketplace-sources.ts'
import { ToolObservations } from './tool-servers/tool-observations.ts'
import { toolResultStore } from './tool-servers/tool-results.ts'
import { toolServerStore } from './tool-servers/tool-servers.ts'
import { usageStore } from './usage/usage.ts'
import { canaryStore } from './workflows/canaries.ts'
import { scheduleStore } from './workflows/schedules.ts'
import { triggerStore } from './workflows/triggers.ts'
import { workflowStore } from './workflows/workflows.ts'

export type Stores = ReturnType<typeof openStores>

/** @param tell passes on what changed here to caches elsewhere: to the host threads, and to other nodes */
export function openStores(database: Database, vault: Vault, tell: (changed: Changed) => void) {
  const facts = new CachedFacts(tell)
  const changes = new Changes()
  const mails = mailStore(database, vault)
  const forgetMember = (organizationId: string, userId: string) =>
    facts.announce({ type: 'member', organizationId, userId })
  const stores = {
    users: userStore(database),
    sessions: sessionStore(database, facts),
    apiKeys: apiKeyStore(database, facts),
    connections: connectionStore(database, facts),
    oauthClients: oauthClientStore(database),
    roles: roleStore(database, facts),
    teams: teamStore(database),
    members: memberStore(database, forgetMember),
    invitations: invitationStore(database, forgetMember),
    audit: auditStore(database),
    signingKeys: signingKeyStore(database, vault),
    organizations: organizationStore(database, facts),
    subscriptions: subscriptionStore(database, facts),
    sandboxPages: sandboxPageStore(database),
    usage: usageStore(database),
    usageReports: usageReportStore(database),
    changes,
    workflows: workflowStore(database, facts),
    executions: executionStore(database),
    approvals: approvalStore(database),
    chats: chatStore(database),
    chatGrants: chatGrantStore(database, facts),
    chatThreads: chatThreadStore(database),
    scheduleSettings: scheduleStore(database),
    toolResults: toolResultStore(database),
    toolServers: toolServerStore(database, facts),
    serverConnections: serverConnectionStore(database, vault, facts),
    toolObservations: new ToolObservations(database, organizationId =>
      facts.announce({ type: 'tool-observations', organizationId }),
    ),
    installations: installationStore(database),
    marketplaceSources: marketplaceSourceStore(database, facts),
    credentials: credentialStore(database, vault, facts),
    modelSettings: modelSettingsStore(database, facts),
    modelUsage: modelUsageStore(database),
    credentialUses: new CredentialUses(database),
    events: eventStore(database),
    eventSubscribers: new EventSubscribers(database, facts),
    deliveries: deliveryStore(database),
    webhooks: webhookStore(database, vault, (organizationId, id) =>
      facts.announce({ type: 'webhooks', organizationId, id }),
    ),
    canaries: canaryStore(database),
    triggers: triggerStore(database, vault, facts),
    sharedMemories: sharedMemoryStore(database, systemClock),
    idempotencyKeys: idempotencyKeyStore(database),
    spent: spentStore(database),
    rpcSessions: rpcSessionStore(database),
    mails,
    passwordResets: passwordResetStore(database, mails),
    signUps: signUpStore(database, mails),
    setUpLinks: setUpLinkStore(database),
    loginFailures: loginFailureStore(database),
    identities: identityStore(database),
    notifications: notificationStore(database, ({ organizationId, userId }) =>
      facts.announce({ type: 'notifications', organizationId, userId }),
    ),
    /** The port between writers and caches; changes that arrive from elsewhere enter here. */
    facts,
  }
  // After the stores' own listeners: when a client hears of a change, no store answers with old rows.
  facts.listen(what => {
    if ('organizationId' in what) tellChanges(changes, what)
  })
  return stores
}

function tellChanges(changes: Changes, what: Extract<Changed, { readonly organizationId: string }>): void {
  const { organizationId } = what
  if (what.type === 'workflow') changes.tell(organizationId, what)
  else if (what.type === 'notifications')
    changes.tell(organizationId, { type: 'notifications', userId: what.userId })
  else if (what.type === 'triggers')
    changes.tell(organizationId, { type: 'workflow', id: what.workflowId, isTool: false })
  else if (what.type === 'webhooks') changes.tell(organizationId, { type: 'webhook', id: what.id })
  else if (what.type === 'tool-servers') {
    changes.tell(organizationId, { type: 'tools' })
    changes.tell(organizationId, { type: 'tool-server', id: what.id })
  }
}
