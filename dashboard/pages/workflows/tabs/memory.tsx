// What a workflow keeps between runs, and the shared memories that its plan uses.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shownLine } from '../../../../domain/shown/shown.ts'
import { useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/dialog.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/memory.ts'
import { Entries } from '../../settings/memory/entries.tsx'
import type { Entry } from '../../settings/memory/entry-table.tsx'
import type { ShownWorkflow } from '../workflow.tsx'
import { sharedMemoriesOf } from './used-memories.ts'

const refreshes = ['GET /api/v1/workflows/:id/memory'] as const

export function MemoryTab({ workflow }: { readonly workflow: ShownWorkflow }) {
  const { id } = workflow
  const mayWrite = hasRole(useUser(), 'member')
  const [asks, setAsks] = useState<'clear' | { readonly remove: Entry } | null>(null)
  const close = () => setAsks(null)
  return (
    <>
      <p className="mb-4 text-dim">{words.lead}</p>
      <SharedOnes names={sharedMemoriesOf(workflow.plan)} />
      <Entries
        of={{ workflow: id }}
        empty={<Empty title={words.empty}>{words.emptyLead}</Empty>}
        actions={mayWrite && <Button onClick={() => setAsks('clear')}>{words.clear}</Button>}
        onRemove={mayWrite ? entry => setAsks({ remove: entry }) : undefined}
      />
      {asks === 'clear' && <Clearing workflow={workflow} onClose={close} />}
      {asks !== null && typeof asks === 'object' && <Removal id={id} entry={asks.remove} onClose={close} />}
    </>
  )
}

function SharedOnes({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className="mb-4 flex flex-wrap gap-x-3 gap-y-1">
      {words.shared}
      {names.map(name => (
        <Link key={name} to="/settings/memories/$name" params={{ name }} className="wrap-anywhere">
          {shownLine(name)}
        </Link>
      ))}
    </p>
  )
}

interface RemovalProps {
  readonly id: string
  readonly entry: Entry
  readonly onClose: () => void
}

function Removal({ id, entry: { key, kind }, onClose }: RemovalProps) {
  const remove = useCall('DELETE /api/v1/workflows/:id/memory/:key', {
    refreshes,
    onDone: () => toast(words.removed),
  })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.removeTitle}
      action={words.remove}
      onConfirm={() => remove.mutateAsync({ params: { id, key } })}
    >
      <p>
        <code className="font-mono text-xs wrap-anywhere">
          <bdi>{shownLine(key)}</bdi>
        </code>
      </p>
      <p>{kind === 'item' ? words.removeItem : words.removeValue}</p>
    </Confirm>
  )
}

interface ClearingProps {
  readonly workflow: ShownWorkflow
  readonly onClose: () => void
}

function Clearing({ workflow: { id, name }, onClose }: ClearingProps) {
  const clear = useCall('DELETE /api/v1/workflows/:id/memory', {
    refreshes,
    onDone: ({ removed }) => toast(words.cleared(removed)),
  })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.clearTitle(name)}
      action={words.clear}
      typed={name}
      onConfirm={() => clear.mutateAsync({ params: { id } })}
    >
      <p>{words.clearLead}</p>
    </Confirm>
  )
}
