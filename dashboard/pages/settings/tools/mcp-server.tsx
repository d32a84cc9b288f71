// One tool server: its health, what it offers, what has changed, and what may be called.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, ApiError } from '../../../../http/client.ts'
import { read, useCall } from '../../../app/api.ts'
import { NotFound } from '../../../app/not-found.tsx'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyText } from '../../../parts/copy.tsx'
import { Confirm } from '../../../parts/dialog.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { ErrorNote, Loaded, Skeleton } from '../../../parts/notes.tsx'
import { Page, Section } from '../../../parts/page.tsx'
import { Badge, StatusBadge } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/settings/mcp-servers.ts'
import { ConnectMe, useConnect, useConnectOutcome } from './connect.tsx'
import { ServerForm } from './server-form.tsx'
import { ServerTools } from './server-tools.tsx'

type Server = Answer<'GET /api/v1/mcp-servers/:id'>

const route = getRouteApi('/in/settings/mcp-servers/$id')

export function McpServerPage() {
  const { id } = route.useParams()
  const query = useQuery(read('GET /api/v1/mcp-servers/:id', { params: { id } }))
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />
  return (
    <Loaded query={query} skeleton={<Skeleton className="p-6" />}>
      {server => <ServerView server={server} />}
    </Loaded>
  )
}

function ServerView({ server }: { readonly server: Server }) {
  const { id, name, status, enabled, error, wantsConnection, lastCheckedAt, url, tools } = server
  const isAdmin = hasRole(useUser(), 'admin')
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null)
  const refreshes = ['GET /api/v1/mcp-servers/:id', 'GET /api/v1/mcp-servers', 'GET /api/v1/tools'] as const
  const check = useCall('POST /api/v1/mcp-servers/:id/refresh', {
    refreshes,
    onDone: () => toast(words.checked_),
  })
  const update = useCall('PUT /api/v1/mcp-servers/:id', { refreshes })
  const params = { id }
  const connect = useConnect(id)
  useConnectOutcome()
  const actions = isAdmin ? (
    <>
      {wantsConnection && (
        <Button look="primary" isBusy={connect.isBusy} onClick={connect.all}>
          {words.connect}
        </Button>
      )}
      <Button isBusy={check.isPending} onClick={() => check.mutate({ params })}>
        {words.check}
      </Button>
      <Menu
        items={[
          ...(wantsConnection ? [] : [{ label: words.connect, onSelect: connect.all }]),
          { label: words.connectMe, onSelect: connect.me },
          { label: words.edit, onSelect: () => setOpened('edit') },
          {
            label: enabled ? words.turnOff : words.turnOn,
            onSelect: () => update.mutate({ params, body: { enabled: !enabled } }),
          },
          null,
          { label: words.remove, isDangerous: true, onSelect: () => setOpened('remove') },
        ]}
      />
    </>
  ) : (
    <ConnectMe id={id} />
  )
  return (
    <Page
      title={name}
      parent={{ to: '/settings/mcp-servers', label: words.title }}
      badge={
        <>
          <StatusBadge status={status} />
          {!enabled && <Badge>{words.off}</Badge>}
        </>
      }
      lead={
        <span className="flex flex-wrap items-center gap-x-3">
          <CopyText text={url} />
          <span className="text-sm">
            {words.checked} <Time at={lastCheckedAt} />
          </span>
        </span>
      }
      actions={actions}
    >
      {error !== null && (
        <div className="mb-5">
          <ErrorNote>{error}</ErrorNote>
        </div>
      )}
      <Section title={words.tools}>
        {tools.length === 0 ? <p className="text-dim">{words.noTools}</p> : <ServerTools server={server} />}
      </Section>
      {opened === 'edit' && <ServerForm server={server} onClose={() => setOpened(null)} />}
      {opened === 'remove' && <Removal server={server} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function Removal({ server: { id, name, tools }, onClose }: { server: Server; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useCall('DELETE /api/v1/mcp-servers/:id', {
    refreshes: ['GET /api/v1/mcp-servers', 'GET /api/v1/tools', 'GET /api/v1/marketplace/tools'],
  })
  const users = new Set(tools.flatMap(({ drift }) => drift?.usedBy.map(use => use.workflowName) ?? []))
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.removeTitle(name)}
      action={words.remove}
      typed={name}
      onConfirm={async () => {
        const { broke } = await remove.mutateAsync({ params: { id }, query: { force: true } as never })
        await navigate({ to: '/settings/mcp-servers' })
        const names = broke.map(use => use.workflowName).join(', ')
        toast(names === '' ? words.removed : words.broke(names))
      }}
    >
      <p>{words.removeLead}</p>
      {users.size > 0 && <p>{words.usedBy([...users].join(', '))}</p>}
    </Confirm>
  )
}
