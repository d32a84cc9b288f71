// spreadsheet__write_xlsx
import type { Json } from '../../../domain/json.ts'
import { list, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { runConfined } from '../confined.ts'
import { fileOf, fileOutput } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { cellsOf } from './cells.ts'
import { columnsArgument, rowsArgument } from './table.ts'
import type { SheetContent } from './workbook-writer.ts'

interface SheetArguments {
  readonly name?: string
  readonly rows: readonly Json[]
  readonly columns?: readonly string[]
}

interface Arguments {
  readonly rows?: readonly Json[]
  readonly columns?: readonly string[]
  readonly sheets?: readonly SheetArguments[]
  readonly dates?: readonly string[]
  readonly fileName?: string
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const writeXlsx = firstPartyTool<Arguments>({
  name: 'write_xlsx',
  title: 'Write an Excel file',
  description:
    'Writes rows as an Excel workbook (XLSX) of one sheet or several, with a bold header that stays in view. ' +
    'Numbers are numbers, texts are never formulas.',
  effect: 'read',
  keywords: [
    'write',
    'save',
    'export',
    'make',
    'create',
    'excel',
    'xlsx',
    'workbook',
    'spreadsheet',
    'report',
    'attachment',
  ],
  inputSchema: object({
    rows: rowsArgument,
    columns: columnsArgument,
    sheets: list('Sheets', 'Several sheets, instead of rows', {
      items: object(
        {
          name: text('Name', 'Name of the sheet', { maxLength: 31 }),
          rows: rowsArgument,
          columns: columnsArgument,
        },
        ['rows'],
      ),
      minItems: 1,
      maxItems: 50,
    }),
    dates: list('Dates', 'Columns the texts of which are dates or moments in ISO 8601', {
      items: text('Column', 'Name of a column'),
      maxItems: 1_000,
    }),
    fileName: text('File name', 'Name of the file', {
      default: 'table.xlsx',
      maxLength: 255,
      'x-words': ['named', 'as'],
    }),
  }),
  outputSchema: object({ file: fileOutput('File', 'The workbook') }, ['file']),
  examples: [
    {
      prompt: 'Make an Excel workbook of {{steps.orders}} named "orders.xlsx"',
      args: { rows: [{ id: 1, total: 12.5 }], fileName: 'orders.xlsx' },
    },
  ],
  async run({ rows, columns, sheets, dates = [], fileName = 'table.xlsx' }, context) {
    if ((rows === undefined) === (sheets === undefined))
      throw invalidArguments('expected either rows or sheets')
    const given = sheets ?? [{ rows: rows!, ...(columns === undefined ? {} : { columns }) }]
    const names = sheetNames(given)
    const task: SheetContent[] = given.map((sheet, index) => ({
      name: names[index]!,
      dates: [...dates],
      ...cellsOf(sheet.rows, sheet.columns),
    }))
    const module = new URL('./workbook-writer.ts', import.meta.url).href
    return {
      file: fileOf(await runConfined<SheetContent[], Uint8Array>(module, task, context), fileName, xlsx),
    }
  },
})

/** Excel refuses some characters, and names that differ in case only. */
function sheetNames(sheets: readonly SheetArguments[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ name }, index) => {
    const wanted = (name ?? '').replace(/[\\/?*[\]:\u0000-\u001f]/g, ' ').trim() || `Sheet ${index + 1}`
    if (taken.has(wanted.toLowerCase()))
      throw invalidArguments(`sheets: the name ${JSON.stringify(wanted)} comes twice`)
    taken.add(wanted.toLowerCase())
    return wanted
  })
}
