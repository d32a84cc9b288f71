// What routes may call: the stores, the actor clients and the tool hub, as one record that main.ts puts together. Each
// author of a service adds a line here. Handlers get the record as their second argument and take what they need.
import type { Admission } from '../actors/admission.ts'
import type { BulkClient } from '../actors/bulk/client.ts'
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
import type { NetworkPolicy } from '../rpc/outbound/outbound.ts'
import type { Confirmations } from '../rpc/surface/call-confirmation.ts'
import type { ApiKeyStore } from '../storage/api-keys.ts'
import type { ApprovalStore } from '../storage/approvals.ts'
import type { Changes } from '../storage/changes.ts'
import type { CredentialUses } from '../storage/credential-uses.ts'
import type { CredentialStore } from '../storage/credentials.ts'
import type { ExecutionStore } from '../storage/executions.ts'
import type { InstallationStore } from '../storage/installations.ts'
import type { MarketplaceSourceStore } from '../storage/marketplace-sources.ts'
import type { OrganizationStore } from '../storage/organizations.ts'
import type { ToolResultStore } from '../storage/tool-results.ts'
import type { ToolServerStore } from '../storage/tool-servers.ts'
import type { UserStore } from '../storage/users.ts'
import type { WorkflowStore } from '../storage/workflows.ts'
import type { Accounts } from './accounts.ts'
import type { ConformanceFixtures } from './conformance.ts'
import type { Limits } from './limits.ts'
import type { Marketplace } from './marketplace.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import type { Tokens } from './tokens.ts'

export interface Services {
  readonly accounts: Accounts
  readonly apiKeys: ApiKeyStore
  readonly tokens: Tokens
  readonly readiness: Readiness
  /** For what counts more often than once a request. */
  readonly limits: Limits
  readonly metrics: Metrics
  readonly organizations: OrganizationStore
  readonly workflows: WorkflowStore
  readonly executions: ExecutionStore
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
  readonly networkPolicy: NetworkPolicy
  /** Executions a month on the free plan. */
  readonly freeExecutions: number
}

export interface Compiler {
  /** A plan that is given is checked; otherwise the prompt is planned. */
  compile(organizationId: string, prompt: string, plan: Plan | null): Promise<Compilation>
}
