// Reads CSV as spreadsheets write it. Runs confined.
import type { Json } from '../../../domain/json.ts'
import { csvRows } from '../../builtin/csv-rows.ts'
import { decodedText } from '../../builtin/web/decoded-text.ts'
import { delimiterOf } from './delimiter.ts'
import { type Table, tableOf } from './table.ts'

export type Encoding = 'auto' | 'utf-8' | 'windows-1252' | 'utf-16le'

export interface CsvTask {
  readonly source: string | Uint8Array
  /** Of bytes. */
  readonly encoding: Encoding
  /** Null: found out. */
  readonly delimiter: string | null
  readonly areNumbers: boolean
  readonly hasHeader: boolean
  readonly maxRows: number
}

/** @throws {ToolFailure} `bad-text` */
export default function readCsv({ source, encoding, delimiter, ...shape }: CsvTask): Table {
  const text = typeof source === 'string' ? source : decoded(source, encoding)
  const [first = [], ...others] = csvRows(text, lines => delimiter ?? delimiterOf(lines), 'file')
  const typed = shape.areNumbers ? others.map(row => row.map(typedCell)) : others
  return tableOf([first, ...typed], shape.hasHeader, shape.maxRows)
}

function decoded(bytes: Uint8Array, encoding: Encoding): string {
  return encoding === 'auto' ? decodedText(bytes) : new TextDecoder(encoding).decode(bytes)
}

function typedCell(cell: string): Json {
  const trimmed = cell.trim()
  if (trimmed === '') return null
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(trimmed)) return Number(trimmed)
  return trimmed === 'true' || trimmed === 'TRUE'
    ? true
    : trimmed === 'false' || trimmed === 'FALSE'
      ? false
      : cell
}
