// spreadsheet__read_csv: reads CSV of any program.
import { choice, flag, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { runConfined } from '../confined.ts'
import { contentOfFile, type FileArgument, fileArgument } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import type { CsvTask, Encoding } from './csv-reader.ts'
import { readArguments, type Table, tableSchema } from './table.ts'

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
    file: fileArgument('File', 'A CSV file, or its text', { 'x-words': ['file', 'from', 'in'] }),
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
    { prompt: 'Import the CSV file {{steps.download.file}}', args: { file: 'YSxiCjEsMgo=' } },
    {
      prompt: 'Import the CSV file {{inputs.file}} delimited by semicolons',
      args: { file: 'YTtiCjE7Mgo=', delimiter: ';' },
    },
  ],
  async run(
    { file, text: given, encoding = 'auto', delimiter, numbers = false, header = true, maxRows = 10_000 },
    context,
  ) {
    if ((file === undefined) === (given === undefined)) throw invalidArguments('expected either file or text')
    const source = given ?? sourceOf(file!)
    const module = new URL('./csv-reader.ts', import.meta.url).href
    const task = {
      source,
      encoding,
      delimiter: delimiter ?? null,
      areNumbers: numbers,
      hasHeader: header,
      maxRows,
    }
    return runConfined<CsvTask, Table>(module, task, context)
  },
})

/** A file that was downloaded as text is that text. */
function sourceOf(file: FileArgument): string | Uint8Array {
  return typeof file === 'string' && !isBase64(file) ? file : contentOfFile(file).bytes
}

/** In one line, or in lines of at least 60 letters as e-mail has them: short lines are a column. */
function isBase64(file: string): boolean {
  const lines = file.trim().split(/\r?\n/)
  return (
    lines.every(line => /^[A-Za-z0-9+/]*={0,2}$/.test(line)) && !(lines.length > 1 && lines[0]!.length < 60)
  )
}
