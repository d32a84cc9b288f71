// Every declared route of the API, for the compiler: nothing of it is there at run time. A list of routes that is
// annotated as `readonly Route[]` has forgotten what it declares; test/http/client.test.ts finds it.
import type { DeclaredRoute, declared, Pattern } from '../route.ts'
import type { apiKeyRoutes } from '../routes/api-keys.ts'
import type { approvalRoutes } from '../routes/approvals.ts'
import type { auditRoutes } from '../routes/audit.ts'
import type { authRoutes } from '../routes/auth.ts'
import type { bulkRoutes } from '../routes/bulk.ts'
import type { credentialRoutes } from '../routes/credentials.ts'
import type { executionRoutes } from '../routes/executions.ts'
import type { invitationRoutes } from '../routes/invitations.ts'
import type { limitRoutes } from '../routes/limits.ts'
import type { marketplaceRoutes } from '../routes/marketplace.ts'
import type { marketplaceSourceRoutes } from '../routes/marketplace-sources.ts'
import type { notificationRoutes } from '../routes/notifications.ts'
import type { organizationRoutes } from '../routes/organizations.ts'
import type { ownAccountRoutes } from '../routes/own-account.ts'
import type { teamRoutes } from '../routes/teams.ts'
import type { toolResultRoutes } from '../routes/tool-results.ts'
import type { toolServerRoutes } from '../routes/tool-servers.ts'
import type { usageRoutes } from '../routes/usage.ts'
import type { webhookRoutes } from '../routes/webhooks.ts'
import type { workflowRoutes } from '../routes/workflows.ts'

type Lists = [
  typeof apiKeyRoutes,
  typeof approvalRoutes,
  typeof authRoutes,
  typeof bulkRoutes,
  typeof credentialRoutes,
  typeof executionRoutes,
  typeof limitRoutes,
  typeof marketplaceRoutes,
  typeof marketplaceSourceRoutes,
  typeof toolResultRoutes,
  typeof toolServerRoutes,
  typeof auditRoutes,
  typeof invitationRoutes,
  typeof notificationRoutes,
  typeof organizationRoutes,
  typeof ownAccountRoutes,
  typeof teamRoutes,
  typeof usageRoutes,
  typeof webhookRoutes,
  typeof workflowRoutes,
]

/** What a route declares; never for one that has forgotten it. */
type DeclarationOf<R> =
  R extends DeclaredRoute<infer P, infer O>
    ? typeof declared extends keyof R
      ? { readonly pattern: P; readonly options: O }
      : never
    : never

type Declaration = DeclarationOf<Lists[number][number]>

/** `GET /api/v1/workflows/:id` and all the others. */
export type ApiPattern = Declaration['pattern']

/** The options of the route with a pattern. */
export type OptionsOf<P extends Pattern> = Extract<Declaration, { readonly pattern: P }>['options']
