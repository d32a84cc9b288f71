// Reads CSV into rows of texts, as Excel reads it. Called by csv_parse and by read_csv of the spreadsheet
// server.
// 1. Lines end in CR LF, LF or CR, mixed as they come: files are put together by several programs.
// 2. A quote in a cell that does not begin with one is a letter: 5" pipe. So are the quotes of a cell that
//    goes on behind its closing quote.
// 3. The line `sep=;` that Excel puts first names the delimiter and is no row.
// 4. Empty lines are no rows.
import { parse } from 'csv-parse/sync'
import { ToolFailure } from './tool.ts'

const lineEnds = ['\r\n', '\n', '\r']
/** A writer puts cells that hold one into quotes. */
export const lineEnd = /[\r\n]/

/**
 * @param delimiter asked for when the text does not name its own
 * @param what      how errors call the text: "text" or "file"
 * @throws {ToolFailure} `bad-text`
 */
export function csvRows(source: string, delimiter: (lines: string) => string, what = 'text'): string[][] {
  const { lines, separator } = withoutSeparatorLine(source)
  try {
    return parse(lines, {
      delimiter: separator ?? delimiter(lines),
      record_delimiter: lineEnds,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch (cause) {
    throw new ToolFailure('bad-text', `the ${what} is not CSV: ${(cause as Error).message}`, false, { cause })
  }
}

function withoutSeparatorLine(source: string): { lines: string; separator: string | null } {
  // A byte order mark before, the end mark of DOS behind.
  const marked = source.replace(/^\uFEFF/, '').replace(/\u001a$/, '')
  const [line = '', separator] = /^"?sep=([^\r\n"])"?[^\S\r\n]*(?:\r\n|\n|\r|$)/i.exec(marked) ?? []
  return { lines: marked.slice(line.length), separator: separator ?? null }
}
