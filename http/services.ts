// The services that routes may call, as one record: stores, actor clients, the tool hub. main/services.ts
// makes it. Handlers get it as their second argument and take what they need. A new service adds a line here.

import type { Admission } from '../actors/admission.ts'
import type { ApprovalOwners } from '../actors/approval-owners.ts'
import type { BulkClient } from '../actors/bulk/client.ts'
import type { ChatClient } from '../actors/chat/client.ts'
import type { ExecutionClient } from '../actors/execution/client.ts'
import type { ExecutionLog } from '../actors/execution/reading/execution-log.ts'
import type { ExecutionWatch } from '../actors/execution/reading/watching.ts'
import type { Rehearsals } from '../actors/execution/rehearsing/rehearsal.ts'
import type { ScheduleClient } from '../actors/schedule/client.ts'
import type { ToolServerClient } from '../actors/tool-server/client.ts'
import type { WebhookClient } from '../actors/webhook/client.ts'
import type { ExecutionLimits, Tiers } from '../domain/billing/tiers.ts'
import type { Json } from '../domain/json.ts'
import type { Caller } from '../domain/people/permissions.ts'
import type { AttributedPlan, SaidOfPlan } from '../domain/plan/plan.ts'
import type { OutlineItem, PlanningContext } from '../domain/plan/planning.ts'
import type { Suggestions } from '../domain/plan/suggesting.ts'
import type { ThreadFigures } from '../domain/tools/server-figures.ts'
import type { Confirmable, Confirming, Mappings, Thinking } from '../language/language.ts'
import type { StripeSync } from '../rpc/billing/stripe-sync.ts'
import type { Credentials } from '../rpc/credentials/credentials.ts'
import type { Hub } from '../rpc/hub.ts'
import type { Lanes } from '../rpc/lanes/lanes.ts'
import type { LocalModels } from '../rpc/models/local-models.ts'
import type { Models } from '../rpc/models/models.ts'
import type { NetworkPolicy, Outbound } from '../rpc/outbound/outbound.ts'
import type { StdioServers } from '../rpc/stdio/stdio-servers.ts'
import type { Confirmations } from '../rpc/surface/call-confirmation.ts'
import type { Chore } from '../runtime/process/chore.ts'
import type { ApiKeyStore } from '../storage/accounts/api-keys.ts'
import type { AuditStore } from '../storage/accounts/audit.ts'
import type { InvitationStore } from '../storage/accounts/invitations.ts'
import type { MemberStore } from '../storage/accounts/members.ts'
import type { OrganizationStore } from '../storage/accounts/organizations.ts'
import type { TeamStore } from '../storage/accounts/teams.ts'
import type { UserStore } from '../storage/accounts/users.ts'
import type { ChatGrantStore } from '../storage/chat/chat-grants.ts'
import type { ChatThreadStore } from '../storage/chat/chat-threads.ts'
import type { ChatStore } from '../storage/chat/chats.ts'
import type { RoleStore } from '../storage/chat/speaker-roles.ts'
import type { ConnectionStore } from '../storage/connections/connections.ts'
import type { Changes } from '../storage/events/changes.ts'
import type { DeliveryStore } from '../storage/events/deliveries.ts'
import type { EventStore } from '../storage/events/events.ts'
import type { WebhookStore } from '../storage/events/webhooks.ts'
import type { ApprovalStore } from '../storage/executions/approvals.ts'
import type { ExecutionStore } from '../storage/executions/executions.ts'
import type { SharedMemoryStore } from '../storage/memory/shared-memories.ts'
import type { ModelSettingsStore } from '../storage/models/model-settings.ts'
import type { ModelUsageStore } from '../storage/models/model-usage.ts'
import type { NotificationStore } from '../storage/notifications/notifications.ts'
import type { IdempotencyKeyStore } from '../storage/requests/idempotency-keys.ts'
import type { CredentialUses } from '../storage/secrets/credential-uses.ts'
import type { CredentialStore } from '../storage/secrets/credentials.ts'
import type { ServerConnectionStore } from '../storage/tool-servers/connections.ts'
import type { InstallationStore } from '../storage/tool-servers/installations.ts'
import type { MarketplaceSourceStore } from '../storage/tool-servers/marketplace-sources.ts'
import type { ToolObservations } from '../storage/tool-servers/tool-observations.ts'
import type { ToolResultStore } from '../storage/tool-servers/tool-results.ts'
import type { ToolServerStore } from '../storage/tool-servers/tool-servers.ts'
import type { MonthBudgets } from '../storage/usage/month-budgets.ts'
import type { StartBounds } from '../storage/usage/start-bounds.ts'
import type { UsageStore } from '../storage/usage/usage.ts'
import type { CanaryStore } from '../storage/workflows/canaries.ts'
import type { TriggerStore } from '../storage/workflows/triggers.ts'
import type { WorkflowStore } from '../storage/workflows/workflows.ts'
import type { ChatTokens } from './account/chat-tokens.ts'
import type { Joining } from './account/joining.ts'
import type { StartLink } from './account/links/start-link.ts'
import type { SignIn } from './account/sign-in.ts'
import type { Tokens } from './account/tokens.ts'
import type { Billing } from './billing/billing.ts'
import type { Sandbox } from './billing/sandbox.ts'
import type { Addresses } from './connections/addresses.ts'
import type { Applications } from './connections/applications.ts'
import type { Consent } from './connections/consent.ts'
import type { TokenEndpoint } from './connections/token-endpoint.ts'
import type { KeptLimits } from './limits/kept-limits.ts'
import type { LiveStreams } from './live/live-streams.ts'
import type { Mailer } from './mail/mail.ts'
import type { ConformanceFixtures } from './mcp/conformance.ts'
import type { ClusterState } from './observation/cluster-state.ts'
import type { Metrics } from './observation/metrics.ts'
import type { Readiness } from './observation/readiness.ts'
import type { Authenticate } from './pipeline/authenticate.ts'
import type { Marketplace } from './tool-servers/marketplace.ts'

