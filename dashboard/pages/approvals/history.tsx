// What was decided, by whom and when; newest first.

import { Link } from '@tanstack/react-router'
import { shownLine } from '../../../domain/shown/shown.ts'
import { readPages } from '../../app/api.ts'
import { Empty } from '../../parts/notes.tsx'
import { Rows } from '../../parts/rows.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { words } from '../../words/approvals.ts'
import { statusWords } from '../../words/statuses.ts'
import type { Listed } from './facts.ts'
import { useNames } from './people.ts'

export function History({ status }: { readonly status: Listed['status'] }) {
  const nameOf = useNames()
  const { columns } = words
  const empty = (
    <Empty title={words.emptyHistory(statusWords(status).toLowerCase())}>{words.emptyHistoryHint}</Empty>
  )
  return (
    <Rows<Listed>
      options={readPages('GET /api/v1/approvals', { query: { status, limit: 50 } })}
      empty={empty}
    >
      {rows => (
        <Table
          label={words.title}
          rows={rows}
          keyOf={({ id }) => id}
          pathOf={({ id }) => `/approvals/${id}`}
          columns={[
            {
              name: columns.asked,
              width: 'minmax(0, 3fr)',
              cell: ({ id, message }) => (
                <Link to="/approvals/$id" params={{ id }} dir="auto" className="no-underline hover:underline">
                  {shownLine(message) || words.noMessage}
                </Link>
              ),
            },
            { name: columns.decision, width: '7rem', cell: one => <StatusBadge status={one.status} /> },
            {
              name: columns.by,
              cell: one => <span dir="auto">{one.decidedBy === null ? '–' : nameOf(one.decidedBy)}</span>,
            },
            {
              name: columns.note,
              width: 'minmax(0, 2fr)',
              isSecondary: true,
              cell: ({ note }) => (
                <span dir="auto" className="text-dim">
                  {note === null ? '–' : shownLine(note)}
                </span>
              ),
            },
            {
              name: columns.when,
              width: '8rem',
              align: 'end',
              cell: ({ decidedAt }) => <Time at={decidedAt} className="text-dim" />,
            },
          ]}
        />
      )}
    </Rows>
  )
}
