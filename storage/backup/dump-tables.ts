// Which tables a backup holds: every logged table, in an order in which rows can be loaded without a
// reference to a missing row. It asks PostgreSQL's catalog, so a new table needs no line here. Called by
// dump.ts and load.ts.
import type { Client } from 'pg'
import type { Queries, Statement } from '../postgres/statement.ts'

export interface DumpedTable {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
}

/** Left out: the record of migrations, and what is true of this database only. */
const left = ['mikro_orm_migrations', 'restores', 'cluster_members', 'cluster_shards']

/** @throws {Error} tables refer to each other in a circle */
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
 * Why a backup must not be loaded into this database; null when it is empty. Rows that a migration or a
 * first start makes by itself do not count, since nobody would miss them.
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

/** The connection as the Queries that stores take. */
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

/** relpersistence p: unlogged tables may be empty after any crash, so nothing depends on their rows. */
const tables = `select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select distinct f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as needs
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and c.relname <> all($1)
  order by c.relname`
