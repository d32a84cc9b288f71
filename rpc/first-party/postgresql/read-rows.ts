// Reads the first rows of a query through a cursor: the server makes no more rows than we fetch.
import type { Client } from 'pg'
import Cursor from 'pg-cursor'
import type { Json } from '../../../domain/json.ts'
import { maxLength } from '../../builtin/bounds.ts'
import { namedRows, rowTypes, type TableRows } from './values.ts'

interface Query {
  readonly sql: string
  readonly values: readonly Json[]
  readonly maxRows: number
}

/** Rows of the first batch, when their length is unknown. */
const firstBatch = 8
/** Most characters of the rows with column names; the rest of the output needs some space too. */
const mostLength = maxLength * 0.9

/** Ends at `maxRows`, and where the rows would exceed the size of an output. */
export async function readRows(
  client: Client,
  { sql, values, maxRows }: Query,
): Promise<TableRows & { isCut: boolean }> {
  const cursor = client.query(new Cursor(sql, [...values], { rowMode: 'array', types: rowTypes }))
  const kept: unknown[][] = []
  let fields: readonly Field[] = []
  let length = 0
  let isCut = false
  for (let count = firstBatch; !isCut; count = Math.ceil(((mostLength - length) / length) * kept.length)) {
    const batch = await read(cursor, Math.min(Math.max(count, 1), maxRows + 1 - kept.length))
    fields = batch.fields ?? fields
    if (batch.rows.length === 0) break
    for (const row of batch.rows) {
      length += lengthOf(row, fields)
      if (kept.length === maxRows || length > mostLength) isCut = true
      else kept.push(row)
    }
  }
  await cursor.close()
  return { ...namedRows(fields, kept), isCut }
}

type Field = { readonly name: string }

function lengthOf(row: readonly unknown[], fields: readonly Field[]): number {
  return fields.reduce((sum, { name }) => sum + name.length + 4, JSON.stringify(row).length)
}

/** At the end there are no rows, and no fields if the previous batch was the last. */
function read(
  cursor: Cursor,
  count: number,
): Promise<{ fields: readonly Field[] | undefined; rows: unknown[][] }> {
  return new Promise((resolve, reject) => {
    cursor.read(count, (error, rows, result) => {
      if (error) reject(error)
      else resolve({ fields: result?.fields, rows })
    })
  })
}
