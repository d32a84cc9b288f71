// The version that is tried beside the active one, and how both fare.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../../http/client.ts'
import { read } from '../../../app/api.ts'
import { Note } from '../../../parts/notes.tsx'
import { Table } from '../../../parts/table.tsx'
import { durationText } from '../../../parts/time.tsx'
import { words } from '../../../words/workflow/versions.ts'

type Canary = Answer<'GET /api/v1/workflows/:id/canary'>

export function Trial({ workflowId }: { readonly workflowId: string }) {
  const { data } = useQuery(read('GET /api/v1/workflows/:id/canary', { params: { id: workflowId } }))
  if (data === undefined || data.canary === null || data.active === null || data.percent === null) return null
  const rows = [data.active, data.canary] as readonly NonNullable<Canary['canary']>[]
  return (
    <section aria-label={words.trial} className="mb-5 flex flex-col gap-2">
      <Note>{words.trialOf(data.canary.version, data.percent)}</Note>
      <Table
        label={words.trial}
        rows={rows}
        keyOf={row => String(row.version)}
        columns={[
          { name: words.trial, cell: row => words.version(row.version) },
          { name: words.figures.runs, align: 'end', cell: row => row.executions },
          {
            name: words.figures.success,
            align: 'end',
            cell: row => (row.successRate === null ? '–' : `${Math.floor(row.successRate * 100)} %`),
          },
          {
            name: words.figures.duration,
            align: 'end',
            cell: row => (row.avgDurationMs === null ? '–' : durationText(row.avgDurationMs)),
          },
        ]}
      />
    </section>
  )
}
