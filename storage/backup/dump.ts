// Copies the whole database while the server runs, for `npm run backup` (main/commands/backup.ts). One
// transaction reads all tables as of one moment, so the copy is consistent, and PostgreSQL's own figures of
// each table, which it carries along, are of the same moment. Memory is bounded by the largest row.
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { connectPatiently } from '../postgres/connection-config.ts'
import { copyOut } from '../postgres/copy.ts'
import { sealedBy } from '../secrets/sealed-columns.ts'
import { type DumpHeader, type DumpMark, endOfRows, markLine } from './dump-format.ts'
import { type DumpedTable, dumpedTables, queriesOf, quoted } from './dump-tables.ts'
import { fixTextForms, tableSum } from './table-sums.ts'

export interface DumpOptions {
  readonly url: string
  readonly madeBy: string
  /** Unix ms. */
  readonly now: number
}

interface Piece {
  readonly bytes: Buffer
  /** Rows in it. */
  readonly rows: number
}

/** The backup in chunks, uncompressed. @throws {Error} the database cannot be read */
export async function* dump({ url, madeBy, now }: DumpOptions): AsyncGenerator<Buffer> {
  const client = await connectPatiently(url, 'backup')
  try {
    await client.query('begin isolation level repeatable read read only')
    await fixTextForms(client)
    const hash = createHash('sha256')
    let total = 0
    for await (const { bytes, rows } of pieces(client, madeBy, now)) {
      hash.update(bytes)
      total += rows
      yield bytes
    }
    yield markLine({ end: true, rows: total, sha256: hash.digest('hex') })
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function* pieces(client: Client, madeBy: string, createdAt: number): AsyncGenerator<Piece> {
  const { rows } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by name')
  yield mark({
    ...{ format: 'troupe-backup', version: 1, createdAt, madeBy },
    migrations: rows.map(({ name }) => name),
    keyIds: await sealedBy(queriesOf(client)),
  })
  for (const table of await dumpedTables(client)) yield* tablePieces(client, table)
  const sequences = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  const last = Object.fromEntries(sequences.rows.map(({ name, last }) => [name, Number(last)]))
  yield mark({ sequences: last })
}

/** @throws {Error} what arrived is not as many rows as PostgreSQL counts */
async function* tablePieces(client: Client, table: DumpedTable): AsyncGenerator<Piece> {
  const { name, columns } = table
  const { rows, sum } = await tableSum(client, table)
  yield mark({ table: name, columns, rows, sum })
  const copy = copyOut(client, `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`)
  let arrived = 0
  for (;;) {
    const { value, done } = await copy.next()
    if (done) {
      checkRows(name, { counted: rows, sent: value, arrived })
      break
    }
    const lines = linesOf(value)
    arrived += lines
    yield { bytes: value, rows: lines }
  }
  yield { bytes: Buffer.from(endOfRows), rows: 0 }
}

/** @param table its name */
export function checkRows(
  table: string,
  { counted, sent, arrived }: { readonly counted: number; readonly sent: number; readonly arrived: number },
): void {
  if (counted === sent && sent === arrived) return
  throw new Error(
    `${table} has ${counted} rows, PostgreSQL sent ${sent}, and ${arrived} arrived: there is no backup, make another`,
  )
}

function mark(mark: DumpHeader | DumpMark): Piece {
  return { bytes: markLine(mark), rows: 0 }
}

function linesOf(bytes: Buffer): number {
  let lines = 0
  for (const byte of bytes) if (byte === 0x0a) lines++
  return lines
}
