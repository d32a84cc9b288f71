// Installs one npm package into a folder of its own. The order is the point: the tarball is fetched, its
// SHA-512 is compared, and only then is anything unpacked. Its dependencies are those of a lockfile, which is
// made at the first installation and kept, so that every later one is the same. Used by packages.ts.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { Failure } from '../../domain/failure.ts'
import { isObject } from '../../domain/json.ts'
import { type KeptPackage, packageText } from '../../domain/tools/npm-package.ts'
import { problemOfLockfile, type WantedPackage } from './lockfile.ts'
import type { Npm, NpmRun } from './npm.ts'

export type Installed = Pick<KeptPackage, 'program' | 'lockfile'>

export interface Installing {
  readonly npm: Npm
  /** Where the folder of the package will be. */
  readonly folder: string
  /** Kept beside the package, for who finds the folder later. */
  readonly note: object
  readonly wanted: WantedPackage
  /** Of an earlier installation; null: it is made. */
  readonly lockfile: string | null
  readonly run: (folder: string) => NpmRun
}

export const noteFile = 'installed.json'
/** A folder that is not finished yet. */
export const unfinished = '.new-'
/** Not for `npm pack`: to it, the tarball of the registry is an address. */
const noRemote = '--allow-remote=none'
const tarball = 'package.tgz'
const bounds = { files: 50_000, bytes: 1024 ** 3 } as const

/** @throws {Failure} what is wrong; nothing is left of it, and what was there before is */
export async function installPackage(installing: Installing): Promise<Installed> {
  const { npm, folder, note, wanted, lockfile: known } = installing
  return inWorkFolder(join(folder, '..'), async work => {
    const run = installing.run(work)
    await fetchTarball(npm, wanted, run)
    const lockfile = known ?? (await makeLockfile(npm, wanted, run))
    await writeManifest(work, wanted.name)
    await writeFile(join(work, 'package-lock.json'), lockfile)
    await npm(['ci', noRemote], run)
    await refuseTooLarge(join(work, 'node_modules'), wanted)
    const program = await programOf(join(work, 'node_modules', wanted.name), wanted)
    await Promise.all(['cache', tarball].map(name => rm(join(work, name), { recursive: true, force: true })))
    await writeFile(join(work, noteFile), JSON.stringify(note))
    await chmod(work, 0o755)
    await rm(folder, { recursive: true, force: true })
    await rename(work, folder)
    return { program, lockfile }
  })
}

/** Work in a folder that is removed afterwards, unless it has got another name. */
export async function inWorkFolder<T>(home: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(home, { recursive: true })
  const folder = await mkdtemp(join(home, unfinished))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fetchTarball(npm: Npm, wanted: WantedPackage, run: NpmRun): Promise<void> {
  await npm(['pack', `--pack-destination=${run.folder}`], run, [packageText(wanted)])
  const found = (await readdir(run.folder)).find(name => name.endsWith('.tgz'))
  if (found === undefined) throw new Failure('unavailable', 'npm has fetched nothing')
  const path = join(run.folder, found)
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  if (`sha512-${hash.digest('base64')}` !== wanted.integrity)
    throw new Failure(
      'validation-failed',
      `integrity: the tarball of ${packageText(wanted)} has another SHA-512`,
    )
  await rename(path, join(run.folder, tarball))
}

function writeManifest(folder: string, name: string): Promise<void> {
  const manifest = { private: true, dependencies: { [name]: `file:${tarball}` } }
  return writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
}

async function makeLockfile(npm: Npm, wanted: WantedPackage, run: NpmRun): Promise<string> {
  await writeManifest(run.folder, wanted.name)
  await npm(['install', '--package-lock-only', noRemote], run)
  const lockfile = await readFile(join(run.folder, 'package-lock.json'), 'utf8')
  const problem = problemOfLockfile(lockfile, wanted)
  if (problem !== null) throw new Failure('conflict', `${packageText(wanted)} ${problem}`)
  return lockfile
}

/** What `npx` would run: the only program, or the one with the name of the package. */
async function programOf(folder: string, wanted: WantedPackage): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const bin = isObject(manifest) ? manifest['bin'] : undefined
  const programs = isObject(bin) ? bin : { '': bin }
  const [only, more] = Object.values(programs)
  const named = more === undefined ? only : programs[wanted.name.replace(/^@.*\//, '')]
  const program = typeof named === 'string' ? normalize(named) : '..'
  const isThere =
    !program.startsWith('..') &&
    !program.startsWith('/') &&
    (await stat(join(folder, program)).then(
      found => found.isFile(),
      () => false,
    ))
  if (!isThere)
    throw new Failure('conflict', `${packageText(wanted)} has no program that can be run by its name`)
  return program
}

async function refuseTooLarge(folder: string, wanted: WantedPackage): Promise<void> {
  let [files, bytes] = [0, 0]
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
    if (++files > bounds.files || bytes > bounds.bytes)
      throw new Failure(
        'conflict',
        `${packageText(wanted)} is too large: expected ${bounds.files} files and ${bounds.bytes} bytes at most`,
      )
  }
}
