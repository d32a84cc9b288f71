// Every address of the dashboard, and the page that it loads when somebody opens it. Pages behind the shell
// are for those who are signed in; others are sent to the door, and come back to what they wanted.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { approvalsSearch } from '../pages/approvals/search.ts'
import { homeReads } from '../pages/home/reads.ts'
import { notificationsSearch } from '../pages/notifications/search.ts'
import { runsSearch } from '../pages/runs/search.ts'
import { auditSearch } from '../pages/settings/audit/search.ts'
import { billingSearch, usageSearch } from '../pages/settings/billing/search.ts'
import { webhookSearch } from '../pages/settings/webhooks/search.ts'
import { writeSearch } from '../pages/workflows/search.ts'
import { Skeleton } from '../parts/notes.tsx'
import { readAhead } from './api.ts'
import { Crashed, NotFound } from './not-found.tsx'
import { ownPath } from './own-path.ts'
import { parameters, parseSearch, type RawSearch, stringifySearch, textOf } from './search.ts'
import { restoreSession } from './session.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { reads } from './shell/reads.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ notFoundComponent: NotFound })
const qSearch = (raw: RawSearch) => parameters({ q: textOf(raw['q'], 200) })

/** Doors: pages without the shell, for everybody. */
const door = (raw: RawSearch) => parameters({ to: raw['to'] === undefined ? undefined : ownPath(raw['to']) })
const doors = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: door,
    component: lazyRouteComponent(() => import('../pages/doors/sign-in.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    validateSearch: door,
    component: lazyRouteComponent(() => import('../pages/doors/sign-up.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: lazyRouteComponent(() => import('../pages/doors/reset.tsx'), 'ResetPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invite/$token',
    component: lazyRouteComponent(() => import('../pages/doors/invite.tsx'), 'InvitePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify',
    component: lazyRouteComponent(() => import('../pages/doors/verify.tsx'), 'VerifyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/set-up',
    component: lazyRouteComponent(() => import('../pages/doors/set-up.tsx'), 'SetUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/authorize',
    component: lazyRouteComponent(() => import('../pages/doors/authorize.tsx'), 'AuthorizePage'),
  }),
] as const

/** Addresses of older mails and of the command line. What stands behind `#` stays. */
const moved = [
  ['/login', () => '/sign-in'],
  ['/reset-password', () => '/reset'],
  ['/invitations/$token', ({ token }: Record<string, string>) => `/invite/${token}`],
  ['/executions', () => '/runs'],
  ['/executions/$id', ({ id }: Record<string, string>) => `/runs/${id}`],
] as const
const redirects = moved.map(([path, target]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ params, location: { searchStr, hash } }) => {
      const rest = `${searchStr}${hash === '' ? '' : `#${hash}`}`
      throw redirect({ href: target(params as Record<string, string>) + rest, replace: true })
    },
  }),
)

const shell = createRoute({
  getParentRoute: () => root,
  id: 'in',
  beforeLoad: async ({ location: { href } }) => {
    const session = await restoreSession()
    if (session.status !== 'in') throw redirect({ to: '/sign-in', search: href === '/' ? {} : { to: href } })
  },
  loader: () => readAhead(...Object.values(reads)),
  component: Shell,
})

const settings = createRoute({ getParentRoute: () => shell, path: '/settings', component: SettingsFrame })

const pages = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    loader: () => readAhead(...homeReads()),
    component: lazyRouteComponent(() => import('../pages/home/home.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/workflows',
    validateSearch: qSearch,
    component: lazyRouteComponent(() => import('../pages/workflows/list.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/workflows/new',
    validateSearch: writeSearch,
    component: lazyRouteComponent(() => import('../pages/workflows/write.tsx'), 'WritePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/workflows/$id/{-$tab}',
    component: lazyRouteComponent(() => import('../pages/workflows/workflow.tsx'), 'WorkflowPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/runs',
    validateSearch: runsSearch,
    component: lazyRouteComponent(() => import('../pages/runs/list.tsx'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/runs/$id',
    validateSearch: (raw: RawSearch) =>
      parameters({ step: textOf(raw['step'], 500), with: textOf(raw['with'], 100) }),
    component: lazyRouteComponent(() => import('../pages/runs/run.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/approvals',
    validateSearch: approvalsSearch,
    component: lazyRouteComponent(() => import('../pages/approvals/inbox.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/approvals/$id',
    component: lazyRouteComponent(() => import('../pages/approvals/approval.tsx'), 'ApprovalPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/chat/{-$id}',
    validateSearch: (raw: RawSearch) =>
      parameters({ q: textOf(raw['q'], 200), run: textOf(raw['run'], 100) }),
    component: lazyRouteComponent(() => import('../pages/chat/chat.tsx'), 'ChatPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/marketplace',
    validateSearch: (raw: RawSearch) =>
      parameters({ q: textOf(raw['q'], 200), category: textOf(raw['category'], 100) }),
    component: lazyRouteComponent(() => import('../pages/marketplace/list.tsx'), 'MarketplacePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/marketplace/$slug',
    component: lazyRouteComponent(() => import('../pages/marketplace/tool.tsx'), 'MarketplaceToolPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/notifications',
    validateSearch: notificationsSearch,
    component: lazyRouteComponent(() => import('../pages/notifications/list.tsx'), 'NotificationsPage'),
  }),
  // Whoever is signed in keeps the way to every page where there is none.
  createRoute({ getParentRoute: () => shell, path: '$', component: NotFound }),
] as const

const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/settings/profile', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/profile',
    component: lazyRouteComponent(() => import('../pages/settings/account/profile.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/notifications',
    component: lazyRouteComponent(
      () => import('../pages/settings/account/notifications.tsx'),
      'NotificationSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/organization',
    component: lazyRouteComponent(
      () => import('../pages/settings/people/organization.tsx'),
      'OrganizationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/members',
    component: lazyRouteComponent(() => import('../pages/settings/people/members.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/teams',
    component: lazyRouteComponent(() => import('../pages/settings/people/teams.tsx'), 'TeamsPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/api-keys',
    component: lazyRouteComponent(() => import('../pages/settings/keys/api-keys.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/credentials',
    component: lazyRouteComponent(() => import('../pages/settings/keys/credentials.tsx'), 'CredentialsPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/credentials/$id',
    component: lazyRouteComponent(() => import('../pages/settings/keys/credential.tsx'), 'CredentialPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/mcp-servers',
    component: lazyRouteComponent(() => import('../pages/settings/tools/mcp-servers.tsx'), 'McpServersPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/mcp-servers/$id',
    component: lazyRouteComponent(() => import('../pages/settings/tools/mcp-server.tsx'), 'McpServerPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/models',
    component: lazyRouteComponent(() => import('../pages/settings/tools/models.tsx'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('../pages/settings/webhooks/webhooks.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks/$id',
    validateSearch: webhookSearch,
    component: lazyRouteComponent(() => import('../pages/settings/webhooks/webhook.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/memories',
    component: lazyRouteComponent(() => import('../pages/settings/memory/memories.tsx'), 'MemoriesPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/memories/$name',
    component: lazyRouteComponent(() => import('../pages/settings/memory/memory.tsx'), 'MemoryPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/usage',
    validateSearch: usageSearch,
    component: lazyRouteComponent(() => import('../pages/settings/billing/usage.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/billing',
    validateSearch: billingSearch,
    component: lazyRouteComponent(() => import('../pages/settings/billing/billing.tsx'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('../pages/settings/audit/audit.tsx'), 'AuditPage'),
  }),
] as const

/** All primitives on one page, for those who work on them. */
const development = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/components',
        component: lazyRouteComponent(() => import('../pages/development/components.tsx'), 'ComponentsPage'),
      }),
    ]
  : []

const tree = root.addChildren([
  ...doors,
  ...redirects,
  ...development,
  shell.addChildren([...pages, settings.addChildren([...settingsPages])]),
])

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  defaultPendingComponent: () => <Skeleton className="p-6" />,
  defaultPendingMs: 150,
  // What is there is shown, also when the skeleton has only just appeared.
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})

/** Begins to load the script of the page that the address names, beside whatever else is on its way. */
export function loadPage(): void {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    void routes[routeId]?.options.component?.preload?.()
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
