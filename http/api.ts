// Every route of the service in one list: what routes, validates, documents and becomes tools of /rpc.
import { ApiKey, CreatedApiKey } from '../domain/api-key.ts'
import { Approval } from '../domain/approval.ts'
import { AuditEntry } from '../domain/audit.ts'
import { Bulk } from '../domain/bulk.ts'
import { CuRate } from '../domain/compute-units.ts'
import { ShownCredential } from '../domain/credential.ts'
import { Execution, ExecutionStep } from '../domain/execution.ts'
import { OutboxMail } from '../domain/mail.ts'
import { InstalledTool, MarketplaceTool } from '../domain/marketplace.ts'
import { MarketplaceSource } from '../domain/marketplace-source.ts'
import { Notification } from '../domain/notification.ts'
import { PlanSchema } from '../domain/plan.ts'
import { Session } from '../domain/session.ts'
import { SignInProviderView } from '../domain/sign-in-provider.ts'
import { Member, MemberImpact, Team } from '../domain/team.ts'
import { OfferedTool } from '../domain/tool.ts'
import { ToolServer } from '../domain/tool-server.ts'
import { LoginResult, UserProfile } from '../domain/user.ts'
import { Delivery, Webhook } from '../domain/webhook.ts'
import { Why } from '../domain/why.ts'
import { PlannedWorkflow, Workflow, WorkflowVersion } from '../domain/workflow.ts'
import type { CorsOrigins } from './cors.ts'
import { openapiRoutes } from './openapi.ts'
import type { Route } from './route.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { devRoutes } from './routes/dev.ts'
import { executionRoutes } from './routes/executions.ts'
import { healthRoutes } from './routes/health.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { limitRoutes } from './routes/limits.ts'
import { marketplaceRoutes } from './routes/marketplace.ts'
import { marketplaceSourceRoutes } from './routes/marketplace-sources.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { ownAccountRoutes } from './routes/own-account.ts'
import { referenceRoutes } from './routes/reference.ts'
import { rpcRoutes } from './routes/rpc.ts'
import { teamRoutes } from './routes/teams.ts'
import { toolResultRoutes } from './routes/tool-results.ts'
import { toolServerRoutes } from './routes/tool-servers.ts'
import { usageRoutes } from './routes/usage.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { workflowRoutes } from './routes/workflows.ts'
import { createSurfaces } from './surfaces.ts'
import { ToolServerDetail } from './tool-servers.ts'

/** Named in the OpenAPI document. */
const schemas = {
  Workflow,
  WorkflowVersion,
  PlannedWorkflow,
  Execution,
  ExecutionStep,
  Why,
  Approval,
  Bulk,
  ApiKey,
  CreatedApiKey,
  Team,
  Member,
  MemberImpact,
  AuditEntry,
  Credential: ShownCredential,
  OfferedTool,
  ToolServer,
  ToolServerDetail,
  MarketplaceTool,
  InstalledTool,
  MarketplaceSource,
  Notification,
  CuRate,
  Webhook,
  Delivery,
  UserProfile,
  LoginResult,
  Session,
  OutboxMail,
  SignInProvider: SignInProviderView,
  Plan: PlanSchema,
}

export interface ApiOptions {
  /** Origin of the service, no slash at the end. */
  readonly url: string
  readonly version: string
  /** Web pages that may call. */
  readonly corsOrigins?: CorsOrigins
}

export function apiRoutes({ url, version, corsOrigins = [] }: ApiOptions): readonly Route[] {
  const resources = [
    ...authRoutes,
    ...ownAccountRoutes,
    ...oauthRoutes,
    ...apiKeyRoutes,
    ...organizationRoutes,
    ...teamRoutes,
    ...invitationRoutes,
    ...auditRoutes,
    ...credentialRoutes,
    ...webhookRoutes,
    ...workflowRoutes,
    ...limitRoutes,
    ...executionRoutes,
    ...bulkRoutes,
    ...approvalRoutes,
    ...toolServerRoutes,
    ...marketplaceRoutes,
    ...marketplaceSourceRoutes,
    ...toolResultRoutes,
    ...notificationRoutes,
    ...usageRoutes,
    ...devRoutes,
    ...healthRoutes,
    ...referenceRoutes,
  ]
  const routes = [
    ...resources,
    ...rpcRoutes({ appUrl: url, corsOrigins, surfaceOf: createSurfaces(resources) }),
  ]
  return [...routes, ...openapiRoutes(routes, { title: 'Troupe', version, url, schemas })]
}
