// Reads the files of a folder into a set, when the service starts. `app.js.br` and `app.js.gz` are forms of
// the `app.js` beside them. Anything but an ordinary file (a link, a socket) and every name with a dot in
// front is left out.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { FileSource } from './file-set.ts'

export interface FolderOptions {
  /** Matches names with a hash of the content, as a bundler makes them: `/^assets\//`. */
  readonly hashed?: RegExp
  /** Content-Security-Policy of a page by its name; undefined for the strict one. */
  readonly policy?: (name: string) => string | undefined
}

/** Ten times a large dashboard, because all of it stays in memory. */
export const folderLimits = { files: 2_000, sizeBytes: 64 * 1_048_576 } as const

/** @throws {Error} it cannot be read, or is over the limits; names the folder */
export async function readFolder(
  folder: string,
  options: FolderOptions = {},
  limits: { files: number; sizeBytes: number } = folderLimits,
): Promise<FileSource[]> {
  const names = await list(folder)
  if (names.length > limits.files) throw new Error(`${folder} has more than ${limits.files} files`)
  const read = new Map<string, Uint8Array>()
  let sizeBytes = 0
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    sizeBytes += bytes.length
    if (sizeBytes > limits.sizeBytes) throw new Error(`${folder} is over ${limits.sizeBytes} bytes`)
    read.set(name, bytes)
  }
  const isForm = (name: string) => /\.(br|gz)$/.test(name) && read.has(name.slice(0, name.lastIndexOf('.')))
  return names.filter(name => !isForm(name)).map(name => sourceOf(name, read, options))
}

/** Names with slashes, in order. */
async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`the folder ${folder} cannot be read: were its files built?`, { cause })
  })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(name => !name.split('/').some(part => part.startsWith('.')))
    .sort()
}

function sourceOf(name: string, read: ReadonlyMap<string, Uint8Array>, options: FolderOptions): FileSource {
  const br = read.get(`${name}.br`)
  const gzip = read.get(`${name}.gz`)
  const policy = options.policy?.(name)
  return {
    name,
    bytes: read.get(name)!,
    ...(br !== undefined && { br }),
    ...(gzip !== undefined && { gzip }),
    ...(policy !== undefined && { policy }),
    isHashed: options.hashed !== undefined && name.search(options.hashed) >= 0,
  }
}
