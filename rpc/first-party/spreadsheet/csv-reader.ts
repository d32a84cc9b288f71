// Reads CSV as spreadsheets write it. Runs confined.
import { parse } from 'csv-parse/sync'
import type { Json } from '../../../domain/json.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { type Table, tableOf } from './table.ts'

export type Encoding = 'auto' | 'utf-8' | 'windows-1252' | 'utf-16le'

export interface CsvTask {
  readonly source: string | Uint8Array
  /** Of bytes. */
  readonly encoding: Encoding
  /** Null: the one that occurs most often. */
  readonly delimiter: string | null
  readonly areNumbers: boolean
  readonly hasHeader: boolean
  readonly maxRows: number
}

/** @throws {ToolFailure} `bad-text` */
export default function readCsv({ source, encoding, delimiter, ...shape }: CsvTask): Table {
  const text = typeof source === 'string' ? source : decoded(source, encoding)
  const [first = [], ...others] = cellsOf(text, delimiter ?? delimiterOf(text))
  const typed = shape.areNumbers ? others.map(row => row.map(typedCell)) : others
  return tableOf([first, ...typed], shape.hasHeader, shape.maxRows)
}

function cellsOf(source: string, delimiter: string): string[][] {
  try {
    return parse(source, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true })
  } catch (cause) {
    throw new ToolFailure('bad-text', `the file is not CSV: ${(cause as Error).message}`, false, { cause })
  }
}

/** By its byte order mark; else as UTF-8 if it is valid; else in the encoding of western Excel. */
function decoded(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'auto') return new TextDecoder(encoding).decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The candidate that occurs most often in the first line, outside quotes. */
function delimiterOf(source: string): string {
  const line = /^[^\r\n]*/
    .exec(source)![0]
    .slice(0, 10_000)
    .replace(/"[^"]*"?/g, '')
  const count = (candidate: string) => line.split(candidate).length
  return [',', ';', '\t', '|'].reduce((best, candidate) =>
    count(candidate) > count(best) ? candidate : best,
  )
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
