// Converts rows of cells to objects, named by the first row.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { flag, integer, list, object, text } from '../../builtin/schema.ts'

export const readArguments = {
  header: flag('Header', 'The first row names the columns; else each row is a list of cells', {
    default: true,
  }),
  maxRows: integer('Most rows', 'Rows to give; more are cut off', {
    default: 10_000,
    minimum: 1,
    maximum: 100_000,
    'x-words': ['limit', 'most'],
  }),
}

const anyRow = { title: 'Row', description: 'Values by column name, or a list of cells' }

export const tableSchema = object(
  {
    columns: list('Columns', 'Names in order; empty without a header', { items: text('Column', 'Name') }),
    rows: list('Rows', 'Rows that hold anything', { items: anyRow }),
    isCut: flag('Cut', 'There are more rows than were asked for'),
  },
  ['columns', 'rows', 'isCut'],
)

/** A type, because an interface is not assignable to a JSON object. */
export type Table = {
  readonly columns: readonly string[]
  readonly rows: readonly Json[]
  readonly isCut: boolean
}

export const rowsArgument = list('Rows', 'Objects by column name, or lists of cells', {
  items: anyRow,
  maxItems: 100_000,
  'x-words': ['rows', 'of', 'from', 'with'],
  'x-object': true,
})

export const columnsArgument = list(
  'Columns',
  'Fields to write, in order; all fields of the rows when absent',
  {
    items: text('Column', 'Name of a field, or a path such as customer.name'),
    maxItems: 1_000,
    'x-words': ['columns'],
  },
)

/** Empty rows are left out. A missing or repeated name gets a number. */
export function tableOf(cells: readonly (readonly Json[])[], hasHeader: boolean, maxRows: number): Table {
  const filled = cells.filter(row => row.some(cell => cell !== null && cell !== ''))
  const [first = [], ...others] = hasHeader ? filled : [[], ...filled]
  const kept = others.slice(0, maxRows)
  const isCut = others.length > maxRows
  if (!hasHeader) return { columns: [], rows: kept, isCut }
  const width = kept.reduce((most, row) => Math.max(most, row.length), first.length)
  const columns = namesOf(first, width)
  return { columns, rows: kept.map(row => named(row, columns)), isCut }
}

function namesOf(first: readonly Json[], width: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const cell = first[index] ?? ''
    const name = (typeof cell === 'string' ? cell : JSON.stringify(cell)).trim() || `column_${index + 1}`
    let distinct = name
    for (let number = 2; taken.has(distinct); number++) distinct = `${name}_${number}`
    taken.add(distinct)
    return distinct
  })
}

function named(row: readonly Json[], columns: readonly string[]): JsonObject {
  return Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null]))
}
