// spreadsheet__write_csv
import type { Json } from '../../../domain/json.ts'
import { flag, object, text } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { fileOf, fileOutput } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { cellsOf } from './cells.ts'
import type { CsvLines } from './csv-writer.ts'
import { columnsArgument, rowsArgument } from './table.ts'

interface Arguments {
  readonly rows: readonly Json[]
  readonly columns?: readonly string[]
  readonly fileName?: string
  readonly delimiter?: string
  readonly forExcel?: boolean
  readonly escapeFormulas?: boolean
}

export const writeCsv = firstPartyTool<Arguments>({
  name: 'write_csv',
  title: 'Write a CSV file',
  description:
    'Writes rows as a CSV file, to be attached to an e-mail or stored. Texts that a spreadsheet would compute are made harmless.',
  effect: 'read',
  keywords: ['write', 'save', 'export', 'make', 'create', 'csv file', 'spreadsheet', 'table', 'attachment'],
  inputSchema: object(
    {
      rows: rowsArgument,
      columns: columnsArgument,
      fileName: text('File name', 'Name of the file', {
        default: 'table.csv',
        maxLength: 255,
        'x-words': ['named', 'as'],
      }),
      delimiter: text('Delimiter', 'One character between cells', {
        default: ',',
        minLength: 1,
        maxLength: 1,
        'x-words': ['delimited by', 'separated by', 'delimiter'],
        'x-value-words': {
          ',': ['comma', 'commas'],
          ';': ['semicolon', 'semicolons'],
          '\t': ['tab', 'tabs'],
        },
      }),
      forExcel: flag('For Excel', 'Begin with the mark by which Excel knows UTF-8'),
      escapeFormulas: flag('Escape formulas', "Put ' before texts that a spreadsheet would compute", {
        default: true,
      }),
    },
    ['rows'],
  ),
  outputSchema: object({ file: fileOutput('File', 'The CSV file') }, ['file']),
  examples: [
    {
      prompt: 'Make a CSV file of {{steps.orders}} named "orders.csv"',
      args: { rows: [{ id: 1, note: 'say "hi"' }], fileName: 'orders.csv' },
    },
  ],
  async run(
    { rows, columns, fileName = 'table.csv', delimiter = ',', forExcel = false, escapeFormulas = true },
    context,
  ) {
    const { names, cells } = cellsOf(rows, columns)
    const task = { names, cells, delimiter, hasMark: forExcel, escapeFormulas }
    const module = new URL('./csv-writer.ts', import.meta.url).href
    const written = await runConfined<CsvLines, string>(module, task, context)
    return { file: fileOf(Buffer.from(written), fileName, 'text/csv; charset=utf-8') }
  },
})
