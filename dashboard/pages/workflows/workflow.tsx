// A workflow: its name and state above, and a tab for each thing that one does with it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Answer } from '../../../http/client.ts'
import { ApiError } from '../../../http/client.ts'
import { read } from '../../app/api.ts'
import { NotFound } from '../../app/not-found.tsx'
import { Loaded, Note, Skeleton } from '../../parts/notes.tsx'
import { Page } from '../../parts/page.tsx'
import { Badge, StatusBadge } from '../../parts/status.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { words } from '../../words/workflows.ts'

export type ShownWorkflow = Answer<'GET /api/v1/workflows/:id'>

const route = getRouteApi('/in/workflows/$id/{-$tab}')

const tabs = {
  plan: lazy(async () => ({ default: (await import('./plan/plan-tab.tsx')).PlanTab })),
  runs: lazy(async () => ({ default: (await import('./tabs/runs.tsx')).RunsTab })),
  versions: lazy(async () => ({ default: (await import('./tabs/versions.tsx')).VersionsTab })),
  triggers: lazy(async () => ({ default: (await import('./tabs/triggers.tsx')).TriggersTab })),
  memory: lazy(async () => ({ default: (await import('./tabs/memory.tsx')).MemoryTab })),
  use: lazy(async () => ({ default: (await import('./tabs/use.tsx')).UseTab })),
  settings: lazy(async () => ({ default: (await import('./tabs/settings.tsx')).SettingsTab })),
} as const
type TabName = keyof typeof tabs
const names = Object.keys(tabs) as TabName[]

export function WorkflowPage() {
  const { id, tab = 'plan' } = route.useParams()
  const query = useQuery(read('GET /api/v1/workflows/:id', { params: { id } }))
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  const name = names.find(each => each === tab)
  if (isUnknown || name === undefined) return <NotFound />
  const Tab = tabs[name]
  return (
    <Loaded query={query} skeleton={<Skeleton className="p-6" />}>
      {workflow => (
        <Page
          title={workflow.name}
          lead={workflow.description}
          parent={{ to: '/workflows', label: words.title }}
          badge={
            <>
              <StatusBadge status={workflow.status} />
              <Badge>{words.version(workflow.version)}</Badge>
            </>
          }
          width={name === 'plan' ? 'full' : 'wide'}
        >
          <Tabs
            label={words.tabs.label}
            tabs={names.map(each => ({
              label: words.tabs[each],
              to: '/workflows/$id/{-$tab}' as const,
              params: { id, tab: each === 'plan' ? undefined : each },
              activeOptions: { exact: true },
            }))}
          />
          {workflow.status === 'needs_review' && name !== 'plan' && (
            <div className="mb-4">
              <Note tone="warn">{words.needsReview}</Note>
            </div>
          )}
          {workflow.status === 'ready' && !workflow.startable.ok && name !== 'triggers' && (
            <div className="mb-4">
              <Note tone="warn">
                {words.refused(workflow.startable.reasons.map(({ message }) => message).join('; '))}{' '}
                <Link to="/workflows/$id/{-$tab}" params={{ id, tab: 'triggers' }}>
                  {words.toTriggers}
                </Link>
              </Note>
            </div>
          )}
          <Suspense fallback={<Skeleton />}>
            <Tab workflow={workflow} />
          </Suspense>
        </Page>
      )}
    </Loaded>
  )
}
