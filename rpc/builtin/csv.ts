// CSV as spreadsheets write it: text to rows and back. Cells are texts, exactly as in the file; list tools
// read them as numbers where they need numbers.
import { stringify } from 'csv-stringify/sync'
import { spend } from '../../domain/budgets/budget.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { bounded, checkLength } from './bounds.ts'
import { csvRows, lineEnd } from './csv-rows.ts'
import { textOf, valueAt } from './field.ts'
import { anything, flag, list, object, text } from './schema.ts'
import { pureTool, ToolFailure } from './tool.ts'

const delimiter = text('Delimiter', 'One character between cells', {
  default: ',',
  minLength: 1,
  maxLength: 1,
  'x-words': ['delimited by', 'separated by', 'delimiter'],
  'x-value-words': { ',': ['comma', 'commas'], ';': ['semicolon', 'semicolons'], '\t': ['tab', 'tabs'] },
})

export const csvParse = pureTool<{ text: string; delimiter?: string; header?: boolean }>({
  name: 'csv_parse',
  title: 'Parse CSV',
  description:
    'Reads CSV text into a list of rows. The first line names the columns, and each row is an object of texts; ' +
    'without a header each row is a list of texts. A line sep=; at the beginning names the delimiter.',
  keywords: ['parse', 'read', 'import', 'csv', 'spreadsheet', 'table', 'rows', 'columns'],
  inputSchema: object(
    {
      text: text('Text', 'Text in CSV', { 'x-words': ['from', 'text', 'in'] }),
      delimiter,
      header: flag('Header', 'The first line names the columns', { default: true }),
    },
    ['text'],
  ),
  outputSchema: list('Rows', 'Objects by column name, or lists of texts', {
    items: anything('Row', 'A row', { type: ['object', 'array'] }),
  }),
  examples: [
    {
      prompt: 'Parse the CSV in {{inputs.file}}',
      args: { text: 'name,total\nAda,12.50\n"Byron, George",7\n' },
      output: [
        { name: 'Ada', total: '12.50' },
        { name: 'Byron, George', total: '7' },
      ],
    },
  ],
  run: args => {
    const rows = readRows(args.text, args.delimiter ?? ',')
    return bounded(args.header === false ? rows : named(rows))
  },
})

export const csvFormat = pureTool<{
  list: readonly Json[]
  columns?: readonly string[]
  delimiter?: string
  header?: boolean
  escapeFormulas?: boolean
}>({
  name: 'csv_format',
  title: 'Write CSV',
  description: 'Writes a list of rows as CSV text with a header line, to be opened in a spreadsheet.',
  keywords: ['write', 'export', 'convert', 'csv', 'spreadsheet', 'table', 'file'],
  inputSchema: object(
    {
      list: list('Rows', 'Objects, or lists of cells', { 'x-words': ['of', 'from'] }),
      columns: list('Columns', 'Fields to write, in order; all fields of the rows when absent', {
        items: text('Column', 'Name of a field'),
        'x-words': ['columns'],
      }),
      delimiter,
      header: flag('Header', 'Begin with a line of column names', { default: true }),
      escapeFormulas: flag('Escape formulas', "Put ' before texts that a spreadsheet would compute"),
    },
    ['list'],
  ),
  outputSchema: text('CSV', 'Lines end in a line feed'),
  examples: [
    {
      prompt: 'Export {{steps.orders}} as a CSV spreadsheet',
      args: {
        list: [
          { id: 1, note: 'say "hi"' },
          { id: 2, note: null },
        ],
      },
      output: 'id,note\n1,"say ""hi"""\n2,\n',
    },
  ],
  run: args => {
    const written = stringify(cellsOf(args.list, args.header !== false, args.columns), {
      delimiter: args.delimiter ?? ',',
      quoted_match: lineEnd,
      escape_formulas: args.escapeFormulas === true,
    })
    checkLength(written.length)
    return written
  },
})

/** Units: a character that is read, 250 ns, and a cell that is written, 2 us. */
const [characterCost, cellCost] = [5, 50]

function readRows(source: string, separator: string): string[][] {
  spend(characterCost * source.length)
  return csvRows(source, () => separator)
}

function named(rows: readonly string[][]): JsonObject[] {
  const [header = [], ...records] = rows
  const twice = header.find((name, index) => header.indexOf(name) !== index)
  if (twice !== undefined) {
    throw new ToolFailure('bad-text', `the header names the column ${JSON.stringify(twice)} twice`)
  }
  return records.map((cells, index) => {
    if (cells.length !== header.length) {
      const counts = `${cells.length} cells, the header ${header.length}`
      throw new ToolFailure('bad-text', `row ${index + 1} after the header has ${counts}`)
    }
    return Object.fromEntries(header.map((name, column) => [name, cells[column]!]))
  })
}

function cellsOf(rows: readonly Json[], hasHeader: boolean, columns?: readonly string[]): string[][] {
  const names = columns ?? columnsOf(rows)
  // Rows that are lists have no names.
  if (names.length === 0) return rows.map(row => paidCells(Array.isArray(row) ? row : [row]))
  checkLength(rows.length * names.length)
  spend(cellCost * (rows.length + 1) * names.length)
  const records = rows.map(row => names.map(name => textOf(valueAt(row, name))))
  return hasHeader ? [[...names], ...records] : records
}

function paidCells(row: readonly Json[]): string[] {
  spend(cellCost * row.length)
  return row.map(textOf)
}

/** Fields of all rows, in order of appearance. */
function columnsOf(rows: readonly Json[]): string[] {
  const names = new Set<string>()
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) continue
    for (const name of Object.keys(row)) names.add(name)
  }
  return [...names]
}
