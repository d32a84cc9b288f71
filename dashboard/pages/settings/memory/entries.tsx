// What a memory holds, key by key: searched by a part of the key, page by page. A workflow's tab and the page
// of a shared memory show it.
import { type ReactNode, useDeferredValue, useState } from 'react'
import { shownLine } from '../../../../domain/shown/shown.ts'
import { readPages } from '../../../app/api.ts'
import { only } from '../../../app/search.ts'
import { Input } from '../../../parts/field.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Rows, useRows } from '../../../parts/rows.tsx'
import { words } from '../../../words/memory.ts'
import { type Entry, EntryTable } from './entry-table.tsx'

/** As the service has it. */
const keyLength = 200

export interface EntriesProps {
  readonly of: { readonly workflow: string } | { readonly memory: string }
  readonly empty: ReactNode
  /** Beside the search, once there is something. */
  readonly actions?: ReactNode
  /** Absent: nobody removes a key here. */
  readonly onRemove?: ((entry: Entry) => void) | undefined
}

export function Entries({ of, empty, actions, onRemove }: EntriesProps) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim()) || undefined
  const query = only({ limit: 50, q })
  const options =
    'workflow' in of
      ? readPages('GET /api/v1/workflows/:id/memory', { params: { id: of.workflow }, query })
      : readPages('GET /api/v1/memory/:name/keys', { params: { name: of.memory }, query })
  const { rows = [] } = useRows<Entry>(options)
  const isEmpty = rows.length === 0 && text === ''
  return (
    <>
      {!isEmpty && (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <div className="min-w-0 flex-1 basis-60">
            <Input
              type="search"
              data-search
              aria-label={words.search}
              placeholder={words.search}
              className="max-w-sm"
              maxLength={keyLength}
              value={text}
              onChange={event => setText(event.target.value)}
            />
          </div>
          {actions}
        </div>
      )}
      <Rows<Entry>
        options={options}
        empty={q === undefined ? empty : <Empty title={words.noneFound(shownLine(q))} />}
      >
        {entries => <EntryTable entries={entries} onRemove={onRemove} />}
      </Rows>
    </>
  )
}
