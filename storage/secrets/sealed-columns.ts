// Every column that holds sealed texts, and the context in which each text is sealed. Whoever seals anew and
// whoever asks which keys are still in use reads this list; test/storage/secrets/sealed-columns.test.ts holds
// it to the schema, where the names of these columns begin with "sealed".

import { webhookSecretContext } from '../events/webhook-secrets.ts'
import { mailContext } from '../notifications/mails.ts'
import type { Queries } from '../postgres/statement.ts'
import { connectionContext } from '../tool-servers/connection-rows.ts'
import { clientContext, flowContext } from '../tool-servers/connections.ts'
import { triggerSecretContext } from '../workflows/triggers.ts'
import { secretContext } from './credential-reader.ts'
import { signingKeyContext } from './signing-keys.ts'
import { sealedPrefix } from './vault.ts'

export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** SQL of the organization's id; `null` for rows of the service. */
  readonly owner: string
  readonly context: (row: SealedRow) => string
}

export interface SealedRow {
  readonly id: string
  readonly organizationId: string
  readonly sealed: string
}

const owned = 'organization_id'

/** The check row comes last: as long as an old key seals it, a rotation has not ended. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'credentials', column: 'sealed_secret', owner: owned, context: secretContext },
  {
    ...{ table: 'signing_keys', column: 'sealed_private_jwk', owner: 'null' },
    context: ({ id }) => signingKeyContext(id),
  },
  { table: 'webhooks', column: 'sealed_secret', owner: owned, context: webhookSecretContext },
  { table: 'webhooks', column: 'sealed_old_secret', owner: owned, context: webhookSecretContext },
  { table: 'workflow_triggers', column: 'sealed_secret', owner: owned, context: triggerSecretContext },
  { table: 'tool_server_connections', column: 'sealed', owner: owned, context: connectionContext },
  { table: 'tool_server_clients', column: 'sealed', owner: owned, context: clientContext },
  { table: 'tool_server_authorizations', column: 'sealed', owner: owned, context: flowContext },
  { table: 'mails', column: 'sealed_body', owner: 'null', context: ({ id }) => mailContext(id) },
  { table: 'vault_check', column: 'sealed', owner: 'null', context: ({ id }) => id },
]

/** Ids of the keys that seal something in the database. */
export async function sealedBy(queries: Queries): Promise<string[]> {
  const used = await queries.query<{ keyId: string }>(usedKeys, [`${sealedPrefix}%`])
  return used.map(({ keyId }) => keyId)
}

const usedKeys = {
  name: 'vault.used-keys',
  text: `select distinct split_part(sealed, '.', 2) as "keyId"
    from (${sealedColumns.map(({ table, column }) => `select ${column} as sealed from ${table}`).join('\n      union all ')}) as all_sealed
    where sealed like $1`,
}
