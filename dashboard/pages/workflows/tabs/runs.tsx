// The runs of one workflow, newest first.
import type { Answer } from '../../../../http/client.ts'
import { readPages } from '../../../app/api.ts'
import { ButtonLink } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { StatusBadge } from '../../../parts/status.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Duration, numberText, Time } from '../../../parts/time.tsx'
import { words as runs } from '../../../words/runs/list.ts'
import { words } from '../../../words/workflows.ts'
import { shownStatus } from '../../runs/ended.ts'
import type { ShownWorkflow } from '../workflow.tsx'

type Row = Answer<'GET /api/v1/executions/search'>[number]

const columns: readonly Column<Row>[] = [
  {
    name: words.runs.status,
    width: 'minmax(150px, 1fr)',
    cell: run => <StatusBadge status={shownStatus(run)} />,
  },
  { name: words.runs.started, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: words.runs.duration, cell: ({ durationMs }) => <Duration ms={durationMs} /> },
  { name: words.runs.by, cell: ({ trigger }) => runs.startedBy(trigger) },
  { name: words.runs.version, width: '80px', align: 'end', cell: row => row.workflowVersion },
  { name: words.runs.cost, width: '80px', align: 'end', isSecondary: true, cell: row => numberText(row.cu) },
]

export function RunsTab({ workflow: { id, name } }: { readonly workflow: ShownWorkflow }) {
  return (
    <Rows<Row>
      options={readPages('GET /api/v1/executions/search', { query: { workflowId: id, limit: 50 } })}
      empty={<Empty title={words.runs.empty}>{words.runs.emptyLead}</Empty>}
    >
      {rows => (
        <>
          <Table
            label={name}
            columns={columns}
            rows={rows}
            keyOf={row => row.id}
            pathOf={row => `/runs/${row.id}`}
          />
          <div className="mt-3">
            <ButtonLink to="/runs" search={{ workflowId: id }} look="quiet">
              {words.runs.all}
            </ButtonLink>
          </div>
        </>
      )}
    </Rows>
  )
}
