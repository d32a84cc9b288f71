// Memories that workflows share: the list, and a new one.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../../http/client.ts'
import { readPages, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { numberText, Time } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { sharedWords as words } from '../../../words/memory.ts'
import { RowLink } from '../shared/row-link.tsx'
import { AllowedFields, allowedOf } from './allowed-fields.tsx'

export type SharedMemory = Item<'GET /api/v1/memory'>

const pathOf = ({ name }: SharedMemory) => `/settings/memories/${name}`

const columns: readonly Column<SharedMemory>[] = [
  {
    name: words.name,
    width: 'minmax(0, 2fr)',
    cell: memory => <RowLink path={pathOf(memory)}>{memory.name}</RowLink>,
  },
  { name: words.readers, cell: ({ readers }) => words.allowed(readers) },
  { name: words.writers, cell: ({ writers }) => words.allowed(writers) },
  { name: words.keys, width: '6rem', align: 'end', cell: ({ keys }) => numberText(keys) },
  { name: words.made, width: '6.5rem', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
]

export function MemoriesPage() {
  const isAdmin = hasRole(useUser(), 'admin')
  const [isMaking, setMaking] = useState(false)
  const make = isAdmin && (
    <Button look="primary" icon={<Plus className="size-4" />} onClick={() => setMaking(true)}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={make}>
      <Rows<SharedMemory>
        options={readPages('GET /api/v1/memory')}
        empty={
          <Empty title={words.none} action={make}>
            {words.noneLead} {!isAdmin && words.noneMember}
          </Empty>
        }
      >
        {rows => (
          <Table
            label={words.title}
            columns={columns}
            rows={rows}
            keyOf={({ name }) => name}
            pathOf={pathOf}
          />
        )}
      </Rows>
      {isMaking && <Making onClose={() => setMaking(false)} />}
    </Page>
  )
}

function Making({ onClose }: { readonly onClose: () => void }) {
  const create = useCall('POST /api/v1/memory', {
    refreshes: ['GET /api/v1/memory'],
    onDone: ({ name }) => {
      toast(words.created(name))
      onClose()
    },
  })
  return (
    <Dialog isOpen isWide onClose={onClose} title={words.create}>
      <Form
        action={words.create}
        onSend={({ name = '' }, form) =>
          create.mutateAsync({ body: { name: name.trim(), ...allowedOf(form) } })
        }
      >
        <TextField
          label={words.name}
          name="name"
          hint={words.nameHint}
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
        <AllowedFields readers="all" writers="all" />
      </Form>
    </Dialog>
  )
}
