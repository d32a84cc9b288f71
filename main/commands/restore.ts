// `npm run restore -- <file>` fills an empty database from a backup. The copy is read-only until the original
// is stopped for good and `npm run restore -- --activate` lowers its fence (docs/decisions/029).
import { createReadStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { readSettings, type Settings } from '../../domain/settings/settings.ts'
import { lowerFence } from '../../storage/backup/fence.ts'
import { load } from '../../storage/backup/load.ts'
import { HostConnection } from '../../storage/postgres/host-connection.ts'
import { acquireOwnership } from '../../storage/postgres/ownership.ts'
import { reachDatabase } from '../../storage/postgres/reach-database.ts'
import { keySource, openKeyRing } from '../../storage/secrets/master-key.ts'
import { createVault } from '../../storage/secrets/vault.ts'

try {
  await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const isCut = code?.startsWith('Z_') // of zlib
  console.error(
    `restore: ${isCut ? `this is not a backup of Troupe, or it is damaged: ${message}` : message}`,
  )
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { activate: { type: 'boolean', default: false } },
  })
  const [path] = positionals
  if (values.activate ? path !== undefined : path === undefined || positionals.length > 1)
    throw new Error('expected: npm run restore -- <file>, or npm run restore -- --activate')
  const settings = readSettings(process.env)
  if (path !== undefined && !existsSync(path)) throw new Error(`there is no file ${path}`)
  await mkdir(settings.dataDir, { recursive: true })
  const database = await reachDatabase(settings)
  try {
    if (path === undefined) await activate(database.url)
    else await fill(database.url, path, settings)
  } finally {
    await database.close()
  }
}

async function fill(url: string, path: string, settings: Settings): Promise<void> {
  const lost = (error: Error) => {
    console.error(`restore: ${error.message}`)
    process.exit(1)
  }
  // No server may run on a database that is being filled.
  const ownership = await acquireOwnership(url, lost)
  try {
    const source = pipeline(createReadStream(path), createGunzip(), () => {})
    const { header, rows } = await load({
      ...{ url, source, keyIds: keyIds(settings), now: Date.now() },
      onProgress: line => console.log(line),
    })
    console.log(`restored ${rows} rows of ${new Date(header.createdAt).toISOString()}`)
    console.log(
      'the copy is read-only: start it and check it; when the original is stopped for good, run npm run restore -- --activate',
    )
  } finally {
    await ownership.release()
  }
}

/** Empty when no server has started in the data directory yet. */
function keyIds(settings: Settings): readonly string[] {
  const source = keySource(settings)
  if (source.type === 'file' && !existsSync(source.path)) return []
  return createVault(openKeyRing(source)).keyIds
}

async function activate(url: string): Promise<void> {
  const connection = new HostConnection(url)
  try {
    const wasUp = await lowerFence(connection, Date.now())
    console.log(
      wasUp
        ? 'activated: the server begins its work'
        : 'there is nothing to activate: this is no fenced copy',
    )
  } finally {
    await connection.close()
  }
}
