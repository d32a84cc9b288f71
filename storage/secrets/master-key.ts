// Where the vault's keys come from: MASTER_KEY and MASTER_KEY_PREVIOUS, or a file in the data directory,
// one key a line, the newest first, which the first start makes. Read by the main thread, every host and
// `npm run rotate-keys`. The file is read again when it has changed, because a rotation adds a key while
// the server runs.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { KeyRing } from './vault.ts'

/** Plain data, so it can be passed to a worker thread. */
export type KeySource =
  | { readonly type: 'given' /** base64, the newest first. */; readonly keys: readonly string[] }
  | { readonly type: 'file'; readonly path: string }

export const keyBytes = 32

export interface KeySettings {
  /** Base64; null when it is not set. */
  readonly masterKey: string | null
  readonly previousKeys: readonly string[]
  readonly dataDir: string
}

/** The keys of the environment, or else the file in the data directory. */
export function keySource({ masterKey, previousKeys, dataDir }: KeySettings): KeySource {
  if (masterKey !== null) return { type: 'given', keys: [masterKey, ...previousKeys] }
  return { type: 'file', path: join(dataDir, 'master-key') }
}

/** @throws {Error} when the ring is asked: the file is missing or holds something else */
export function openKeyRing(source: KeySource): KeyRing {
  if (source.type === 'file') return fileRing(source.path)
  const keys = source.keys.map(decode)
  return () => keys
}

/** Makes the file unless there is one. @returns whether it was made */
export function ensureKeyFile(path: string): boolean {
  const made = `${path}.${process.pid}.new`
  writeDurably(made, `${newKey()}\n`)
  try {
    // A link, unlike a rename, replaces nothing: of two servers that start at once, one key wins.
    linkSync(made, path)
    syncDirectory(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(made)
  }
}

/** Puts a new key before the others; vaults with this ring seal with it from now on. */
export function addKey(path: string): void {
  const made = `${path}.${process.pid}.new`
  writeDurably(made, `${newKey()}\n${readFileSync(path, 'utf8')}`)
  renameSync(made, path)
  syncDirectory(path)
}

export function newKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

function fileRing(path: string): KeyRing {
  let seen: string | null = null
  let keys: readonly Buffer[] = []
  return () => {
    const stamp = stampOf(path)
    // If the file has gone, the keys in memory stay; the next start says what is missing.
    if (keys.length === 0 || (stamp !== null && stamp !== seen)) {
      keys = readFileSync(path, 'utf8').split('\n').filter(Boolean).map(decode)
      if (keys.length === 0) throw new Error(`${path} holds no key: restore it from a backup`)
      seen = stamp
    }
    return keys
  }
}

/** Differs after every change of the file; null when there is none. */
function stampOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : null
}

function decode(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`expected master keys of ${keyBytes} bytes in base64`)
  return key
}

function writeDurably(path: string, text: string): void {
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function syncDirectory(path: string): void {
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory)
  closeSync(directory)
}