export interface Services extends SignIn {
  /** Finds the caller, for public routes that take a credential all the same. */
  readonly authenticate: Authenticate
  readonly apiKeys: ApiKeyStore
  /** Connected applications. */
  readonly connections: ConnectionStore
  /** Finds and registers applications. */
  readonly applications: Applications
  /** A person decides about an application. */
  readonly consent: Consent
  readonly tokenEndpoint: TokenEndpoint
  /** The addresses under which the service answers. */
  readonly addresses: Addresses
  /** The audit log: every security-relevant action is recorded. */
  readonly audit: AuditStore
  readonly teams: TeamStore
  readonly members: MemberStore
  readonly roles: RoleStore
  readonly invitations: InvitationStore
  /** Invites people and lets them join. */
  readonly joining: Joining
  readonly tokens: Tokens
  readonly readiness: Readiness
  /** For requests that count more than once. */
  readonly limits: KeptLimits
  readonly metrics: Metrics
  /** What this node knows of its cluster. */
  readonly cluster: () => ClusterState
  /** Notifications of members. */
  readonly notifications: NotificationStore
  /** Make notifications from events, and mail them. */
  readonly notificationChores: readonly Chore[]
  readonly organizations: OrganizationStore
  readonly workflows: WorkflowStore
  /** Versions that are tried beside the active one. */
  readonly canaries: CanaryStore
  /** What starts workflows from outside. */
  readonly triggers: TriggerStore
  /** Deliveries to hooks are claimed as requests with a key are. */
  readonly sharedMemories: SharedMemoryStore
  readonly idempotencyKeys: IdempotencyKeyStore
  readonly executions: ExecutionStore
  /** Budgets of keys, and how many executions one may lead to. */
  readonly startBounds: StartBounds
  readonly monthBudgets: MonthBudgets
  /** Secret that signs the chains of executions. */
  readonly chainKey: string
  /** Events, for webhooks and notifications. */
  readonly events: EventStore
  /** Gives events their positions in the feed. */
  readonly eventFeed: Chore
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryStore
  /** Client of the webhook actors. */
  readonly webhookActors: WebhookClient
  /** Makes the webhook actors of these organizations look for new events. */
  readonly tellEvents: (organizationIds: readonly string[]) => void
  /** The guarded client, for what routes ask of strangers themselves. */
  readonly outbound: Outbound
  /** Sends pings to webhooks. */
  readonly webhookOutbound: Outbound
  readonly approvals: ApprovalStore
  /** Take decisions, each for one kind of subject. */
  readonly approvalOwners: ApprovalOwners
  readonly users: UserStore
  readonly toolServers: ToolServerStore
  /** Client of the tool-server actors. */
  readonly toolServerActors: ToolServerClient
  readonly stdioServers: StdioServers
  /** Figures of the calls to an organization's tool servers, by server and thread. */
  readonly serverFigures: (organizationId: string) => Promise<ReadonlyMap<string, readonly ThreadFigures[]>>
  /** Results that were too large for a step. */
  readonly toolResults: ToolResultStore
  /** The tool servers that can be installed. */
  readonly marketplace: Marketplace
  readonly marketplaceSources: MarketplaceSourceStore
  /** Installed tool servers, and the workflows that use them. */
  readonly installations: InstallationStore
  /** Connections to tool servers by OAuth, and the consents that are under way. */
  readonly serverConnections: ServerConnectionStore
  readonly credentials: CredentialStore
  /** The log of requests that carried a credential. */
  readonly credentialUses: CredentialUses
  readonly modelSettings: ModelSettingsStore
  readonly modelUsage: ModelUsageStore
  /** Language models, for whoever asks one. */
  readonly models: Models
  /** Those that run on this machine, for its operator. */
  readonly localModels: LocalModels
  readonly toolObservations: ToolObservations
  /** Opens credentials at the moment of sending. */
  readonly credentialAccess: Credentials
  /** Tells listeners of changes in an organization. */
  readonly changes: Changes
  /** Live streams of organizations. */
  readonly liveStreams: LiveStreams
  /** Client of the execution actors. */
  readonly executionClient: ExecutionClient
  /** Watches running executions. */
  readonly watch: ExecutionWatch
  /** Chat sessions and their messages. */
  readonly chats: ChatStore
  readonly chatGrants: ChatGrantStore
  readonly chatThreads: ChatThreadStore
  readonly chatTokens: ChatTokens
  /** Client of the chat actors. */
  readonly chatClient: ChatClient
  /** Actions on many executions. */
  readonly bulks: BulkClient
  /** Schedules of workflows. */
  readonly schedules: ScheduleClient
  /** Dry runs and backtests. */
  readonly rehearsals: Rehearsals
  /** Timelines and logs of executions. */
  readonly executionLog: ExecutionLog
  readonly compiler: Compiler
  /** Computes the inputs of triggers, in a thread. */
  readonly mappings: Mappings
  /** Computes what users choose, in threads. */
  readonly thinking: Thinking
  readonly hub: Hub
  /** Calls over /rpc that wait for the approval of the client's user. */
  readonly confirmations: Confirmations
  /** The protocols of /rpc. */
  readonly lanes: Lanes
  /** For the conformance suites; null unless the settings ask for it. */
  readonly fixtures: ConformanceFixtures | null
  /** Admits queued executions. */
  readonly admission: Admission
  /** Sends the mails of the service itself. */
  readonly mail: Mailer
  readonly isProduction: boolean
  /**
   * The key whose holder the pages for developers act for, and the link that signs the development user in;
   * null for none. main.ts sets them.
   */
  readonly demo: { keyHash: string | null; link: StartLink | null }
  /** Origin of the service, no slash at the end. */
  readonly appUrl: string
  readonly networkPolicy: NetworkPolicy
  /** Executions a month, by plan. */
  readonly executionLimits: ExecutionLimits
  /** The billing plans. */
  readonly tiers: Tiers
  /** Plans, periods, subscriptions, payment pages. */
  readonly billing: Billing
  /** Stands in for a payment provider; null in production, and when there is one. */
  readonly sandbox: Sandbox | null
  /** Takes the events of Stripe; null when it is not configured. */
  readonly stripeSync: StripeSync | null
  /** Let subscriptions follow time and the payment provider. */
  readonly billingChores: readonly Chore[]
  /** What was used. */
  readonly usage: UsageStore
}

