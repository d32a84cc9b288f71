// spreadsheet__read_xlsx
import { list, object, text } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { contentOfFile, type FileArgument, fileArgument } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { readArguments, tableOf, tableSchema } from './table.ts'
import type { Workbook } from './workbook-reader.ts'

interface Arguments {
  readonly file: FileArgument
  readonly sheet?: string
  readonly header?: boolean
  readonly maxRows?: number
}

export const readXlsx = firstPartyTool<Arguments>({
  name: 'read_xlsx',
  title: 'Read an Excel file',
  description:
    'Reads a sheet of an Excel workbook (XLSX) into rows: numbers, texts, true and false; dates as YYYY-MM-DD or ISO ' +
    '8601 without a time zone, times of day and durations as HH:MM:SS. Of formulas it gives the last result.',
  effect: 'read',
  keywords: [
    'read',
    'open',
    'load',
    'import',
    'excel',
    'xlsx',
    'workbook',
    'sheet',
    'spreadsheet',
    'spreadsheet file',
    'rows',
  ],
  inputSchema: object(
    {
      file: fileArgument('File', 'An XLSX file', { 'x-words': ['file', 'from', 'in'] }),
      sheet: text('Sheet', 'Name of the sheet; the first one when absent', {
        maxLength: 100,
        'x-words': ['sheet'],
      }),
      ...readArguments,
    },
    ['file'],
  ),
  outputSchema: object(
    {
      ...(tableSchema['properties'] as Record<string, typeof tableSchema>),
      sheet: text('Sheet', 'Name of the sheet that was read'),
      sheets: list('Sheets', 'Names of all sheets', { items: text('Sheet', 'Name') }),
    },
    ['columns', 'rows', 'isCut', 'sheet', 'sheets'],
  ),
  examples: [
    {
      prompt: 'Read the Excel workbook {{steps.download.file}} with sheet "Orders"',
      args: { file: 'UEsDBA==', sheet: 'Orders' },
    },
  ],
  async run({ file, sheet, header = true, maxRows = 10_000 }, context) {
    const task = { bytes: contentOfFile(file).bytes, sheet: sheet ?? null, maxRows: maxRows + 1 }
    const module = new URL('./workbook-reader.ts', import.meta.url).href
    const { name, names, cells } = await runConfined<typeof task, Workbook>(module, task, context)
    return { ...tableOf(cells, header, maxRows), sheet: name, sheets: names }
  },
})
