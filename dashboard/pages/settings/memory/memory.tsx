// A memory that workflows share: who may, how full it is, what it holds; and its end.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { read, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm, Dialog } from '../../../parts/dialog.tsx'
import { Form } from '../../../parts/form.tsx'
import { Empty, Loaded } from '../../../parts/notes.tsx'
import { Page, Section } from '../../../parts/page.tsx'
import { numberText } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { sharedWords as words } from '../../../words/memory.ts'
import { useWorkflowNames } from '../shared/names.ts'
import { AllowedFields, allowedOf } from './allowed-fields.tsx'
import { Entries } from './entries.tsx'
import type { SharedMemory } from './memories.tsx'

const route = getRouteApi('/in/settings/memories/$name')
const parent = { to: '/settings/memories', label: words.title } as const
const refreshes = ['GET /api/v1/memory', 'GET /api/v1/memory/:name'] as const

export function MemoryPage() {
  const { name } = route.useParams()
  const query = useQuery(read('GET /api/v1/memory/:name', { params: { name } }))
  if (query.data !== undefined) return <Detail key={name} value={query.data} />
  return (
    <Page title={words.title} parent={parent}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}

function Detail({ value }: { readonly value: SharedMemory }) {
  const { name, readers, writers, keys, bytes } = value
  const isAdmin = hasRole(useUser(), 'admin')
  const [act, setAct] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAct(null)
  const actions = isAdmin && (
    <>
      <Button onClick={() => setAct('edit')}>{words.edit}</Button>
      <Button look="danger" onClick={() => setAct('delete')}>
        {common.delete}
      </Button>
    </>
  )
  return (
    <Page
      title={name}
      parent={parent}
      lead={words.full(numberText(keys), numberText(bytes))}
      actions={actions}
    >
      <Section title={words.readers}>
        <Names of={readers} />
      </Section>
      <Section title={words.writers}>
        <Names of={writers} />
      </Section>
      <Section title={words.held}>
        <Entries of={{ memory: name }} empty={<Empty title={words.empty}>{words.emptyLead}</Empty>} />
      </Section>
      {act === 'edit' && <Editing value={value} onClose={close} />}
      {act === 'delete' && <Deletion name={name} onClose={close} />}
    </Page>
  )
}

function Names({ of }: { readonly of: SharedMemory['readers'] }) {
  const nameOf = useWorkflowNames()
  if (of === 'all' || of.length === 0) return <p className="text-dim">{words.allowed(of)}</p>
  return (
    <ul className="flex flex-col gap-1">
      {of.map(id => (
        <li key={id} className="wrap-anywhere">
          {nameOf(id) ?? id}
        </li>
      ))}
    </ul>
  )
}

function Editing({ value, onClose }: { readonly value: SharedMemory; readonly onClose: () => void }) {
  const { name, readers, writers } = value
  const change = useCall('PUT /api/v1/memory/:name', {
    refreshes,
    onDone: () => {
      toast(words.saved)
      onClose()
    },
  })
  return (
    <Dialog isOpen isWide onClose={onClose} title={words.edit}>
      <Form
        action={common.save}
        onSend={(_, form) => change.mutateAsync({ params: { name }, body: allowedOf(form) })}
      >
        <AllowedFields readers={readers} writers={writers} />
      </Form>
    </Dialog>
  )
}

function Deletion({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useCall('DELETE /api/v1/memory/:name', { refreshes: ['GET /api/v1/memory'] })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.deleteTitle(name)}
      action={common.delete}
      typed={name}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { name } })
        await navigate({ to: '/settings/memories' })
        toast(words.deleted(name))
      }}
    >
      <p>{words.deleteLead}</p>
    </Confirm>
  )
}
