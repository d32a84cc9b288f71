// One entry of the marketplace: what it does and needs; installing, changing, updating, uninstalling it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, ApiError } from '../../../http/client.ts'
import { read, useCall } from '../../app/api.ts'
import { NotFound } from '../../app/not-found.tsx'
import { hasRole, useUser } from '../../app/session.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Loaded, Note, Skeleton } from '../../parts/notes.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Badge } from '../../parts/status.tsx'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/marketplace.ts'
import { InstallForm } from './install-form.tsx'
import { refreshes } from './patterns.ts'
import { Update } from './update.tsx'

type Entry = Answer<'GET /api/v1/marketplace/tools/:id'>

const route = getRouteApi('/in/marketplace/$slug')

export function MarketplaceToolPage() {
  const { slug: id } = route.useParams()
  const query = useQuery(read('GET /api/v1/marketplace/tools/:id', { params: { id } }))
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />
  return (
    <Loaded query={query} skeleton={<Skeleton className="p-6" />}>
      {entry => <EntryView entry={entry} />}
    </Loaded>
  )
}

function EntryView({ entry }: { readonly entry: Entry }) {
  const [opened, setOpened] = useState<'install' | 'uninstall' | 'update' | null>(null)
  const isAdmin = hasRole(useUser(), 'admin')
  const { name, installation, obstacle, updateAvailable, tools, requires } = entry
  const actions =
    isAdmin &&
    obstacle === null &&
    (installation === null ? (
      <Button look="primary" onClick={() => setOpened('install')}>
        {words.install}
      </Button>
    ) : (
      <>
        {updateAvailable && (
          <Button look="primary" onClick={() => setOpened('update')}>
            {words.updateTo(entry.version)}
          </Button>
        )}
        <Button onClick={() => setOpened('install')}>{words.change}</Button>
        <Button look="danger" onClick={() => setOpened('uninstall')}>
          {words.uninstall}
        </Button>
      </>
    ))
  return (
    <Page
      title={name}
      parent={{ to: '/marketplace', label: words.title }}
      lead={entry.description}
      badge={installation !== null && <Badge tone="good">{words.installed}</Badge>}
      actions={actions}
      width="narrow"
    >
      <p className="mb-4 text-sm text-dim">{words.by(entry.publisher, entry.version)}</p>
      <div className="mb-6 flex flex-col gap-2">
        {obstacle !== null && <Note tone="warn">{obstacle}</Note>}
        {requires.length > 0 && installation === null && <Note>{words.needs(requires.join(', '))}</Note>}
        {installation !== null && (
          <div>
            <ButtonLink to="/settings/mcp-servers/$id" params={{ id: installation.serverId }}>
              {words.open}
            </ButtonLink>
          </div>
        )}
      </div>
      <Section title={words.tools}>
        {tools.length === 0 ? (
          <p className="text-dim">{words.unknownTools}</p>
        ) : (
          <ul className="rounded-lg border bg-raised">
            {tools.map(tool => (
              <li key={tool.name} className="border-b px-4 py-2.5 last:border-b-0">
                <code className="font-mono text-xs font-semibold">{tool.name}</code>
                <p className="text-sm text-dim">{tool.description}</p>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {opened === 'install' && <InstallForm entry={entry} onClose={() => setOpened(null)} />}
      {opened === 'update' && <Update entry={entry} onClose={() => setOpened(null)} />}
      {opened === 'uninstall' && <Removal entry={entry} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function Removal({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const remove = useCall('DELETE /api/v1/marketplace/tools/:id/install', { refreshes })
  const users = entry.installation?.usedBy.filter(use => use.active).map(use => use.workflowName) ?? []
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.uninstallTitle(entry.name)}
      action={words.uninstall}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: entry.id }, query: { force: true } as never })
        toast(words.uninstalled(entry.name))
      }}
    >
      <p>{words.uninstallLead}</p>
      {users.length > 0 && <Note tone="warn">{words.usedBy(users.join(', '))}</Note>}
    </Confirm>
  )
}
