// `npm run rotate-keys`: seals every stored secret with the newest master key, while servers run that have it
// already; it begins nothing while one of them lacks it.
// Keys in the environment: start the server with MASTER_KEY=new MASTER_KEY_PREVIOUS=old, run this with the
// same two, then drop the old one. Key in the data directory: `npm run rotate-keys -- --new-key` makes a new
// one first.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readSettings } from '../../domain/settings/settings.ts'
import type { Queries } from '../../storage/postgres/statement.ts'
import { notReadyFor } from '../../storage/secrets/key-holders.ts'
import { addKey, keySource, openKeyRing } from '../../storage/secrets/master-key.ts'
import { type Rotated, rotate } from '../../storage/secrets/rotation.ts'
import { sealedBy } from '../../storage/secrets/sealed-columns.ts'
import { createVault, type Vault } from '../../storage/secrets/vault.ts'
import { openCommandDatabase } from './command-database.ts'

/** A node hears of the others with each beat, twice a second. */
const heardMs = 1_500

try {
  await main()
} catch (error) {
  console.error(`rotate-keys: ${(error as Error).message}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'new-key': { type: 'boolean', default: false } } })
  const settings = readSettings(process.env)
  const source = keySource(settings)
  if (values['new-key']) {
    if (source.type === 'given')
      throw new Error(
        'the keys are in the environment: put a new one into MASTER_KEY, the old one into MASTER_KEY_PREVIOUS',
      )
    addKey(source.path)
  }
  const vault = createVault(openKeyRing(source))
  const [current, ...previous] = vault.keyIds
  const database = await openCommandDatabase(settings)
  try {
    await demandReady(database.connection, current!)
    const { rows, unopened } = await rotateAll(database.connection, vault)
    console.log(`${rows} rows were sealed again with the key ${current}`)
    if (unopened.length > 0)
      throw new Error(
        `${unopened.length} rows cannot be opened with these keys:\n  ${unopened.slice(0, 20).join('\n  ')}`,
      )
    const used = await sealedBy(database.connection)
    const still = used.filter(id => id !== current)
    if (still.length > 0) throw new Error(`${still.join(', ')} still seal something: run this again`)
    const place = source.type === 'file' ? `their lines in ${source.path}` : 'MASTER_KEY_PREVIOUS'
    if (previous.length > 0)
      console.log(
        `nothing is sealed by ${previous.join(', ')} any more: remove ${place} when each server restarts`,
      )
  } finally {
    await database.close()
  }
}

/** @throws {Error} a running server could not read what is sealed with the key, or seals with another one */
async function demandReady(queries: Queries, keyId: string): Promise<void> {
  const lines = await notReadyFor(queries, keyId)
  if (lines.length === 0) return
  throw new Error(
    `nothing was changed, since not every running server has the new key:\n  ${lines.join('\n  ')}\n` +
      'start each of them with the new MASTER_KEY and the old one as MASTER_KEY_PREVIOUS, then run this again',
  )
}

/**
 * Twice where nodes run: one may have sealed with an old key until it heard that all others have the new one.
 */
async function rotateAll(queries: Queries, vault: Vault): Promise<Rotated> {
  const first = await rotate(queries, vault)
  if ((await sealedBy(queries)).every(id => id === vault.keyIds[0])) return first
  await pause(heardMs)
  const second = await rotate(queries, vault)
  return { rows: first.rows + second.rows, unopened: second.unopened }
}
