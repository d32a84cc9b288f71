// `npm run restore -- <file>` fills an empty database from a backup. The copy is read-only until the original
// is stopped for good and `npm run restore -- --activate` lowers its fence (docs/decisions/029). With
// `--trial` it fills a database that is removed at once, and says whether the backup is sound.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readSettings, type Settings } from '../../domain/settings/settings.ts'
import { lowerFence } from '../../storage/backup/fence.ts'
import { intoEmpty, load } from '../../storage/backup/load.ts'
import { HostConnection } from '../../storage/postgres/host-connection.ts'
import { acquireOwnership, Occupied } from '../../storage/postgres/ownership.ts'
import { reachDatabase } from '../../storage/postgres/reach-database.ts'
import { complaint, openBackup } from './backup-file.ts'
import { notCompared, tryRestore, untilStopped } from './trial.ts'

try {
  await main()
} catch (error) {
  console.error(`restore: ${complaint(error as Error)}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      activate: { type: 'boolean', default: false },
      trial: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  const isClear = values.activate ? path === undefined && !values.trial : positionals.length === 1
  if (!isClear) throw new Error('expected: npm run restore -- <file>, or -- --trial <file>, or -- --activate')
  const settings = readSettings(process.env)
  if (path !== undefined && !existsSync(path)) throw new Error(`there is no file ${path}`)
  await mkdir(settings.dataDir, { recursive: true })
  if (path !== undefined && values.trial) return tryRestore(path, settings, untilStopped())
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
  const ownership = await acquireOwnership(url, lost).catch(error => {
    if (!(error instanceof Occupied)) throw error
    throw new Error(`${error.holder} runs on this database: ${intoEmpty}`)
  })
  try {
    const { header, rows, isCompared } = await load({
      ...{ ...openBackup(path, settings), url, now: Date.now() },
      onProgress: line => console.log(line),
    })
    console.log(`restored ${rows} rows of ${new Date(header.createdAt).toISOString()}`)
    if (!isCompared) console.log(notCompared)
    console.log(
      'the copy is read-only: start it and check it; when the original is stopped for good, run npm run restore -- --activate',
    )
  } finally {
    await ownership.release()
  }
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
