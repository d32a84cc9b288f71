// `npm run rotate-signing-key`: a new key pair for the tokens, also while the server runs; it signs within a minute. Tokens of
// the old pair hold until they expire. With `-- --drop-old`, after a theft, they end within a minute; refresh tokens go on.
import { parseArgs } from 'node:util'
import { readSettings } from '../domain/settings.ts'
import { openCommandDatabase } from '../storage/command-database.ts'
import { keySource, openKeyRing } from '../storage/master-key.ts'
import { signingKeyStore } from '../storage/signing-keys.ts'
import { createVault } from '../storage/vault.ts'
import { addKey, dropOldKeys } from './signing-keys.ts'

try {
  await main()
} catch (error) {
  console.error(`rotate-signing-key: ${(error as Error).message}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'drop-old': { type: 'boolean', default: false } } })
  const settings = readSettings(process.env)
  const vault = createVault(openKeyRing(keySource(settings)))
  const database = await openCommandDatabase(settings)
  try {
    const keys = signingKeyStore(database.connection, vault)
    const { id } = await addKey(keys, Date.now())
    console.log(`the key ${id} signs within a minute`)
    if (!values['drop-old']) return
    console.log(`tokens of ${await dropOldKeys(keys)} older keys end within a minute`)
  } finally {
    await database.close()
  }
}