/** Whose prompt it is. */
export type Author = Pick<Caller, 'organizationId' | 'userId' | 'key' | 'role'>

/** What whoever sends a plan says of it. */
export interface SentSaying {
  readonly quotes?: SaidOfPlan['quotes'] | undefined
  readonly assumptions?: SaidOfPlan['assumptions'] | undefined
  /** The plan as the model wrote it, where it is another one. */
  readonly base?: Json | null | undefined
  /**
   * Default: its author, by hand. `reader`, without a plan: no model is asked for one, unless an agent sends
   * it.
   */
  readonly plannedBy?: 'author' | 'model' | 'reader' | undefined
  /** A model or an agent sent the plan, or the prompt, whatever it says of itself. */
  readonly isByAgent?: boolean | undefined
}

export interface Compiler {
  /**
   * Checks the given plan; without one, plans the prompt.
   * @param author whose prompt it is
   * @param plan as it was sent
   * @param signal aborts when nobody waits for the result any more. Default: never
   * @param report is told of the planner's progress
   * @param said of the given plan
   * @throws {Failure} validation-failed with `diagnostics`: the plan has another shape than plans have
   * @throws the signal's reason
   */
  compile(
    author: Author,
    prompt: string,
    plan: Json | null,
    signal?: AbortSignal,
    report?: PlanningContext['report'],
    said?: SentSaying,
  ): Promise<AttributedPlan>
  /**
   * As `compile`, for an editor: with the plan in words, or as much of it as was read.
   * @throws as `compile`
   */
  outline(
    author: Author,
    prompt: string,
    plan: Json | null,
    asking: Pick<PlanningContext, 'signal' | 'report' | 'isTyping' | 'revision'>,
    said?: SentSaying,
  ): Promise<AttributedPlan & { readonly outline: readonly OutlineItem[] }>
  /**
   * What a person confirms of a compiled plan, by the tools as they are now.
   * @throws {Failure} validation-failed: it takes more time or memory than it may; rate-limited
   */
  confirm(
    author: Pick<Author, 'organizationId'>,
    confirming: Omit<Confirming, 'tools' | 'credentials'>,
    signal?: AbortSignal,
  ): Promise<Confirmable>
  /**
   * What could be written at a place of the prompt.
   * @param offset UTF-16 units, at most the length of the prompt
   * @throws the signal's reason
   */
  suggest(organizationId: string, prompt: string, offset: number, signal: AbortSignal): Promise<Suggestions>
}
