// Every route of the service in one list: what routes, validates, documents and becomes tools of /rpc.
import { ApiKey } from '../domain/api-key.ts'
import { Bulk } from '../domain/bulk.ts'
import { Credential } from '../domain/credential.ts'
import { Execution, ExecutionStep } from '../domain/execution.ts'
import { MarketplaceTool } from '../domain/marketplace.ts'
import { PlanSchema } from '../domain/plan.ts'
import { ToolServer } from '../domain/tool-server.ts'
import { LoginResult, UserProfile } from '../domain/user.ts'
import { Workflow, WorkflowVersion } from '../domain/workflow.ts'
import type { CorsOrigins } from './cors.ts'
import { openapiRoutes } from './openapi.ts'
import type { Route } from './route.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { authRoutes } from './routes/auth.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { executionRoutes } from './routes/executions.ts'
import { healthRoutes } from './routes/health.ts'
import { limitRoutes } from './routes/limits.ts'
import { marketplaceRoutes } from './routes/marketplace.ts'
import { marketplaceSourceRoutes } from './routes/marketplace-sources.ts'
import { rpcRoutes } from './routes/rpc.ts'
import { toolResultRoutes } from './routes/tool-results.ts'
import { toolServerRoutes } from './routes/tool-servers.ts'
import { workflowRoutes } from './routes/workflows.ts'
import { createSurfaces } from './surfaces.ts'

/** Named in the OpenAPI document. */
const schemas = {
  Workflow,
  WorkflowVersion,
  Execution,
  ExecutionStep,
  Bulk,
  ApiKey,
  Credential,
  ToolServer,
  MarketplaceTool,
  UserProfile,
  LoginResult,
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
    ...apiKeyRoutes,
    ...credentialRoutes,
    ...workflowRoutes,
    ...limitRoutes,
    ...executionRoutes,
    ...bulkRoutes,
    ...approvalRoutes,
    ...toolServerRoutes,
    ...marketplaceRoutes,
    ...marketplaceSourceRoutes,
    ...toolResultRoutes,
    ...healthRoutes,
  ]
  const routes = [
    ...resources,
    ...rpcRoutes({ appUrl: url, corsOrigins, surfaceOf: createSurfaces(resources) }),
  ]
  return [...routes, ...openapiRoutes(routes, { title: 'Troupe', version, url, schemas })]
}
