// Webhooks: the list with how each is, and a new one, whose secret is shown once.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { readPages } from '../../../app/api.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/webhooks.ts'
import { ForAdmins } from '../shared/admins.tsx'
import { RowLink } from '../shared/row-link.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { eventsText, Health, type Webhook } from './health.tsx'
import { ShownSecret } from './shown-secret.tsx'

const pathOf = ({ id }: Webhook) => `/settings/webhooks/${id}`

const columns: readonly Column<Webhook>[] = [
  {
    name: words.url,
    width: 'minmax(0, 3fr)',
    cell: webhook => (
      <>
        <RowLink path={pathOf(webhook)}>{webhook.url}</RowLink>
        {webhook.description && (
          <div className="truncate text-xs font-normal text-dim" title={webhook.description}>
            {webhook.description}
          </div>
        )}
      </>
    ),
  },
  {
    name: words.events,
    width: 'minmax(0, 2fr)',
    cell: ({ events }) => <span title={eventsText(events)}>{eventsText(events)}</span>,
  },
  { name: words.health, width: '6.5rem', cell: webhook => <Health value={webhook} /> },
  {
    name: words.created,
    width: '6.5rem',
    cell: ({ createdAt }) => <Time at={createdAt} />,
    isSecondary: true,
  },
]

export function WebhooksPage() {
  return (
    <ForAdmins title={words.title}>
      <Webhooks />
    </ForAdmins>
  )
}

function Webhooks() {
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const add = (
    <Button look="primary" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      {secret !== null && <ShownSecret secret={secret} onDone={() => setSecret(null)} />}
      <Rows<Webhook>
        options={readPages('GET /api/v1/webhooks')}
        empty={
          <Empty title={words.emptyTitle} action={add}>
            {words.empty}
          </Empty>
        }
      >
        {rows => (
          <Table label={words.title} columns={columns} rows={rows} keyOf={({ id }) => id} pathOf={pathOf} />
        )}
      </Rows>
      {isAdding && <AddWebhook onClose={() => setAdding(false)} onAdded={setSecret} />}
    </Page>
  )
}
