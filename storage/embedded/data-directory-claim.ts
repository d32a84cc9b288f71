// One server process per data directory. The claim is a file with the process id and start time of its
// holder, so that a claim left by a killed server is not taken for a live one, even when the id has been
// reused. Called by storage/embedded/embedded.ts.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTimeOf } from './process-identity.ts'

/**
 * @returns a function that releases the claim
 * @throws {Error} another live process holds it
 */
export async function claimDataDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'server.pid')
  const release = () => rm(path, { force: true })
  for (;;) {
    try {
      await writeFile(path, `${process.pid} ${startTimeOf(process.pid)}\n`, { flag: 'wx', mode: 0o644 })
      return release
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid = '', startTime] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ')
    if (startTime !== undefined && startTimeOf(Number(pid)) === startTime) {
      throw new Error(`${directory} is in use by process ${pid}: stop that server or set another DATA_DIR`)
    }
    await release()
  }
}
