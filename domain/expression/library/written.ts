// Implementations of the functions that write lists as Markdown, for mails, messages and reports.
import { spend } from '../../budgets/budget.ts'
import { boundedText, ExpressionError, evaluationBounds } from '../budget.ts'
import { valueAt } from '../records.ts'
import { toText } from '../texts.ts'
import { describe, isMap, keysOf } from '../values.ts'

/** Most columns of a table. */
const mostColumns = 100

/**
 * A table of GitHub's Markdown. A cell without a value is empty, lists and maps are JSON, a line end becomes
 * a blank, bars and backslashes are escaped.
 * @param columns paths of fields; absent: every field of the records, in the order in which they come
 */
export function table(list: unknown[], columns: unknown[] = fieldsOf(list)): string {
  if (columns.length > mostColumns)
    throw new ExpressionError(`table takes at most ${mostColumns} columns, received ${columns.length}`)
  if (columns.length === 0) return ''
  const fields = columns.map(columnOf)
  const head = [row(fields.map(cell)), row(fields.map(() => '---'))]
  return written([...head, ...list.map(item => row(fields.map(field => cell(valueAt(item, field)))))])
}

/** @param field of records; absent: the items themselves */
export function bullets(list: unknown[], field?: string): string {
  const items = list.map(item => plain(field === undefined ? item : valueAt(item, field)))
  // What follows a line end belongs to its item where it is set in as far as the item's text.
  return written(items.map(text => `- ${text.replaceAll(lineEnds, '\n  ')}`))
}

function fieldsOf(list: unknown[]): unknown[] {
  const fields = new Set<string>()
  for (const item of list) {
    if (!isMap(item)) throw new ExpressionError(`table takes records, received ${describe(item)}`)
    for (const key of keysOf(item)) fields.add(key)
    if (fields.size > mostColumns) break
  }
  return [...fields]
}

function columnOf(column: unknown): string {
  if (typeof column === 'string') return column
  throw new ExpressionError(`the columns of a table are texts, received ${describe(column)}`)
}

const lineEnds = /\r\n|[\r\n]/g

/** Units for a cell beside its text. */
const cellCost = 20

function cell(value: unknown): string {
  return plain(value).replaceAll(/[\\|]/g, '\\$&').replaceAll(lineEnds, ' ')
}

function plain(value: unknown): string {
  const text = value === null ? '' : toText(value)
  spend(cellCost + text.length / 2)
  return text
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function written(lines: readonly string[]): string {
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0)
  if (length > evaluationBounds.resultBytes) throw new ExpressionError('the text is larger than 1 MiB')
  return boundedText(lines.join('\n'))
}
