// A database as rows in a file: written from the product of an older version, and loaded into a database with
// the migrations of that version. Times move with the day on which it is loaded, so that nothing in it ever
// expires; what is counted by the month is counted in the month of the load.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { migrate } from '../../../storage/postgres/migrate.ts'
import type { Facts } from './scenario.ts'

interface Fixture {
  /** The last migration of its version. */
  readonly migration: string
  /** Unix ms. */
  readonly madeAt: number
  readonly facts: Facts
  /** Rows as PostgreSQL says them in JSON, by table. */
  readonly rows: Readonly<Record<string, string>>
  readonly sequences: Readonly<Record<string, string>>
}

const path = (version: string) => join(import.meta.dirname, `${version}.json.gz`)
/** The repository keeps it for good. */
const bytesAtMost = 200_000

export async function writeFixture(version: string, url: string, facts: Facts): Promise<number> {
  const client = await connect(url)
  const rows: Record<string, string> = {}
  for (const table of await tablesOf(client)) {
    const { rows: found } = await client.query(`select json_agg(t)::text as text from only "${table}" t`)
    if (found[0].text !== null) rows[table] = found[0].text
  }
  const { rows: sequences } = await client.query(
    `select sequencename as name, last_value::text as last from pg_sequences where last_value is not null`,
  )
  const migrations = await client.query('select name from mikro_orm_migrations order by name desc limit 1')
  await client.end()
  const fixture: Fixture = {
    ...{ migration: migrations.rows[0].name, madeAt: Date.now(), facts, rows },
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  }
  const packed = gzipSync(JSON.stringify(fixture), { level: 9 })
  if (packed.length > bytesAtMost) throw new Error(`the fixture has ${packed.length} bytes`)
  writeFileSync(path(version), packed)
  return packed.length
}

/** Fills an empty database. @returns what the test knows of it */
export async function loadFixture(version: string, url: string): Promise<Facts> {
  const text = gunzipSync(readFileSync(path(version))).toString()
  const { madeAt } = JSON.parse(text) as Fixture
  const { migration, facts, rows, sequences } = JSON.parse(moved(text, madeAt, Date.now())) as Fixture
  await migrate(url, () => {}, migration)
  const client = await connect(url)
  await client.query(`set session_replication_role = replica`)
  const tables = await tablesOf(client)
  await client.query(`truncate ${tables.map(table => `"${table}"`).join()}`)
  for (const [table, values] of Object.entries(rows)) {
    const columns = await columnsOf(client, table)
    await client.query(
      `insert into "${table}" (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::"${table}", $1)`,
      [values],
    )
  }
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1, $2)', [name, last])
  await client.end()
  return facts
}

/** Every time of the text, as much later as the day is; starts of months become those of the new month. */
function moved(text: string, from: number, to: number): string {
  const starts = new Map([0, 1].map(months => [monthAt(from, months), monthAt(to, months)]))
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return text
    .replaceAll(/(?<!\d)1[78]\d{11}(?!\d)/g, found => {
      const at = Number(found)
      return String(starts.get(at) ?? at + to - from)
    })
    .replaceAll(day(from), day(to))
    .replaceAll(`"${day(from).slice(0, 7)}"`, `"${day(to).slice(0, 7)}"`)
}

function monthAt(at: number, months: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
}

async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  return client
}

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'mikro_orm_migrations' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function columnsOf(client: Client, table: string): Promise<string> {
  const { rows } = await client.query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`"${table}"`],
  )
  return rows[0].names
}
