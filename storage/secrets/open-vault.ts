// Opens the vault of a starting server (main.ts): finds or makes the master key, and proves before anything
// is served that it fits this database. It also seals signing keys that an earlier version left unsealed.
import type { Database } from '../postgres/database.ts'
import type { Queries } from '../postgres/statement.ts'
import { ensureKeyFile, type KeySettings, type KeySource, keySource, openKeyRing } from './master-key.ts'
import { signingKeyContext } from './signing-keys.ts'
import { createVault, sealedPrefix, type Vault, VaultError } from './vault.ts'

export interface OpenedVault {
  readonly vault: Vault
  /** For the hosts, which open vaults of their own. */
  readonly source: KeySource
}

/**
 * @param onProgress called with a line when a key was made
 * @throws {Error} the key is missing or another one: says which is needed and what to do
 */
export async function openVault(
  database: Database,
  settings: KeySettings & { readonly isProduction?: boolean },
  onProgress: (line: string) => void,
): Promise<OpenedVault> {
  const source = keySource(settings)
  if (source.type === 'file' && ensureKeyFile(source.path)) {
    onProgress(
      `made a master key: ${source.path}; without it, no stored credential can be read, so back it up`,
    )
  }
  if (source.type === 'file' && settings.isProduction === true)
    onProgress(
      `MASTER_KEY is not set: secrets are sealed by ${source.path}, which lies beside what it protects`,
    )
  const vault = createVault(openKeyRing(source))
  await checkKeys(database, vault, source)
  await sealSigningKeys(database, vault)
  return { vault, source }
}

const checkId = 'master-key'
const checkText = 'troupe'

/** Checks that every key in use is there, and that the check row opens. */
async function checkKeys(queries: Queries, vault: Vault, source: KeySource): Promise<void> {
  const missing = (await sealedBy(queries)).find(keyId => !vault.keyIds.includes(keyId))
  if (missing !== undefined) throw wrongKey(missing, vault.keyIds, source)
  await queries.query(insertCheck, [checkId, vault.seal(checkText, checkId)])
  const [row] = await queries.query<{ sealed: string }>(readCheck, [checkId])
  try {
    if (row === undefined || vault.open(row.sealed, checkId) !== checkText)
      throw new VaultError('it says something else')
  } catch (cause) {
    const reason = (cause as Error).message
    throw new Error(
      `the row vault_check of the database does not open: ${reason}. Restore it from a backup`,
      { cause },
    )
  }
}

/** Ids of the keys that seal something in the database. */
export async function sealedBy(queries: Queries): Promise<string[]> {
  const used = await queries.query<{ keyId: string }>(usedKeys, [`${sealedPrefix}%`])
  return used.map(({ keyId }) => keyId)
}

function wrongKey(needed: string, given: readonly string[], source: KeySource): Error {
  const from = source.type === 'file' ? source.path : 'MASTER_KEY'
  return new Error(
    `the master key does not fit the database: it is sealed by the key ${needed}, and ${from} gives ${given.join(', ')}. ` +
      'Start with the key that it was sealed by: as MASTER_KEY, or as MASTER_KEY_PREVIOUS beside a new MASTER_KEY',
  )
}

/** An earlier version kept them unsealed. */
async function sealSigningKeys(queries: Queries, vault: Vault): Promise<void> {
  const rows = await queries.query<{ id: string; text: string }>(unsealedKeys, [`${sealedPrefix}%`])
  for (const { id, text } of rows)
    await queries.query(sealKey, [id, vault.seal(text, signingKeyContext(id)), text])
}

const usedKeys = {
  name: 'vault.used-keys',
  text: `select split_part(sealed, '.', 2) as "keyId", count(*) as rows
    from (select sealed_secret as sealed from credentials
      union all select sealed_private_jwk from signing_keys
      union all select sealed_secret from webhooks union all select sealed_old_secret from webhooks
      union all select sealed_body from mails where sealed_body is not null union all select sealed from vault_check) as all_sealed
    where sealed like $1 group by 1`,
}
const insertCheck = {
  name: 'vault.insert-check',
  text: 'insert into vault_check (id, sealed) values ($1, $2) on conflict (id) do nothing',
}
const readCheck = { name: 'vault.read-check', text: 'select sealed from vault_check where id = $1' }
const unsealedKeys = {
  name: 'vault.unsealed-signing-keys',
  text: 'select id, sealed_private_jwk as text from signing_keys where sealed_private_jwk not like $1',
}
const sealKey = {
  name: 'vault.seal-signing-key',
  text: 'update signing_keys set sealed_private_jwk = $2 where id = $1 and sealed_private_jwk = $3',
}
