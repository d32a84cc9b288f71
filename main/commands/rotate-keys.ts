// `npm run rotate-keys`: seals every stored secret with the newest master key, while the server runs.
// Keys in the environment: start the server with MASTER_KEY=new MASTER_KEY_PREVIOUS=old, run this with the
// same two, then drop the old one. Key in the data directory: `npm run rotate-keys -- --new-key` makes a new
// one first.
import { parseArgs } from 'node:util'
import { readSettings } from '../../domain/settings/settings.ts'
import { addKey, keySource, openKeyRing } from '../../storage/secrets/master-key.ts'
import { rotate } from '../../storage/secrets/rotation.ts'
import { createVault } from '../../storage/secrets/vault.ts'
import { openCommandDatabase } from './command-database.ts'

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
    const { rows, unopened } = await rotate(database.connection, vault)
    console.log(`${rows} rows were sealed again with the key ${current}`)
    if (unopened.length > 0)
      throw new Error(
        `${unopened.length} rows cannot be opened with these keys:\n  ${unopened.slice(0, 20).join('\n  ')}`,
      )
    const place = source.type === 'file' ? `their lines in ${source.path}` : 'MASTER_KEY_PREVIOUS'
    if (previous.length > 0)
      console.log(
        `nothing is sealed by ${previous.join(', ')} any more: remove ${place} when the server restarts`,
      )
  } finally {
    await database.close()
  }
}
