// What came out: a list of objects as a table, a short text or a number in large type, anything else as a
// value that folds.

import { useState } from 'react'
import { own } from '../../../../domain/own.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyButton } from '../../../parts/copy.tsx'
import { Value } from '../../../parts/value.tsx'
import { words } from '../../../words/runs/run.ts'

const mostColumns = 8
const pageSize = 50

export function Result({ value, label }: { readonly value: unknown; readonly label: string }) {
  const rows = recordsIn(value)
  if (rows !== null) return <Records rows={rows} value={value} label={label} />
  if (typeof value === 'number' || typeof value === 'boolean')
    return <p className="text-xl font-semibold">{String(value)}</p>
  if (typeof value === 'string' && value.length <= 80 && !value.includes('\n') && value !== '')
    return <p className="text-lg font-medium">{value}</p>
  return <Value value={value} label={label} />
}

type Fields = Readonly<Record<string, unknown>>

/** The rows of a table; null when the value is better shown as it is. */
function recordsIn(value: unknown): readonly Fields[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const isFlat = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each)
  if (!value.every(isFlat)) return null
  const rows = value as readonly Fields[]
  return columnsOf(rows).length <= mostColumns ? rows : null
}

function columnsOf(rows: readonly Fields[]): readonly string[] {
  return [...new Set(rows.slice(0, pageSize).flatMap(row => Object.keys(row)))]
}

interface RecordsProps {
  readonly rows: readonly Fields[]
  readonly value: unknown
  readonly label: string
}

function Records({ rows, value, label }: RecordsProps) {
  const [most, setMost] = useState(pageSize)
  const columns = columnsOf(rows)
  return (
    <div>
      <div className="flex items-center gap-2 pb-1 text-xs text-dim">
        <span>{words.rows(rows.length)}</span>
        <CopyButton text={JSON.stringify(value, null, 2)} />
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-96 overflow-auto rounded-md border"
      >
        <table className="w-full border-collapse text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-dim">
            <tr>
              {columns.map(name => (
                <th key={name} scope="col" className="px-3 py-1.5 text-start font-medium whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row, index) => (
              <tr key={index} className="border-t">
                {columns.map(name => (
                  <td key={name} className="max-w-80 truncate px-3 py-1.5" title={cellText(own(row, name))}>
                    {cellText(own(row, name))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most && (
        <Button look="quiet" onClick={() => setMost(most + 200)}>
          {words.moreRows(rows.length - most)}
        </Button>
      )}
    </div>
  )
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'object' ? JSON.stringify(value).slice(0, 300) : String(value).slice(0, 300)
}
