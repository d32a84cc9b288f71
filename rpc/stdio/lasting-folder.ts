// The folder that a tool server on stdio keeps between its processes: its working directory and its HOME.
// Used by launch.ts, for npm packages (rpc/packages/).
// 1. Only its process can enter it: it belongs to the user id that the process has, which may be another one
//    each time. Nothing of an earlier process runs any more when it changes hands.
// 2. Links are not followed, and a file with several names keeps its owner: one of them may be elsewhere.
// 3. What it holds is bounded, and counted before each start.
import { chmod, lchown, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const folderBounds = { entries: 10_000, sizeBytes: 256 * 1024 * 1024, depth: 32 } as const

export class FolderTooLarge extends Error {
  constructor(what: string) {
    super(`its folder holds more than ${what}: remove the server, or what it keeps there`)
    this.name = 'FolderTooLarge'
  }
}

/**
 * @param uid of the process; null: that of the service
 * @throws {FolderTooLarge}
 */
export async function openLastingFolder(folder: string, uid: number | null): Promise<void> {
  // Passed by the users of processes, and listed by nobody.
  await mkdir(dirname(folder), { recursive: true, mode: 0o711 })
  await mkdir(folder, { mode: 0o700, recursive: true })
  const owned = [folder, ...(await entriesIn(folder))]
  if (uid === null) return
  for (const path of owned) await lchown(path, uid, uid)
  await chmod(folder, 0o700)
}

/** Those that may change hands. */
async function entriesIn(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  const waiting = [{ path: folder, depth: 1 }]
  let count = 0
  let sizeBytes = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > folderBounds.depth) throw new FolderTooLarge(`${folderBounds.depth} levels`)
    for (const entry of await readdir(next.path, { withFileTypes: true })) {
      if (++count > folderBounds.entries) throw new FolderTooLarge(`${folderBounds.entries} files`)
      const path = join(next.path, entry.name)
      const isFolder = entry.isDirectory()
      const { size, nlink } = await lstat(path)
      sizeBytes += isFolder ? 0 : size
      if (sizeBytes > folderBounds.sizeBytes) throw new FolderTooLarge('256 MB')
      if (isFolder) waiting.push({ path, depth: next.depth + 1 })
      if (isFolder || nlink === 1) found.push(path)
    }
  }
  return found
}
