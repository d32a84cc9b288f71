// Keys of a memory as a table. Keys and values are what others wrote: all that hides in them is marked.
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { shownJson, shownLine } from '../../../../domain/shown/shown.ts'
import type { Item } from '../../../../http/client.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { ShownValue } from '../../../parts/shown/shown-value.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/memory.ts'

export type Entry = Item<'GET /api/v1/workflows/:id/memory'>

/** More of a value than a row has a place for. */
const rowLength = 200

interface EntryTableProps {
  readonly entries: readonly Entry[]
  readonly onRemove: ((entry: Entry) => void) | undefined
}

export function EntryTable({ entries, onRemove }: EntryTableProps) {
  const [opened, setOpened] = useState<Entry | null>(null)
  const columns: readonly Column<Entry>[] = [
    { name: words.key, width: 'minmax(0, 2fr)', cell: ({ key }) => <Key text={key} /> },
    {
      name: words.value,
      width: 'minmax(0, 3fr)',
      cell: entry => <RowValue entry={entry} onOpen={() => setOpened(entry)} />,
    },
    { name: words.set, width: '6.5rem', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    {
      name: words.expires,
      width: '6.5rem',
      cell: ({ expiresAt }) =>
        expiresAt === null ? <span className="text-faint">{words.never}</span> : <Time at={expiresAt} />,
    },
    { name: words.run, width: '6.5rem', cell: ({ executionId }) => <Run id={executionId} /> },
    ...(onRemove === undefined ? [] : [actsOf(onRemove)]),
  ]
  return (
    <>
      <Table label={words.table} columns={columns} rows={entries} keyOf={({ key }) => key} />
      {opened !== null && (
        <Dialog isOpen isWide onClose={() => setOpened(null)} title={opened.key}>
          <ShownValue value={opened.value} label={words.value} />
        </Dialog>
      )}
    </>
  )
}

function Key({ text }: { readonly text: string }) {
  const shown = shownLine(text)
  return (
    <bdi title={shown} className="font-mono text-xs wrap-anywhere">
      {shown}
    </bdi>
  )
}

function RowValue({ entry: { kind, value }, onOpen }: { readonly entry: Entry; onOpen: () => void }) {
  if (kind === 'item') return <span className="text-faint">{words.item}</span>
  const text = shownJson(value).replaceAll(/\n */g, ' ')
  return (
    <button
      type="button"
      title={words.show}
      onClick={onOpen}
      className="block min-h-[24px] max-w-full truncate text-start font-mono text-xs hover:underline"
    >
      <bdi>{text.length > rowLength ? `${text.slice(0, rowLength).toWellFormed()}…` : text}</bdi>
    </button>
  )
}

function Run({ id }: { readonly id: string | null }) {
  if (id === null) return <span className="text-faint">–</span>
  return (
    <Link to="/runs/$id" params={{ id }} title={id}>
      {words.toRun}
    </Link>
  )
}

function actsOf(onRemove: (entry: Entry) => void): Column<Entry> {
  return {
    name: common.actions,
    width: '4rem',
    align: 'end',
    cell: entry => (
      <Menu
        label={`${common.actions}: ${shownLine(entry.key)}`}
        items={[
          {
            label: words.remove,
            icon: <Trash2 className="size-4" />,
            onSelect: () => onRemove(entry),
            isDangerous: true,
          },
        ]}
      />
    ),
  }
}
