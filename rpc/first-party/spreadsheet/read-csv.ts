// spreadsheet__read_csv: reads CSV of any program.
import { parse } from 'csv-parse/sync'
import type { Json } from '../../../domain/json.ts'
import { choice, flag, object, text } from '../../builtin/schema.ts'
import { invalidArguments, ToolFailure } from '../../builtin/tool.ts'
import { contentOfFile, type FileArgument, fileArgument } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { readArguments, tableOf, tableSchema } from './table.ts'

type Encoding = 'auto' | 'utf-8' | 'windows-1252' | 'utf-16le'

interface Arguments {
  readonly file?: FileArgument
  readonly text?: string
  readonly delimiter?: string
  readonly encoding?: Encoding
  readonly header?: boolean
  readonly numbers?: boolean
  readonly maxRows?: number
}

export const readCsv = firstPartyTool<Arguments>({
  name: 'read_csv',
  title: 'Read a CSV file',
  description:
    'Reads a CSV file or text into rows. Finds out its delimiter and its encoding by itself, and turns numbers into ' +
    'numbers when asked to. Changes nothing.',
  effect: 'read',
  keywords: ['read', 'open', 'load', 'import', 'csv file', 'tsv', 'rows', 'columns'],
  inputSchema: object({
    file: fileArgument('File', 'A CSV file', { 'x-words': ['file', 'from', 'in'] }),
    text: text('Text', 'Text in CSV, instead of a file', { maxLength: 1_048_576, 'x-words': ['text'] }),
    delimiter: text('Delimiter', 'One character between cells; found out when absent', {
      minLength: 1,
      maxLength: 1,
      'x-words': ['delimited by', 'separated by', 'delimiter'],
      'x-value-words': { ',': ['comma', 'commas'], ';': ['semicolon', 'semicolons'], '\t': ['tab', 'tabs'] },
    }),
    encoding: choice(
      'Encoding',
      'Of the file',
      {
        auto: ['auto'],
        'utf-8': ['utf-8'],
        'windows-1252': ['windows-1252', 'latin1'],
        'utf-16le': ['utf-16'],
      },
      { default: 'auto' },
    ),
    numbers: flag(
      'Numbers',
      'Turn cells that are numbers, true or false into such, and empty ones into null',
    ),
    ...readArguments,
  }),
  outputSchema: tableSchema,
  examples: [
    { prompt: 'Read the CSV file {{steps.download.file}}', args: { file: 'YSxiCjEsMgo=' } },
    {
      prompt: 'Import the CSV file {{inputs.file}} delimited by semicolons',
      args: { file: 'YTtiCjE7Mgo=', delimiter: ';' },
    },
  ],
  async run(args) {
    if ((args.file === undefined) === (args.text === undefined))
      throw invalidArguments('expected either file or text')
    const source = args.text ?? decoded(contentOfFile(args.file!).bytes, args.encoding ?? 'auto')
    const cells = cellsOf(source, args.delimiter ?? delimiterOf(source))
    const [first = [], ...others] = cells
    const typed = args.numbers === true ? others.map(row => row.map(typedCell)) : others
    return tableOf([first, ...typed], args.header !== false, args.maxRows ?? 10_000)
  },
})

function cellsOf(source: string, delimiter: string): string[][] {
  try {
    return parse(source, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true })
  } catch (cause) {
    throw new ToolFailure('bad-text', `the file is not CSV: ${(cause as Error).message}`, false, { cause })
  }
}

/** By its byte order mark; else as UTF-8 if it is valid; else in the encoding of western Excel. */
function decoded(bytes: Buffer, encoding: Encoding): string {
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
