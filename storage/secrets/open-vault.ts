// Opens the vault of a starting server (main.ts): finds or makes the master key, and proves before anything
// is served that it fits this database. It also seals signing keys that an earlier version left unsealed.
import type { Database } from '../postgres/database.ts'
import type { Queries } from '../postgres/statement.ts'
import { ensureKeyFile, type KeySettings, type KeySource, keySource, openKeyRing } from './master-key.ts'
import { sealedBy } from './sealed-columns.ts'
import { SealingKey } from './sealing-key.ts'
import { signingKeyContext } from './signing-keys.ts'
import { createVault, keyIdOf, sealedPrefix, type Vault, VaultError } from './vault.ts'

export interface OpenedVault {
  readonly vault: Vault
  /** For the hosts, which open vaults of their own. */
  readonly source: KeySource
  /** Which of its keys seals. */
  readonly sealing: SealingKey
}

export interface OpenVaultOptions extends KeySettings {
  readonly isProduction?: boolean
  /** Others may run on this database. Default: it is the only server. */
  readonly isNode?: boolean
}

/**
 * @param onProgress called with a line when a key was made
 * @throws {Error} the key is missing or another one: says which is needed and what to do
 */
export async function openVault(
  database: Database,
  settings: OpenVaultOptions,
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
  const sealing = new SealingKey()
  const vault = createVault(openKeyRing(source), sealing)
  const checked = await checkKeys(database, vault, source)
  // Until a node has joined it knows of one key alone that all others have: they have opened the check row.
  if (settings.isNode === true) sealing.begin(keyIdOf(checked), vault.keyIds)
  else await announceAlone(database, source.type === 'file' ? null : vault.keyIds)
  await sealSigningKeys(database, vault)
  return { vault, source, sealing }
}

const checkId = 'master-key'
const checkText = 'troupe'

/** Checks that every key in use is there, and that the check row opens. @returns its sealed text */
async function checkKeys(queries: Queries, vault: Vault, source: KeySource): Promise<string> {
  const missing = (await sealedBy(queries)).find(keyId => !vault.keyIds.includes(keyId))
  if (missing !== undefined) throw wrongKey(missing, vault.keyIds, source)
  await queries.query(insertCheck, [checkId, vault.seal(checkText, checkId)])
  const [row] = await queries.query<{ sealed: string }>(readCheck, [checkId])
  try {
    if (row === undefined || vault.open(row.sealed, checkId) !== checkText)
      throw new VaultError('it says something else')
    return row.sealed
  } catch (cause) {
    const reason = (cause as Error).message
    throw new Error(
      `the row vault_check of the database does not open: ${reason}. Restore it from a backup`,
      { cause },
    )
  }
}

function wrongKey(needed: string, given: readonly string[], source: KeySource): Error {
  const from = source.type === 'file' ? source.path : 'MASTER_KEY'
  return new Error(
    `the master key does not fit the database: it is sealed by the key ${needed}, and ${from} gives ${given.join(', ')}. ` +
      'Start with the key that it was sealed by: as MASTER_KEY, or as MASTER_KEY_PREVIOUS beside a new MASTER_KEY',
  )
}

/**
 * Tells `npm run rotate-keys` which keys the server that is alone can open (storage/secrets/key-holders.ts).
 * @param keys null: it reads a file again when that has changed
 */
async function announceAlone(queries: Queries, keys: readonly string[] | null): Promise<void> {
  await queries.query(announce, [checkId, keys])
}

/** An earlier version kept them unsealed. */
async function sealSigningKeys(queries: Queries, vault: Vault): Promise<void> {
  const rows = await queries.query<{ id: string; text: string }>(unsealedKeys, [`${sealedPrefix}%`])
  for (const { id, text } of rows)
    await queries.query(sealKey, [id, vault.seal(text, signingKeyContext(id)), text])
}

const insertCheck = {
  name: 'vault.insert-check',
  text: 'insert into vault_check (id, sealed) values ($1, $2) on conflict (id) do nothing',
}
const announce = { name: 'vault.announce', text: 'update vault_check set server_keys = $2 where id = $1' }
const readCheck = { name: 'vault.read-check', text: 'select sealed from vault_check where id = $1' }
const unsealedKeys = {
  name: 'vault.unsealed-signing-keys',
  text: 'select id, sealed_private_jwk as text from signing_keys where sealed_private_jwk not like $1',
}
const sealKey = {
  name: 'vault.seal-signing-key',
  text: 'update signing_keys set sealed_private_jwk = $2 where id = $1 and sealed_private_jwk = $3',
}
