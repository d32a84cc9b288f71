// Every declared route of the API, for the compiler: nothing of it exists at run time. A list of routes must
// not be annotated as `readonly Route[]`, because that drops the declarations; test/http/client.test.ts finds
// it.
import type { DeclaredRoute, declared, Pattern } from '../pipeline/route.ts'
import type { apiKeyRoutes } from '../routes/account/api-keys.ts'
import type { auditRoutes } from '../routes/account/audit.ts'
import type { authRoutes } from '../routes/account/auth.ts'
import type { connectionRoutes } from '../routes/account/connections.ts'
import type { invitationRoutes } from '../routes/account/invitations.ts'
import type { oauthRoutes } from '../routes/account/oauth.ts'
import type { organizationRoutes } from '../routes/account/organizations.ts'
import type { ownAccountRoutes } from '../routes/account/own-account.ts'
import type { teamRoutes } from '../routes/account/teams.ts'
import type { billingRoutes } from '../routes/billing/billing.ts'
import type { chatGrantRoutes } from '../routes/chat/grants.ts'
import type { chatMessageRoutes } from '../routes/chat/messages.ts'
import type { chatProtocolRoutes } from '../routes/chat/protocols.ts'
import type { chatSessionRoutes } from '../routes/chat/sessions.ts'
import type { chatTokenRoutes } from '../routes/chat/tokens.ts'
import type { liveRoutes } from '../routes/news/live.ts'
import type { notificationRoutes } from '../routes/news/notifications.ts'
import type { webhookRoutes } from '../routes/news/webhooks.ts'
import type { clusterRoutes } from '../routes/system/cluster.ts'
import type { serverConnectionRoutes } from '../routes/tools/connections.ts'
import type { credentialRoutes } from '../routes/tools/credentials.ts'
import type { marketplaceRoutes } from '../routes/tools/marketplace.ts'
import type { marketplaceSourceRoutes } from '../routes/tools/marketplace-sources.ts'
import type { modelRoutes } from '../routes/tools/models.ts'
import type { stdioServerRoutes } from '../routes/tools/stdio-servers.ts'
import type { toolResultRoutes } from '../routes/tools/tool-results.ts'
import type { toolServerRoutes } from '../routes/tools/tool-servers.ts'
import type { approvalRoutes } from '../routes/work/approvals.ts'
import type { bulkRoutes } from '../routes/work/bulk.ts'
import type { confirmationRoutes } from '../routes/work/confirmations.ts'
import type { executionRoutes } from '../routes/work/executions.ts'
import type { limitRoutes } from '../routes/work/limits.ts'
import type { memoryRoutes } from '../routes/work/memory.ts'
import type { planningRoutes } from '../routes/work/planning.ts'
import type { rehearsalRoutes } from '../routes/work/rehearsals.ts'
import type { triggerRoutes } from '../routes/work/triggers.ts'
import type { usageRoutes } from '../routes/work/usage.ts'
import type { versionDifferenceRoutes } from '../routes/work/version-difference.ts'
import type { workflowRoutes } from '../routes/work/workflows.ts'

type Lists = [
  typeof apiKeyRoutes,
  typeof approvalRoutes,
  typeof authRoutes,
  typeof billingRoutes,
  typeof bulkRoutes,
  typeof chatGrantRoutes,
  typeof chatMessageRoutes,
  typeof chatProtocolRoutes,
  typeof chatSessionRoutes,
  typeof chatTokenRoutes,
  typeof serverConnectionRoutes,
  typeof credentialRoutes,
  typeof executionRoutes,
  typeof limitRoutes,
  typeof liveRoutes,
  typeof memoryRoutes,
  typeof planningRoutes,
  typeof modelRoutes,
  typeof marketplaceRoutes,
  typeof marketplaceSourceRoutes,
  typeof toolResultRoutes,
  typeof toolServerRoutes,
  typeof stdioServerRoutes,
  typeof auditRoutes,
  typeof invitationRoutes,
  typeof notificationRoutes,
  typeof oauthRoutes,
  typeof organizationRoutes,
  typeof ownAccountRoutes,
  typeof connectionRoutes,
  typeof clusterRoutes,
  typeof teamRoutes,
  typeof rehearsalRoutes,
  typeof triggerRoutes,
  typeof usageRoutes,
  typeof versionDifferenceRoutes,
  typeof webhookRoutes,
  typeof workflowRoutes,
  typeof confirmationRoutes,
]

/** The declaration of a route; never when its type has dropped it. */
type DeclarationOf<R> =
  R extends DeclaredRoute<infer P, infer O>
    ? typeof declared extends keyof R
      ? { readonly pattern: P; readonly options: O }
      : never
    : never

type Declaration = DeclarationOf<Lists[number][number]>

/** Union of all patterns, such as `GET /api/v1/workflows/:id`. */
export type ApiPattern = Declaration['pattern']

/** The options of the route with a pattern. */
export type OptionsOf<P extends Pattern> = Extract<Declaration, { readonly pattern: P }>['options']
