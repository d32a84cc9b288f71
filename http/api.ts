// Every route of the service in one list. The pipeline routes and validates by it, the OpenAPI document
// describes it, and /rpc makes tools of it.

import { BillingPeriod } from '../domain/billing/billing-period.ts'
import { PaymentPage } from '../domain/billing/checkout.ts'
import { CuRate } from '../domain/billing/compute-units.ts'
import { Subscription } from '../domain/billing/subscription.ts'
import { Tier } from '../domain/billing/tiers.ts'
import { UsageRow } from '../domain/billing/usage.ts'
import { AnsweredMessage, ChatMessage, ChatSession } from '../domain/chat/chat.ts'
import { ChatGrant } from '../domain/chat/chat-grant.ts'
import { MemoryEntry, SharedMemory } from '../domain/memory/shared-memory.ts'
import { ShownModels } from '../domain/models/model.ts'
import { OutboxMail } from '../domain/news/mail.ts'
import { Notification } from '../domain/news/notification.ts'
import { Delivery, Webhook } from '../domain/news/webhook.ts'
import { Truncated } from '../domain/page.ts'
import { ApiKey, CreatedApiKey } from '../domain/people/api-key.ts'
import { AuditEntry } from '../domain/people/audit.ts'
import { AuthorizationView, Connection } from '../domain/people/connection.ts'
import { OrganizationImpact } from '../domain/people/organization.ts'
import { Session } from '../domain/people/session.ts'
import { SignInProviderView } from '../domain/people/sign-in-provider.ts'
import { Invitation, Member, MemberImpact, Team } from '../domain/people/team.ts'
import { LoginResult, UserProfile } from '../domain/people/user.ts'
import { PlanSchema } from '../domain/plan/plan-schema.ts'
import { ServerConnection } from '../domain/tools/connection.ts'
import { ShownCredential } from '../domain/tools/credential.ts'
import { InstalledTool, MarketplaceTool } from '../domain/tools/marketplace/marketplace.ts'
import { MarketplaceSource } from '../domain/tools/marketplace/marketplace-source.ts'
import { AllowedStdioServer, StdioLog } from '../domain/tools/stdio-server.ts'
import { OfferedTool } from '../domain/tools/tool.ts'
import { ToolServer } from '../domain/tools/tool-server.ts'
import { Approval, ListedApproval } from '../domain/work/approval.ts'
import { Bulk } from '../domain/work/bulk.ts'
import {
  DetailedStep,
  Execution,
  ExecutionStep,
  ListedExecution,
  ListedStep,
} from '../domain/work/execution.ts'
import { Outline } from '../domain/work/outline.ts'
import { Backtest, DryRun, PromptDryRun } from '../domain/work/rehearsal.ts'
import { CreatedTrigger, HookAnswer, WorkflowTrigger } from '../domain/work/trigger.ts'
import { Canary } from '../domain/work/versions/canary.ts'
import { VersionDifference } from '../domain/work/versions/version-difference.ts'
import { Why } from '../domain/work/why.ts'
import {
  ListedVersion,
  ListedWorkflow,
  PlannedWorkflow,
  Workflow,
  WorkflowName,
  WorkflowVersion,
} from '../domain/work/workflow.ts'
import { createSurfaces, type SurfaceOf } from './mcp/surfaces.ts'
import { openapiRoutes } from './openapi/openapi.ts'
import type { CorsOrigins } from './pipeline/cors.ts'
import type { Route } from './pipeline/route.ts'
import { apiKeyRoutes } from './routes/account/api-keys.ts'
import { auditRoutes } from './routes/account/audit.ts'
import { authRoutes } from './routes/account/auth.ts'
import { authorizationServerRoutes } from './routes/account/authorization-server.ts'
import { connectionRoutes } from './routes/account/connections.ts'
import { invitationRoutes } from './routes/account/invitations.ts'
import { oauthRoutes } from './routes/account/oauth.ts'
import { organizationRoutes } from './routes/account/organizations.ts'
import { ownAccountRoutes } from './routes/account/own-account.ts'
import { teamRoutes } from './routes/account/teams.ts'
import { billingRoutes } from './routes/billing/billing.ts'
import { sandboxRoutes } from './routes/billing/sandbox.ts'
import { stripeRoutes } from './routes/billing/stripe-webhook.ts'
import { chatGrantRoutes } from './routes/chat/grants.ts'
import { chatMessageRoutes } from './routes/chat/messages.ts'
import { chatProtocolRoutes } from './routes/chat/protocols.ts'
import { chatSessionRoutes } from './routes/chat/sessions.ts'
import { chatTokenRoutes } from './routes/chat/tokens.ts'
import { chatWidgetRoutes } from './routes/chat/widget.ts'
import { liveRoutes } from './routes/news/live.ts'
import { notificationRoutes } from './routes/news/notifications.ts'
import { webhookRoutes } from './routes/news/webhooks.ts'
import { clusterRoutes } from './routes/system/cluster.ts'
import { dashboardRoutes } from './routes/system/dashboard.ts'
import { devRoutes } from './routes/system/dev.ts'
import { guideRoutes } from './routes/system/guide.ts'
import { healthRoutes } from './routes/system/health.ts'
import { referenceRoutes } from './routes/system/reference.ts'
import { serverConnectionRoutes } from './routes/tools/connections.ts'
import { credentialRoutes } from './routes/tools/credentials.ts'
import { marketplaceRoutes } from './routes/tools/marketplace.ts'
import { marketplaceSourceRoutes } from './routes/tools/marketplace-sources.ts'
import { modelRoutes } from './routes/tools/models.ts'
import { rpcRoutes } from './routes/tools/rpc.ts'
import { serverJsonRoutes } from './routes/tools/server-json.ts'
import { stdioServerRoutes } from './routes/tools/stdio-servers.ts'
import { toolResultRoutes } from './routes/tools/tool-results.ts'
import { toolServerRoutes } from './routes/tools/tool-servers.ts'
import { approvalRoutes } from './routes/work/approvals.ts'
import { bulkRoutes } from './routes/work/bulk.ts'
import { confirmationRoutes } from './routes/work/confirmations.ts'
import { executionRoutes } from './routes/work/executions.ts'
import { hookRoutes } from './routes/work/hooks.ts'
import { limitRoutes } from './routes/work/limits.ts'
import { memoryRoutes } from './routes/work/memory.ts'
import { planningRoutes } from './routes/work/planning.ts'
import { rehearsalRoutes } from './routes/work/rehearsals.ts'
import { triggerRoutes } from './routes/work/triggers.ts'
import { usageRoutes } from './routes/work/usage.ts'
import { versionDifferenceRoutes } from './routes/work/version-difference.ts'
import { workflowRoutes } from './routes/work/workflows.ts'
import { ToolServerDetail } from './tool-servers/tool-servers.ts'

