// `npm run rotate-signing-key`: makes a new key pair for the access tokens, also while the server runs; it
// signs within a minute. Tokens of the old pair stay valid until they expire. With `-- --drop-old`, after a
// theft, they end within a minute; refresh tokens stay valid.
import { parseArgs } from 'node:util'
import { readSettings } from '../../domain/settings/settings.ts'
import { addKey, dropOldKeys } from '../../http/account/signing-keys.ts'
import { keySource, openKeyRing } from '../../storage/secrets/master-key.ts'
import { signingKeyStore } from '../../storage/secrets/signing-keys.ts'
import { createVault } from '../../storage/secrets/vault.ts'
import { openCommandDatabase } from './command-database.ts'

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
