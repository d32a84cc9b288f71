// Which workflows read and change a shared memory: all of them, or some by name.
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { Check, FieldErrors } from '../../../parts/field.tsx'
import { sharedWords as words } from '../../../words/memory.ts'
import { workflowNames } from '../shared/names.ts'
import type { SharedMemory } from './memories.tsx'

type Allowed = SharedMemory['readers']
type Kind = 'readers' | 'writers'

export function AllowedFields({ readers, writers }: Pick<SharedMemory, Kind>) {
  return (
    <>
      <AllowedField kind="readers" value={readers} />
      <AllowedField kind="writers" value={writers} />
    </>
  )
}

function AllowedField({ kind, value }: { readonly kind: Kind; readonly value: Allowed }) {
  const [isAll, setAll] = useState(value === 'all')
  const error = use(FieldErrors)[kind]
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{words[kind]}</legend>
      {kind === 'writers' && <p className="text-xs text-dim">{words.writersHint}</p>}
      <Check
        name={kind}
        value="all"
        label={words.all[kind]}
        checked={isAll}
        onChange={event => setAll(event.target.checked)}
      />
      {!isAll && <Workflows kind={kind} chosen={value === 'all' ? [] : value} />}
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Workflows({ kind, chosen }: { readonly kind: Kind; readonly chosen: readonly string[] }) {
  const { data } = useQuery(workflowNames)
  // Whoever saves before the names are there changes nothing.
  if (data === undefined) return chosen.map(id => <input key={id} type="hidden" name={kind} value={id} />)
  if (data.length === 0) return <p className="text-sm text-dim">{words.noWorkflow}</p>
  return (
    <div className="grid max-h-60 gap-x-4 gap-y-2 overflow-y-auto sm:grid-cols-2">
      {data.map(({ id, name }) => (
        <Check
          key={id}
          name={kind}
          value={id}
          label={<span className="wrap-anywhere">{name}</span>}
          defaultChecked={chosen.includes(id)}
        />
      ))}
    </div>
  )
}

/** Workflows that are gone are left out. */
export function allowedOf(form: FormData): Pick<SharedMemory, Kind> {
  const chosen = (kind: Kind): Allowed => {
    const ids = form.getAll(kind) as string[]
    return ids.includes('all') ? 'all' : ids
  }
  return { readers: chosen('readers'), writers: chosen('writers') }
}