/** Schemas that the OpenAPI document lists by name. */
const schemas = {
  Workflow,
  WorkflowName,
  ListedWorkflow,
  WorkflowVersion,
  ListedVersion,
  VersionDifference,
  Canary,
  WorkflowTrigger,
  DryRun,
  PromptDryRun,
  Backtest,
  CreatedTrigger,
  HookAnswer,
  PlannedWorkflow,
  Execution,
  ListedExecution,
  ExecutionStep,
  DetailedStep,
  ListedStep,
  Outline,
  Why,
  Approval,
  ListedApproval,
  Bulk,
  MemoryEntry,
  SharedMemory,
  ChatSession,
  ChatMessage,
  AnsweredMessage,
  ChatGrant,
  ApiKey,
  CreatedApiKey,
  Team,
  Member,
  MemberImpact,
  Invitation,
  OrganizationImpact,
  AuditEntry,
  Credential: ShownCredential,
  Models: ShownModels,
  OfferedTool,
  AllowedStdioServer,
  StdioLog,
  ToolServer,
  ToolServerDetail,
  ServerConnection,
  MarketplaceTool,
  InstalledTool,
  MarketplaceSource,
  Notification,
  CuRate,
  UsageRow,
  BillingPlan: Tier,
  BillingPeriod,
  Subscription,
  PaymentPage,
  Webhook,
  Delivery,
  UserProfile,
  LoginResult,
  Session,
  Connection,
  AuthorizationView,
  OutboxMail,
  SignInProvider: SignInProviderView,
  Plan: PlanSchema,
  Truncated,
}

export interface ApiOptions {
  /** Origin of the service, no slash at the end. */
  readonly url: string
  readonly version: string
  /** Origins of web pages that may call. */
  readonly corsOrigins?: CorsOrigins
  /** What /rpc offers to a caller. */
  readonly surfaceOf?: SurfaceOf
}

/** Each one with a `tool` is a tool of /rpc. */
export const resourceRoutes: readonly Route[] = [
  ...authRoutes,
  ...ownAccountRoutes,
  ...oauthRoutes,
  ...connectionRoutes,
  ...authorizationServerRoutes,
  ...apiKeyRoutes,
  ...organizationRoutes,
  ...teamRoutes,
  ...invitationRoutes,
  ...auditRoutes,
  ...credentialRoutes,
  ...modelRoutes,
  ...webhookRoutes,
  ...workflowRoutes,
  ...confirmationRoutes,
  ...versionDifferenceRoutes,
  ...rehearsalRoutes,
  ...triggerRoutes,
  ...hookRoutes,
  ...limitRoutes,
  ...memoryRoutes,
  ...planningRoutes,
  ...executionRoutes,
  ...bulkRoutes,
  ...chatSessionRoutes,
  ...chatMessageRoutes,
  ...chatProtocolRoutes,
  ...chatTokenRoutes,
  ...chatWidgetRoutes,
  ...chatGrantRoutes,
  ...approvalRoutes,
  ...toolServerRoutes,
  ...stdioServerRoutes,
  ...serverConnectionRoutes,
  ...marketplaceRoutes,
  ...marketplaceSourceRoutes,
  ...toolResultRoutes,
  ...liveRoutes,
  ...notificationRoutes,
  ...usageRoutes,
  ...billingRoutes,
  ...sandboxRoutes,
  ...stripeRoutes,
  ...devRoutes,
  ...healthRoutes,
  ...clusterRoutes,
  ...guideRoutes,
  ...referenceRoutes,
  ...dashboardRoutes,
]

export function apiRoutes(options: ApiOptions): readonly Route[] {
  const { url, version, corsOrigins = [], surfaceOf = createSurfaces(resourceRoutes) } = options
  const routes = [
    ...resourceRoutes,
    ...serverJsonRoutes({ url, version }),
    ...rpcRoutes({ appUrl: url, corsOrigins, surfaceOf }),
  ]
  return [...routes, ...openapiRoutes(routes, { title: 'Troupe', version, url, schemas })]
}
