// What of a database a backup holds: every table that is kept over a crash, in an order in which rows can be put back
// without a reference to what is not there yet. Asked of PostgreSQL's catalog, so that a new table needs no line here.
import type { Client } from 'pg'
import type { Queries, Statement } from './statement.ts'

export interface DumpedTable {
  readonly name: string
  /** Without those that PostgreSQL computes. */
  readonly columns: readonly string[]
}

/** The schema's own books, and what is true of this database only. */
const left = ['mikro_orm_migrations', 'restores']

/** @throws {Error} tables that refer to each other in a circle */
export async function dumpedTables(client: Client): Promise<DumpedTable[]> {
  const { rows } = await client.query<DumpedTable & { needs: string[] }>(tables, [left])
  const ordered: DumpedTable[] = []
  const placed = new Set<string>()
  while (ordered.length < rows.length) {
    const free = rows.filter(({ name, needs }) => !placed.has(name) && needs.every(need => placed.has(need)))
    if (free.length === 0)
      throw new Error('tables refer to each other in a circle: no order to restore them in')
    for (const { name, columns } of free) {
      placed.add(name)
      ordered.push({ name, columns })
    }
  }
  return ordered
}

/**
 * Why a database is not to be restored into; null for one that is empty. In one of ours, rows that a migration or a first
 * start makes by itself are nothing that could be lost.
 */
export async function occupiedBy(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(names)
  const tables = rows.map(({ name }) => name)
  if (tables.length > 0 && !tables.includes('mikro_orm_migrations')) return `there is a table ${tables[0]}`
  for (const name of ['organizations', 'users', 'journal'].filter(name => tables.includes(name))) {
    const found = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (found.rows.length > 0) return `there are rows in ${name}`
  }
  return null
}

/** The connection as stores take it. */
export function queriesOf(client: Client): Queries {
  return {
    async query<Row extends object>({ text }: Statement, values: readonly unknown[]): Promise<Row[]> {
      return (await client.query<Row>(text, [...values])).rows
    },
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const names = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`

/** relpersistence p: unlogged tables may be empty after any crash, so nothing depends on them. */
const tables = `select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select distinct f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as needs
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and c.relname <> all($1)
  order by c.relname`
