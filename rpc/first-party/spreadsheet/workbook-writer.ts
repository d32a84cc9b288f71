// Writes a workbook. Runs confined.

import { DateTime } from 'luxon'
import writeXlsxFile, { type Cell, type Sheet } from 'write-excel-file/node'
import type { Json } from '../../../domain/json.ts'
import { textOf } from '../../builtin/field.ts'
import { invalidArguments } from '../../builtin/tool.ts'

export interface SheetContent {
  readonly name: string
  /** Empty without a header. */
  readonly names: readonly string[]
  readonly cells: readonly (readonly Json[])[]
  /** Names of the date columns. */
  readonly dates: readonly string[]
}

/** Longest text in a cell of Excel. */
const maxCellLength = 32_767

export default async function writeWorkbook(sheets: readonly SheetContent[]): Promise<Uint8Array> {
  return writeXlsxFile(sheets.map(sheetOf)).toBuffer()
}

function sheetOf({ name, names, cells, dates }: SheetContent): Sheet<never> {
  const header = names.map(column => ({ value: column.slice(0, maxCellLength), fontWeight: 'bold' as const }))
  const isDate = names.map(column => dates.includes(column))
  const rows = cells.map(row => row.map((cell, index) => cellOf(cell, isDate[index] === true)))
  return {
    sheet: name,
    data: names.length === 0 ? rows : [header, ...rows],
    columns: widths(names, cells),
    ...(names.length === 0 ? {} : { stickyRowsCount: 1 }),
  }
}

function cellOf(value: Json, isDate: boolean): Cell {
  if (value === null) return null
  if (typeof value === 'boolean') return { value, type: Boolean }
  if (typeof value === 'number') return { value, type: Number }
  const date = isDate && typeof value === 'string' ? dateCell(value) : null
  if (date !== null) return date
  // XML cannot hold control characters.
  const text = textOf(value)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .toWellFormed()
  return { value: text.slice(0, maxCellLength), type: String }
}

const dateShape =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?: ?(?:Z|[+-]\d{2}(?::?\d{2})?))?$/i

/**
 * @returns null for a text that is no date, and for one that Excel has no number for
 * @throws {ToolFailure} `invalid-arguments`: a date that is not in the calendar
 */
function dateCell(text: string): Cell {
  if (!dateShape.test(text)) return null
  const date = DateTime.fromISO(text.replace(' ', 'T').replace(' ', ''), { zone: 'utc' })
  if (!date.isValid) throw invalidArguments(`rows: ${JSON.stringify(text)} is not a date`)
  if (date < firstDate) return null
  const format = text.length === 10 ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss'
  return { value: date.toJSDate(), type: Date, format }
}

/** Excel counts days that never were before it. */
const firstDate = DateTime.utc(1900, 3, 1)

/** Fits the first rows, within limits. */
function widths(names: readonly string[], cells: readonly (readonly Json[])[]): { width: number }[] {
  const sample = cells.slice(0, 100)
  const count = sample.reduce((most, row) => Math.max(most, row.length), names.length)
  return Array.from({ length: count }, (_, index) => {
    const longest = sample.reduce(
      (most, row) => Math.max(most, textOf(row[index]).length),
      names[index]?.length ?? 0,
    )
    return { width: Math.min(Math.max(longest + 2, 8), 60) }
  })
}
