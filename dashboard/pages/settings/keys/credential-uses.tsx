// What names a credential, and the requests that carried it.
import { Link } from '@tanstack/react-router'
import type { Answer, Item } from '../../../../http/client.ts'
import { readPages } from '../../../app/api.ts'
import { Section } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { Badge } from '../../../parts/status.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/credentials.ts'

type UsedBy = Answer<'GET /api/v1/credentials/:id'>['usedBy']
type Use = Item<'GET /api/v1/credentials/:id/uses'>

export function isUnused({ toolServers, workflows, models }: UsedBy): boolean {
  return toolServers.length + workflows.length + models.length === 0
}

export function Users({ value }: { readonly value: UsedBy }) {
  if (isUnused(value)) return <p className="text-dim">{words.usedByNothing}</p>
  const groups = [
    [
      words.toolServers,
      value.toolServers.map(each => ({ ...each, path: `/settings/mcp-servers/${each.id}` })),
    ],
    [words.workflows, value.workflows.map(each => ({ ...each, path: `/workflows/${each.id}` }))],
    [words.models, value.models.map(name => ({ id: name, name, path: '/settings/models' }))],
  ] as const
  return (
    <dl className="flex flex-col gap-3">
      {groups
        .filter(([, list]) => list.length > 0)
        .map(([title, list]) => (
          <div key={title}>
            <dt className="text-xs font-medium text-dim">{title}</dt>
            {list.map(({ id, name, path }) => (
              <dd key={id}>
                <Link to={path} className="text-accent no-underline hover:underline">
                  {name}
                </Link>
              </dd>
            ))}
          </div>
        ))}
    </dl>
  )
}

const columns: readonly Column<Use>[] = [
  { name: words.when, width: '7rem', cell: ({ at }) => <Time at={at} /> },
  { name: words.host, width: 'minmax(0, 2fr)', cell: ({ host }) => <span title={host}>{host}</span> },
  {
    name: words.status,
    width: '7rem',
    cell: ({ status }) =>
      status === null ? (
        <Badge tone="bad">{words.noStatus}</Badge>
      ) : (
        <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>
      ),
  },
  {
    name: words.run,
    width: 'minmax(0, 2fr)',
    cell: ({ executionId, stepId }) =>
      executionId === null ? (
        <span className="text-faint">{words.noRun}</span>
      ) : (
        <Link
          to="/runs/$id"
          params={{ id: executionId }}
          search={stepId === null ? {} : { step: stepId }}
          className="text-accent no-underline hover:underline"
        >
          {stepId ?? executionId}
        </Link>
      ),
  },
]

export function CredentialUses({ id }: { readonly id: string }) {
  return (
    <Section title={words.log} lead={words.logLead}>
      <Rows<Use>
        options={readPages('GET /api/v1/credentials/:id/uses', { params: { id } })}
        empty={<p className="text-dim">{words.logEmpty}</p>}
      >
        {uses => <Table label={words.log} columns={columns} rows={uses} keyOf={use => use.id} />}
      </Rows>
    </Section>
  )
}
