// Registries that the organization reads beside the catalog of this service.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useCall } from '../../app/api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Menu } from '../../parts/menu.tsx'
import { ErrorNote } from '../../parts/notes.tsx'
import { Section } from '../../parts/page.tsx'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/marketplace.ts'

const pattern = 'GET /api/v1/marketplace/sources'
const refreshes = [pattern, 'GET /api/v1/marketplace/tools', 'GET /api/v1/marketplace/categories'] as const

export function Sources() {
  const { data: sources = [] } = useQuery(read(pattern))
  const [isAdding, setAdding] = useState(false)
  const again = useCall('POST /api/v1/marketplace/sources/:id/refresh', {
    refreshes,
    onDone: () => toast(words.readAgain),
  })
  const remove = useCall('DELETE /api/v1/marketplace/sources/:id', {
    refreshes,
    onDone: () => toast(words.removed),
  })
  return (
    <div className="mt-10">
      <Section
        title={words.sources}
        lead={words.sourcesLead}
        actions={<Button onClick={() => setAdding(true)}>{words.addSource}</Button>}
      >
        {sources.length > 0 && (
          <ul className="rounded-lg border bg-raised">
            {sources.map(({ id, name, url, toolCount, error }) => (
              <li key={id} className="flex flex-col gap-2 border-b px-4 py-3 last:border-b-0">
                <div className="flex items-center gap-3">
                  <div className="min-w-0 flex-1">
                    <div className="truncate font-medium">{name}</div>
                    <div className="truncate text-sm text-dim">
                      {url} · {words.toolCount(toolCount)}
                    </div>
                  </div>
                  <Menu
                    items={[
                      { label: words.read, onSelect: () => again.mutate({ params: { id } }) },
                      {
                        label: words.remove,
                        isDangerous: true,
                        onSelect: () => remove.mutate({ params: { id } }),
                      },
                    ]}
                  />
                </div>
                {error !== null && <ErrorNote>{error}</ErrorNote>}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {isAdding && <NewSource onClose={() => setAdding(false)} />}
    </div>
  )
}

function NewSource({ onClose }: { readonly onClose: () => void }) {
  const create = useCall('POST /api/v1/marketplace/sources', { refreshes, onDone: onClose })
  const send = ({ url = '', name, search }: Readonly<Record<string, string>>) =>
    create.mutateAsync({ body: { url, ...(name && { name }), search: search || null } })
  return (
    <Dialog isOpen onClose={onClose} title={words.addSource} description={words.sourcesLead}>
      <Form onSend={send} action={words.addSource}>
        <TextField label={words.sourceUrl} name="url" type="url" />
        <TextField label={words.sourceName} name="name" isOptional />
        <TextField label={words.sourceSearch} name="search" isOptional />
      </Form>
    </Dialog>
  )
}
