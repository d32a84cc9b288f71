// Quotes names of tables and columns for SQL, and passes rows as one JSON value. The server turns it into
// rows of the table, so types, quoting and dates are its concern.
import { escapeIdentifier } from 'pg'
import type { JsonObject } from '../../../domain/json.ts'
import { list, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'

export const tableSchema = text(
  'Table',
  'Name of the table, with its schema where it has one: sales.orders',
  {
    minLength: 1,
    maxLength: 127,
    'x-words': ['into', 'in', 'of', 'table'],
    'x-name': true,
  },
)

export const rowsArgument = list('Rows', 'Objects by column name; a column that a row lacks becomes null', {
  items: { type: 'object', title: 'Row', description: 'Values by column name', minProperties: 1 },
  minItems: 1,
  maxItems: 10_000,
  'x-words': ['rows', 'records', 'items'],
})

/** Quoted. @throws {ToolFailure} `invalid-arguments` */
export function tableName(name: string): string {
  const parts = name.split('.')
  if (parts.length > 2 || parts.some(part => part === '')) {
    throw invalidArguments(`table: expected name or schema.name, received ${JSON.stringify(name)}`)
  }
  return parts.map(identifier).join('.')
}

export function identifier(name: string): string {
  if (name === '' || name.length > 63 || name.includes('\0')) {
    throw invalidArguments(
      `expected a name of at most 63 characters, received ${JSON.stringify(name.slice(0, 100))}`,
    )
  }
  return escapeIdentifier(name)
}

/**
 * Names of all columns that occur in the rows, in order of appearance.
 * @throws {ToolFailure} `invalid-arguments`
 */
export function columnsOf(rows: readonly JsonObject[]): string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name in row) names.add(name)
  if (names.size > 1_000)
    throw invalidArguments(`rows: expected at most 1000 columns, received ${names.size}`)
  return [...names]
}

/** `insert into ... select ...` of the rows in $1. */
export function insertInto(table: string, columns: readonly string[]): string {
  const names = columns.map(identifier).join(', ')
  return `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json)`
}
