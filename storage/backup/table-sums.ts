// What PostgreSQL itself says that a table holds: how many rows, and a sum over their contents. A backup
// notes it for each table, and a restore asks again of what it has loaded, so that whatever goes wrong in
// between (driver, compression, disk) is noticed. Called by dump.ts and load.ts.
import type { Client } from 'pg'
import { type DumpedTable, quoted } from './dump-tables.ts'

export interface TableSum {
  readonly rows: number
  /** Decimal. The order of the rows does not matter; a row that is there twice counts twice. */
  readonly sum: string
}

/** Values as texts that no setting of a server or a role changes, until the end of the transaction. */
export async function fixTextForms(client: Client): Promise<void> {
  await client.query(
    `set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
     set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  )
}

/** SHA-256 is in every PostgreSQL, also where MD5 is forbidden, and the same in all versions. */
export async function tableSum(client: Client, { name, columns }: DumpedTable): Promise<TableSum> {
  const row = `row(${columns.map(quoted).join(', ')})::text`
  const hash = `('x' || left(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), 16))::bit(64)::bigint`
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(${hash}), 0)::text as sum from ${quoted(name)}`,
  )
  const [found] = rows
  return { rows: Number(found!.rows), sum: found!.sum }
}
