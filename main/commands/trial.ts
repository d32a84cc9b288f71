// A trial restore: loads a backup into a database that is made for it and removed after it, whatever comes.
// Called by `npm run backup -- <file> --verify` and `npm run restore -- --trial <file>`.
import type { Settings } from '../../domain/settings/settings.ts'
import { load } from '../../storage/backup/load.ts'
import { withScratchDatabase } from '../../storage/embedded/scratch.ts'
import { openBackup } from './backup-file.ts'

/** @throws {Error} the backup does not restore, or holds other rows than the original: says which */
export async function tryRestore(path: string, settings: Settings, signal: AbortSignal): Promise<void> {
  const { rows, tables, isCompared } = await withScratchDatabase({ dataDir: settings.dataDir, signal }, url =>
    load({ ...openBackup(path, settings), url, now: Date.now(), onProgress: () => {} }),
  ).catch(error => {
    throw signal.aborted ? new Error(`stopped by ${signal.reason}: the trial database is removed`) : error
  })
  console.log(`trial restore of ${path}: ${rows} rows of ${tables} tables; the trial database is removed`)
  console.log(isCompared ? 'counts and contents of all tables are those of the original' : notCompared)
}

export const notCompared =
  'an earlier version made this backup, which could write wrong rows without notice: nothing in it shows that its ' +
  'rows are those of the original, so make a new backup of the original if it is still there'

/** Aborted by the first SIGINT or SIGTERM, so that what was made for a command is removed. */
export function untilStopped(): AbortSignal {
  const stopped = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort(name))
  return stopped.signal
}
