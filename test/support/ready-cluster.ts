// PostgreSQL clusters that are made and migrated once per machine: each is kept, ready and stopped, in the
// temporary directory, and whoever needs one runs on a copy. Making one takes some seconds, copying it less
// than a tenth of that.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * Copies a data directory of the embedded PostgreSQL whose `database` is migrated.
 * @param directory made when it is missing
 */
export function copyReadyCluster(database: string, directory: string): void {
  const ready = join(readyClusters(), database)
  // In a process of its own: most tests would load the migrations for nothing.
  if (!existsSync(ready))
    execFileSync(process.execPath, [join(import.meta.dirname, 'make-ready-cluster.ts'), ready, database])
  mkdirSync(directory, { recursive: true })
  // cp keeps owners, which fs.cp does not: PostgreSQL runs only on its own files.
  execFileSync('cp', ['-a', `${ready}/.`, directory])
}

/** The directory of all, named after everything that a ready cluster depends on. */
export function readyClusters(): string {
  const storage = join(import.meta.dirname, '../../storage')
  const sources = [
    'embedded/embedded.ts',
    'postgres/migrate.ts',
    ...readdirSync(join(storage, 'migrations')).map(name => `migrations/${name}`),
  ]
  const hash = createHash('sha256').update(String(userInfo().uid))
  for (const source of sources) hash.update(readFileSync(join(storage, source)))
  return join(tmpdir(), `troupe-test-${hash.digest('hex').slice(0, 12)}`)
}
