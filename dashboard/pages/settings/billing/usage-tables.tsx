// Where the use of a time went: by workflow, by tool, by key, the largest first.
import { Link } from '@tanstack/react-router'
import type { Item } from '../../../../http/client.ts'
import { readPages } from '../../../app/api.ts'
import { Section } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { numberText } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/usage.ts'
import { type NameOf, useKeyNames, useWorkflowNames } from '../shared/names.ts'
import { type DayRange, dimensions } from './range.ts'

type Dimension = (typeof dimensions)[number]
type UsageRow = Item<'GET /api/v1/usage'>

const figures: readonly Column<UsageRow>[] = [
  { name: words.runs, width: '6rem', align: 'end', cell: ({ executions }) => numberText(executions) },
  { name: words.cu, width: '8rem', align: 'end', cell: ({ cu }) => numberText(cu) },
  { name: words.tokens, width: '8rem', align: 'end', cell: ({ modelTokens }) => numberText(modelTokens) },
]

export function UsageTables({ range, by }: { readonly range: DayRange; readonly by: Dimension }) {
  const workflowName = useWorkflowNames()
  const keyName = useKeyNames()
  const columns: readonly Column<UsageRow>[] = [
    {
      name: words.columns[by],
      width: 'minmax(0, 3fr)',
      cell: row => <About row={row} by={by} workflowName={workflowName} keyName={keyName} />,
    },
    ...figures,
  ]
  return (
    <Section title={words.where}>
      <Tabs
        label={words.where}
        tabs={dimensions.map(each => ({
          label: words.by[each],
          from: '/settings/usage' as const,
          to: '.' as const,
          search: (before: object) => ({ ...before, by: each }),
          replace: true,
          resetScroll: false,
          'data-status': each === by ? 'active' : undefined,
          activeProps: {},
        }))}
      />
      <Rows<UsageRow>
        options={readPages('GET /api/v1/usage', { query: { by, ...range } })}
        empty={<p className="text-dim">{words.noRows}</p>}
      >
        {rows => <Table label={words.by[by]} columns={columns} rows={rows} keyOf={idOf} />}
      </Rows>
    </Section>
  )
}

function idOf({ workflowId, tool, keyId }: UsageRow): string {
  return workflowId ?? tool ?? keyId ?? ''
}

interface AboutProps {
  readonly row: UsageRow
  readonly by: Dimension
  readonly workflowName: NameOf
  readonly keyName: NameOf
}

function About({ row: { workflowId, tool, keyId }, by, workflowName, keyName }: AboutProps) {
  if (by === 'tool') return <code className="font-mono text-xs">{tool}</code>
  if (by === 'key') return keyId == null ? words.noKey : (keyName(keyId) ?? keyId)
  if (workflowId == null) return words.planners
  const name = workflowName(workflowId) ?? workflowId
  return (
    <Link
      to="/workflows/$id/{-$tab}"
      params={{ id: workflowId }}
      title={name}
      className="no-underline hover:underline"
    >
      {name}
    </Link>
  )
}
