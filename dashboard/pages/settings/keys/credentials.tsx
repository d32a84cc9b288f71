// Credentials: the list, and a new one.
import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { readPages } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { Badge } from '../../../parts/status.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/credentials.ts'
import { RowLink } from '../shared/row-link.tsx'
import { hostText } from './hosts-field.tsx'
import type { Credential } from './secret-fields.tsx'
import { StoreCredential } from './store-credential.tsx'

const pathOf = ({ id }: Credential) => `/settings/credentials/${id}`

const columns: readonly Column<Credential>[] = [
  {
    name: words.name,
    width: 'minmax(0, 3fr)',
    cell: credential => <RowLink path={pathOf(credential)}>{credential.name}</RowLink>,
  },
  { name: words.kind, width: '11rem', cell: ({ kind }) => <Badge>{words.kinds[kind]}</Badge> },
  {
    name: words.hosts,
    width: 'minmax(0, 3fr)',
    cell: ({ allowedHosts, warning }) => (
      <span title={allowedHosts.join(', ')} className={warning === null ? '' : 'text-warn'}>
        {warning !== null && <TriangleAlert aria-hidden="true" className="me-1 inline size-3.5" />}
        {hostText(allowedHosts)}
      </span>
    ),
  },
  {
    name: words.lastUsed,
    width: '6.5rem',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="text-faint">{words.never}</span> : <Time at={lastUsedAt} />,
  },
]

export function CredentialsPage() {
  const canStore = hasRole(useUser(), 'admin')
  const [isStoring, setStoring] = useState(false)
  const store = canStore && (
    <Button look="primary" icon={<Plus className="size-4" />} onClick={() => setStoring(true)}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={store}>
      <Rows<Credential>
        options={readPages('GET /api/v1/credentials')}
        empty={
          <Empty title={words.emptyTitle} action={store}>
            {canStore ? words.empty : words.emptyMember}
          </Empty>
        }
      >
        {rows => (
          <Table label={words.title} columns={columns} rows={rows} keyOf={({ id }) => id} pathOf={pathOf} />
        )}
      </Rows>
      {isStoring && <StoreCredential onClose={() => setStoring(false)} />}
    </Page>
  )
}
