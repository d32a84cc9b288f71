// Writes CSV for spreadsheets. Runs confined.
import { stringify } from 'csv-stringify/sync'
import { lineEnd } from '../../builtin/csv-rows.ts'
import { textOf } from '../../builtin/field.ts'
import type { Cells } from './cells.ts'

export interface CsvLines extends Cells {
  readonly delimiter: string
  /** Begins with the mark by which Excel knows UTF-8. */
  readonly hasMark: boolean
  readonly escapeFormulas: boolean
}

export default function writeCsv({ names, cells, delimiter, hasMark, escapeFormulas }: CsvLines): string {
  const lines = cells.map(row => row.map(textOf))
  return stringify(names.length === 0 ? lines : [[...names], ...lines], {
    delimiter,
    bom: hasMark,
    quoted_match: lineEnd,
    escape_formulas: escapeFormulas,
  })
}
