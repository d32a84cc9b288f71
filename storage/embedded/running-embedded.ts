// Finds the embedded PostgreSQL that a running server of this data directory uses, for commands that run
// beside that server.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostgresHome } from './postgres-home.ts'
import { isRunning } from './process-identity.ts'

/** For `pg`; holds the password. Null when none runs. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  const { directory } = await findPostgresHome(dataDir, () => {})
  const lines = await readFile(join(directory, 'cluster/postmaster.pid'), 'utf8').catch(() => null)
  if (lines === null) return null
  // Process id, data directory, start time, port, socket directory, listen address: PostgreSQL's miscadmin.h.
  const [pid, , , port, socket] = lines.split('\n').map(line => line.trim())
  if (!isRunning(Number(pid))) return null
  const password = (await readFile(join(directory, 'password'), 'utf8')).trim()
  const account = `postgresql://troupe:${password}@`
  return socket
    ? `${account}localhost:${port}/postgres?host=${encodeURIComponent(socket)}`
    : `${account}127.0.0.1:${port}/postgres`
}
