// Seals every secret anew with the newest key, for `npm run rotate-keys`, while a server runs and reads
// both keys. It works in batches and replaces a row only if it has not changed since it was read. If it is
// interrupted, the next run goes on with the rest.

import type { Queries, Statement } from '../postgres/statement.ts'
import { type SealedColumn, type SealedRow, sealedColumns } from './sealed-columns.ts'
import { sealedPrefix, type Vault, VaultError } from './vault.ts'

export interface Rotated {
  /** Number of rows sealed anew. */
  readonly rows: number
  /** Rows that no given key opens: `credentials cred_...: why`. */
  readonly unopened: readonly string[]
}

const batchSize = 100

export async function rotate(queries: Queries, vault: Vault): Promise<Rotated> {
  let rows = 0
  const unopened: string[] = []
  for (const target of sealedColumns) {
    for (let after = ''; ; ) {
      const batch = await queries.query<SealedRow>(selectOf(target), [
        ...[after, `${sealedPrefix}${vault.keyIds[0]}.%`, batchSize],
      ])
      rows += await sealAnew(queries, vault, { target, batch, unopened })
      if (batch.length < batchSize) break
      after = batch.at(-1)!.id
    }
  }
  return { rows, unopened }
}

async function sealAnew(
  queries: Queries,
  vault: Vault,
  { target, batch, unopened }: { target: SealedColumn; batch: readonly SealedRow[]; unopened: string[] },
): Promise<number> {
  const sealed: { id: string; from: string; to: string }[] = []
  for (const row of batch) {
    const context = target.context(row)
    try {
      const to = vault.seal(vault.open(row.sealed, context), context)
      sealed.push({ id: row.id, from: row.sealed, to })
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      unopened.push(`${target.table} ${row.id}: ${error.message}`)
    }
  }
  const [result] = await queries.query<{ changed: number }>(updateOf(target), [
    ...[sealed.map(({ id }) => id), sealed.map(({ from }) => from), sealed.map(({ to }) => to)],
  ])
  return result!.changed
}

function selectOf({ table, column, owner }: SealedColumn): Statement {
  return {
    name: `rotation.read-${table}-${column}`,
    text: `select id, ${owner} as "organizationId", ${column} as sealed from ${table}
      where id > $1 and ${column} not like $2 order by id limit $3`,
  }
}

function updateOf({ table, column }: SealedColumn): Statement {
  return {
    name: `rotation.write-${table}-${column}`,
    text: `with changed as (
        update ${table} t set ${column} = u.after
        from unnest($1::text[], $2::text[], $3::text[]) as u(id, before, after)
        where t.id = u.id and t.${column} = u.before returning t.id)
      select count(*) as changed from changed`,
  }
}
