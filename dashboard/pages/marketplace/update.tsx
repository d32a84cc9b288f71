// What an update changes, before it is made.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../http/client.ts'
import { read, useCall } from '../../app/api.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/notes.tsx'
import { Badge } from '../../parts/status.tsx'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/marketplace.ts'
import { PackageNote, usePackage } from './package.tsx'
import { refreshes } from './patterns.ts'

interface UpdateProps {
  readonly entry: Answer<'GET /api/v1/marketplace/tools/:id'>
  readonly onClose: () => void
}

export function Update({ entry, onClose }: UpdateProps) {
  const { id, version } = entry
  const program = usePackage(entry)
  const query = useQuery(read('GET /api/v1/marketplace/tools/:id/update', { params: { id } }))
  const update = useCall('POST /api/v1/marketplace/tools/:id/update', { refreshes })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      look="primary"
      title={words.updateTo(version)}
      action={words.updateTo(version)}
      onConfirm={async () => {
        await update.mutateAsync({ params: { id }, body: { ...program.data } })
        toast(words.updated(version))
      }}
    >
      {entry.package !== null && <PackageNote query={program} />}
      <p>{words.updateLead}</p>
      <Loaded query={query}>{changes => <Changes changes={changes} />}</Loaded>
    </Confirm>
  )
}

type ToolUpdate = Answer<'GET /api/v1/marketplace/tools/:id/update'>

function Changes({ changes: { added, removed, changed } }: { readonly changes: ToolUpdate }) {
  if (added.length + removed.length + changed.length === 0)
    return <p className="text-dim">{words.noChanges}</p>
  return (
    <ul className="flex flex-col gap-1 font-mono text-xs">
      {added.map(name => (
        <li key={name}>+ {name}</li>
      ))}
      {removed.map(name => (
        <li key={name}>− {name}</li>
      ))}
      {changed.map(({ name, breaking, changes }) => (
        <li key={name}>
          ~ {name}: {changes.map(({ path }) => path || '/').join(', ')}{' '}
          {breaking && <Badge tone="bad">{words.breaking}</Badge>}
        </li>
      ))}
    </ul>
  )
}
