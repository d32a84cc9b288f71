// Copies the whole database while the server runs, for `npm run backup` (main/commands/backup.ts). One
// transaction reads all tables as of one moment, so the copy is consistent. Memory is bounded by the
// largest row.
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { connectPatiently } from '../postgres/connection-config.ts'
import { copyOut } from '../postgres/copy.ts'
import { sealedBy } from '../secrets/sealed-columns.ts'
import { type DumpHeader, endOfRows, markLine } from './dump-format.ts'
import { dumpedTables, queriesOf, quoted } from './dump-tables.ts'

export interface DumpOptions {
  readonly url: string
  readonly madeBy: string
  /** Unix ms. */
  readonly now: number
}

/** The backup in chunks, uncompressed. @throws {Error} the database cannot be read */
export async function* dump({ url, madeBy, now }: DumpOptions): AsyncGenerator<Buffer> {
  const client = await connectPatiently(url, 'backup')
  try {
    await client.query('begin isolation level repeatable read read only')
    const hash = createHash('sha256')
    let rows = 0
    for await (const { piece, isRows } of pieces(client, madeBy, now)) {
      hash.update(piece)
      if (isRows) for (const byte of piece) if (byte === 0x0a) rows++
      yield piece
    }
    yield markLine({ end: true, rows, sha256: hash.digest('hex') })
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function* pieces(client: Client, madeBy: string, createdAt: number) {
  const mark = (piece: Buffer) => ({ piece, isRows: false })
  const { rows } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by name')
  const header: DumpHeader = {
    ...{ format: 'troupe-backup', version: 1, createdAt, madeBy },
    migrations: rows.map(({ name }) => name),
    keyIds: await sealedBy(queriesOf(client)),
  }
  yield mark(markLine(header))
  for (const { name, columns } of await dumpedTables(client)) {
    yield mark(markLine({ table: name, columns }))
    const sql = `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`
    for await (const piece of copyOut(client, sql)) yield { piece, isRows: true }
    yield mark(Buffer.from(endOfRows))
  }
  const sequences = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  const last = Object.fromEntries(sequences.rows.map(({ name, last }) => [name, Number(last)]))
  yield mark(markLine({ sequences: last }))
}
