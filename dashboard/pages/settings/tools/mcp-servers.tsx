// The tool servers of the organization, and registering one.

import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { readPages, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { Badge, StatusBadge } from '../../../parts/status.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/mcp-servers.ts'
import { CredentialChoice } from './credential-choice.tsx'

type Row = Answer<'GET /api/v1/mcp-servers'>[number]

const columns: readonly Column<Row>[] = [
  {
    name: words.name,
    width: 'minmax(0, 1.5fr)',
    cell: ({ name, enabled }) => (
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{name}</span>
        {!enabled && <Badge>{words.off}</Badge>}
      </span>
    ),
  },
  { name: words.status, width: '120px', cell: ({ status }) => <StatusBadge status={status} /> },
  { name: words.tools, width: '64px', align: 'end', cell: ({ toolCount }) => toolCount },
  { name: words.url, isSecondary: true, cell: row => <code className="font-mono text-xs">{row.url}</code> },
  { name: words.checked, width: '110px', cell: ({ lastCheckedAt }) => <Time at={lastCheckedAt} /> },
]

export function McpServersPage() {
  const [isAdding, setAdding] = useState(false)
  const isAdmin = hasRole(useUser(), 'admin')
  const add = isAdmin && (
    <Button look="primary" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  const browse = <ButtonLink to="/marketplace">{words.browse}</ButtonLink>
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {browse}
          {add}
        </>
      }
    >
      <Rows<Row>
        options={readPages('GET /api/v1/mcp-servers')}
        empty={
          <Empty title={words.empty} action={browse}>
            {words.emptyLead}
          </Empty>
        }
      >
        {rows => (
          <Table
            label={words.title}
            columns={columns}
            rows={rows}
            keyOf={row => row.id}
            pathOf={row => `/settings/mcp-servers/${row.id}`}
          />
        )}
      </Rows>
      {isAdding && <Registration onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Registration({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const register = useCall('POST /api/v1/mcp-servers', {
    refreshes: ['GET /api/v1/mcp-servers'],
    onDone: ({ id }) => void navigate({ to: '/settings/mcp-servers/$id', params: { id } }),
  })
  const send = ({ name = '', url = '', credentialId }: Readonly<Record<string, string>>) =>
    register.mutateAsync({ body: { name, url, credentialId: credentialId || null } })
  return (
    <Dialog isOpen onClose={onClose} title={words.add} description={words.addLead}>
      <Form onSend={send} action={words.add}>
        <TextField label={words.name} name="name" maxLength={100} />
        <TextField label={words.url} hint={words.urlHint} name="url" type="url" />
        <CredentialChoice />
      </Form>
    </Dialog>
  )
}
