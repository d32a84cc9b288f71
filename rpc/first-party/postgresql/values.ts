// Rows as JSON. Numbers that JSON cannot hold exactly stay texts: numeric, and int8 beyond 2^53, also within
// json. Moments are ISO 8601 in UTC; bytes are base64.
import { types } from 'pg'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { readJson } from '../../../domain/numerals.ts'
import { integer, list, object, text } from '../../builtin/schema.ts'

/** By object id, as in pg_type. */
const oid = { int8: 20, json: 114, date: 1082, timestamp: 1114, interval: 1186, jsonb: 3802 } as const

const asIs = (value: string) => value

/** Parsers for texts of the protocol. */
export const rowTypes = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') => {
    switch (id) {
      case oid.int8:
        return (value: string) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)
      case oid.json:
      case oid.jsonb:
        return readJson
      case oid.date:
      case oid.interval:
        return asIs
      case oid.timestamp:
        return (value: string) => value.replace(' ', 'T')
      default:
        return types.getTypeParser(id, format)
    }
  }) as typeof types.getTypeParser,
}

export const rowsSchema = list('Rows', 'Objects by column name', {
  items: { type: 'object', title: 'Row', description: 'Values by column name' },
})

export const columnsSchema = list('Columns', 'Names in order; one that comes twice has a number behind it', {
  items: text('Column', 'Name of a column'),
})

export const maxRowsSchema = integer('Most rows', 'Rows to give; more are cut off', {
  default: 1_000,
  minimum: 1,
  maximum: 10_000,
  'x-words': ['limit', 'most'],
})

export const valuesSchema = list(
  'Values',
  'Values of $1, $2, ... in the SQL; lists are arrays, objects are JSON',
  {
    items: { title: 'Value', description: 'Any value' },
    maxItems: 1_000,
    'x-words': ['with', 'values', 'parameters'],
  },
)

export const affected = object({ count: integer('Count', 'Rows that were written') }, ['count'])

/** A type, because an interface is not assignable to a JSON object. */
export type TableRows = { readonly columns: string[]; readonly rows: JsonObject[] }

/** @param rows as lists of values, in the order of the fields */
export function namedRows(
  fields: readonly { readonly name: string }[],
  rows: readonly unknown[][],
): TableRows {
  const columns = distinct(fields.map(({ name }) => name))
  const named = rows.map(row => Object.fromEntries(columns.map((name, index) => [name, jsonOf(row[index])])))
  return { columns, rows: named }
}

function distinct(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map(name => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
}

function jsonOf(value: unknown): Json {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, jsonOf(item)]))
  }
  return typeof value === 'bigint' ? String(value) : (value as Json)
}
