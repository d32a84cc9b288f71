// What routes may call: the stores, the actor clients and the tool hub, as one record that main.ts puts together. Each
// author of a service adds a line here. Handlers get the record as their second argument and take what they need.
import type { Admission } from '../actors/admission.ts'
import type { BulkClient } from '../actors/bulk/client.ts'
import type { DeliveryClient } from '../actors/delivery/client.ts'
import type { ExecutionClient } from '../actors/execution/client.ts'
import type { ExecutionStories } from '../actors/execution/stories.ts'
import type { ExecutionWatch } from '../actors/execution/watching.ts'
import type { ScheduleClient } from '../actors/schedule/client.ts'
import type { ToolServerClient } from '../actors/tool-server/client.ts'
import type { Compilation, Plan } from '../domain/plan.ts'
import type { ThreadFigures } from '../domain/server-figures.ts'
import type { Credentials } from '../rpc/credentials/credentials.ts'
import type { Hub } from '../rpc/hub.ts'
import type { Lanes } from '../rpc/lanes/lanes.ts'
import type { NetworkPolicy, Outbound } from '../rpc/outbound/outbound.ts'
import type { Confirmations } from '../rpc/surface/call-confirmation.ts'
import type { Chore } from '../runtime/chore.ts'
import type { ApiKeyStore } from '../storage/api-keys.ts'
import type { ApprovalStore } from '../storage/approvals.ts'
import type { AuditStore } from '../storage/audit.ts'
import type { Changes } from '../storage/changes.ts'
import type { CredentialUses } from '../storage/credential-uses.ts'
import type { CredentialStore } from '../storage/credentials.ts'
import type { DeliveryStore } from '../storage/deliveries.ts'
import type { EventStore } from '../storage/events.ts'
import type { ExecutionStore } from '../storage/executions.ts'
import type { InstallationStore } from '../storage/installations.ts'
import type { InvitationStore } from '../storage/invitations.ts'
import type { MarketplaceSourceStore } from '../storage/marketplace-sources.ts'
import type { MemberStore } from '../storage/members.ts'
import type { NotificationStore } from '../storage/notifications.ts'
import type { OrganizationStore } from '../storage/organizations.ts'
import type { TeamStore } from '../storage/teams.ts'
import type { ToolResultStore } from '../storage/tool-results.ts'
import type { ToolServerStore } from '../storage/tool-servers.ts'
import type { UserStore } from '../storage/users.ts'
import type { WebhookStore } from '../storage/webhooks.ts'
import type { WorkflowStore } from '../storage/workflows.ts'
import type { ConformanceFixtures } from './conformance.ts'
import type { Joining } from './joining.ts'
import type { KeptLimits } from './kept-limits.ts'
import type { Mailer } from './mail.ts'
import type { Marketplace } from './marketplace.ts'
import type { Metrics } from './metrics.ts'
import type { Authenticate } from './pipeline.ts'
import type { Readiness } from './readiness.ts'
import type { SignIn } from './sign-in.ts'
import type { Tokens } from './tokens.ts'

export interface Services extends SignIn {
  /** Who calls, for a public route that takes a credential all the same. */
  readonly authenticate: Authenticate
  readonly apiKeys: ApiKeyStore
  /** Who did what that matters for security; every such act is recorded. */
  readonly audit: AuditStore
  readonly teams: TeamStore
  readonly members: MemberStore
  readonly invitations: InvitationStore
  /** How people come into an organization. */
  readonly joining: Joining
  readonly tokens: Tokens
  readonly readiness: Readiness
  /** For what counts more often than once a request. */
  readonly limits: KeptLimits
  readonly metrics: Metrics
  /** What members are told. */
  readonly notifications: NotificationStore
  /** Tell and mail what has happened. */
  readonly notificationChores: readonly Chore[]
  readonly organizations: OrganizationStore
  readonly workflows: WorkflowStore
  readonly executions: ExecutionStore
  /** What has happened, for webhooks and notifications. */
  readonly events: EventStore
  /** Gives events their places. */
  readonly eventFeed: Chore
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryStore
  /** Speaks to those who deliver. */
  readonly deliveryActors: DeliveryClient
  /** Those who deliver look again, in these organizations. */
  readonly tellEvents: (organizationIds: readonly string[]) => void
  /** For what is sent to webhooks from here. */
  readonly webhookOutbound: Outbound
  readonly approvals: ApprovalStore
  readonly users: UserStore
  readonly toolServers: ToolServerStore
  /** Speaks to those who look after tool servers. */
  readonly toolServerActors: ToolServerClient
  /** Figures of the calls of an organization's tool servers, by server; those of each thread. */
  readonly serverFigures: (organizationId: string) => Promise<ReadonlyMap<string, readonly ThreadFigures[]>>
  /** Those that were too large for a step. */
  readonly toolResults: ToolResultStore
  /** What can be installed. */
  readonly marketplace: Marketplace
  readonly marketplaceSources: MarketplaceSourceStore
  /** What tool servers are installed as, and what uses them. */
  readonly installations: InstallationStore
  readonly credentials: CredentialStore
  /** Which requests carried a credential. */
  readonly credentialUses: CredentialUses
  /** Credentials at the moment of sending. */
  readonly credentialAccess: Credentials
  /** Tells what has changed in an organization. */
  readonly changes: Changes
  /** Speaks to executions. */
  readonly runs: ExecutionClient
  /** Follows an execution as it goes. */
  readonly watch: ExecutionWatch
  /** Actions on many executions. */
  readonly bulks: BulkClient
  /** When workflows run by themselves. */
  readonly schedules: ScheduleClient
  /** Timelines and logs of executions. */
  readonly stories: ExecutionStories
  readonly compiler: Compiler
  readonly hub: Hub
  /** Calls over /rpc that the client's user approves. */
  readonly confirmations: Confirmations
  /** The protocols of /rpc. */
  readonly lanes: Lanes
  /** For the conformance suites; null except where the settings ask for it. */
  readonly fixtures: ConformanceFixtures | null
  /** Gives places to queued executions. */
  readonly admission: Admission
  /** Mails of the service itself, on their way out. */
  readonly mail: Mailer
  readonly isProduction: boolean
  readonly networkPolicy: NetworkPolicy
  /** Executions a month on the free plan. */
  readonly freeExecutions: number
}

export interface Compiler {
  /** A plan that is given is checked; otherwise the prompt is planned. */
  compile(organizationId: string, prompt: string, plan: Plan | null): Promise<Compilation>
}
