// Every workflow with its health: how it ran lately, how often it succeeds, when it runs next.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Answer } from '../../../http/client.ts'
import { readPages } from '../../app/api.ts'
import { hasRole, useUser } from '../../app/session.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Input } from '../../parts/field.tsx'
import { Empty } from '../../parts/notes.tsx'
import { Page } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Duration, Time } from '../../parts/time.tsx'
import { words } from '../../words/workflows.ts'
import { Health } from './health.tsx'

type Row = Answer<'GET /api/v1/workflows'>[number]

const route = getRouteApi('/in/workflows')

const columns: readonly Column<Row>[] = [
  {
    name: words.name,
    width: 'minmax(0, 2.4fr)',
    cell: ({ name, status, startable }) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{name}</span>
        {status === 'needs_review' && <StatusBadge status={status} />}
        {status === 'ready' && !startable.ok && (
          <span title={startable.reasons.map(({ message }) => message).join('\n')}>
            <StatusBadge status="degraded" label={words.startsNothing} />
          </span>
        )}
      </span>
    ),
  },
  { name: words.health, width: '160px', cell: ({ stats }) => <Health latest={stats?.latest ?? []} /> },
  {
    name: words.success,
    width: '72px',
    align: 'end',
    cell: ({ stats }) => (stats?.successRate == null ? '–' : `${Math.floor(stats.successRate * 100)} %`),
  },
  {
    name: words.p95,
    width: '84px',
    align: 'end',
    isSecondary: true,
    cell: ({ stats }) => <Duration ms={stats?.p95DurationMs} />,
  },
  {
    name: words.last,
    width: '100px',
    align: 'end',
    cell: ({ stats }) => <Time at={stats?.lastExecutionAt} />,
  },
  {
    name: words.next,
    width: '100px',
    align: 'end',
    isSecondary: true,
    cell: row => <Time at={row.schedule?.next[0]} />,
  },
]

export function WorkflowsPage() {
  const { q = '' } = route.useSearch()
  const user = useUser()
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const wanted = useDeferredValue(text.trim())
  useEffect(() => {
    if (wanted !== q) void navigate({ to: '/workflows', search: wanted ? { q: wanted } : {}, replace: true })
  }, [wanted, q, navigate])
  const mayWrite = hasRole(user, 'member')
  const write = mayWrite && (
    <ButtonLink to="/workflows/new" look="primary" icon={<Plus className="size-4" />}>
      {words.write}
    </ButtonLink>
  )
  const query = { include: 'stats', limit: 50, ...(q !== '' && { q }) } as const
  return (
    <Page title={words.title} lead={words.lead} actions={write}>
      <div className="mb-4 max-w-sm">
        <Input
          type="search"
          data-search
          aria-label={words.search}
          placeholder={words.search}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </div>
      <Rows<Row>
        options={readPages('GET /api/v1/workflows', { query })}
        empty={
          q === '' ? (
            <Empty title={words.empty} action={write}>
              {words.emptyLead}
            </Empty>
          ) : (
            <Empty title={words.noneFound(q)} />
          )
        }
      >
        {rows => (
          <Table
            label={words.title}
            columns={columns}
            rows={rows}
            keyOf={row => row.id}
            pathOf={row => `/workflows/${row.id}`}
          />
        )}
      </Rows>
    </Page>
  )
}
