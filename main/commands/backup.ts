// `npm run backup -- <file>`: writes the whole database into one file, while the server runs. The secrets in
// the file stay sealed: keep the master key, and keep it elsewhere. With `--verify` it then restores the file
// on trial.
import { createWriteStream } from 'node:fs'
import { link, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { readSettings } from '../../domain/settings/settings.ts'
import manifest from '../../package.json' with { type: 'json' }
import { dump } from '../../storage/backup/dump.ts'
import { reachDatabase } from '../../storage/postgres/reach-database.ts'
import { complaint } from './backup-file.ts'
import { tryRestore, untilStopped } from './trial.ts'

try {
  await main()
} catch (error) {
  console.error(`backup: ${complaint(error as Error)}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { verify: { type: 'boolean', default: false } },
  })
  const [path] = positionals
  if (path === undefined || positionals.length > 1)
    throw new Error('expected: npm run backup -- <file>, or npm run backup -- <file> --verify')
  const settings = readSettings(process.env)
  const signal = untilStopped()
  const database = await reachDatabase(settings)
  try {
    const sizeBytes = await write(database.url, path, signal)
    console.log(`backed up to ${path}, ${(sizeBytes / 1024).toFixed(0)} KiB; keep the master key elsewhere`)
  } finally {
    await database.close()
  }
  if (values.verify) await tryRestore(path, settings, signal)
}

/** The file gets its name only when it is complete and on the disk. */
async function write(url: string, path: string, signal: AbortSignal): Promise<number> {
  const partial = `${path}.${process.pid}.partial`
  const pieces = dump({ url, madeBy: manifest.version, now: Date.now() })
  try {
    const sink = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(pieces, createGzip({ level: 6 }), sink, { signal }).catch(error => {
      throw signal.aborted ? new Error(`stopped by ${signal.reason}: there is no backup`) : error
    })
    // Unlike a rename, a link replaces nothing: an earlier backup stays.
    await link(partial, path).catch(error => {
      throw error.code === 'EEXIST'
        ? new Error(
            `${path} exists already: name another file; to try that one, npm run restore -- --trial ${path}`,
          )
        : error
    })
    return (await stat(path)).size
  } finally {
    await rm(partial, { force: true })
  }
}
