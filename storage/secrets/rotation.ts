// Seals every secret anew with the newest key, for `npm run rotate-keys`, while a server runs and reads
// both keys. It works in batches and replaces a row only if it has not changed since it was read. If it is
// interrupted, the next run goes on with the rest.

import { webhookSecretContext } from '../events/webhook-secrets.ts'
import { mailContext } from '../notifications/mails.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { connectionContext } from '../tool-servers/connection-rows.ts'
import { clientContext, flowContext } from '../tool-servers/connections.ts'
import { triggerSecretContext } from '../workflows/triggers.ts'
import { secretContext } from './credential-reader.ts'
import { signingKeyContext } from './signing-keys.ts'
import { sealedPrefix, type Vault, VaultError } from './vault.ts'

export interface Rotated {
  /** Number of rows sealed anew. */
  readonly rows: number
  /** Rows that no given key opens: `credentials cred_...: why`. */
  readonly unopened: readonly string[]
}

const batchSize = 100

/** The check row comes last: as long as an old key seals it, the rotation has not ended. */
const targets: readonly Target[] = [
  { table: 'credentials', column: 'sealed_secret', owner: 'organization_id', context: secretContext },
  {
    table: 'signing_keys',
    column: 'sealed_private_jwk',
    owner: 'null',
    context: ({ id }) => signingKeyContext(id),
  },
  ...['sealed_secret', 'sealed_old_secret'].map(column => ({
    ...{ table: 'webhooks', column, owner: 'organization_id' },
    context: webhookSecretContext,
  })),
  {
    table: 'workflow_triggers',
    column: 'sealed_secret',
    owner: 'organization_id',
    context: triggerSecretContext,
  },
  {
    table: 'tool_server_connections',
    column: 'sealed',
    owner: 'organization_id',
    context: connectionContext,
  },
  { table: 'tool_server_clients', column: 'sealed', owner: 'organization_id', context: clientContext },
  { table: 'tool_server_authorizations', column: 'sealed', owner: 'organization_id', context: flowContext },
  { table: 'mails', column: 'sealed_body', owner: 'null', context: ({ id }) => mailContext(id) },
  { table: 'vault_check', column: 'sealed', owner: 'null', context: ({ id }) => id },
]

interface Target {
  readonly table: string
  readonly column: string
  readonly owner: string
  readonly context: (row: SealedRow) => string
}

interface SealedRow {
  readonly id: string
  readonly organizationId: string
  readonly sealed: string
}

export async function rotate(queries: Queries, vault: Vault): Promise<Rotated> {
  let rows = 0
  const unopened: string[] = []
  for (const target of targets) {
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
  { target, batch, unopened }: { target: Target; batch: readonly SealedRow[]; unopened: string[] },
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

function selectOf({ table, column, owner }: Target): Statement {
  return {
    name: `rotation.read-${table}-${column}`,
    text: `select id, ${owner} as "organizationId", ${column} as sealed from ${table}
      where id > $1 and ${column} not like $2 order by id limit $3`,
  }
}

function updateOf({ table, column }: Target): Statement {
  return {
    name: `rotation.write-${table}-${column}`,
    text: `with changed as (
        update ${table} t set ${column} = u.after
        from unnest($1::text[], $2::text[], $3::text[]) as u(id, before, after)
        where t.id = u.id and t.${column} = u.before returning t.id)
      select count(*) as changed from changed`,
  }
}
