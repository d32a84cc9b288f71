// npm packages as tool servers on stdio: which ones the operator allows, and the folders that the installed
// ones have in the data directory of this machine. Opened by main/stdio.ts; used by the routes that install,
// and by rpc/stdio/stdio-servers.ts, which runs them.
// 1. The row of a tool server is the truth: a folder that is missing or of another tarball is made again
//    from it, and one without a row is removed at the start.
// 2. One installation at a time; few wait.
// 3. What the process of a registration writes is in a folder of its own beside them, which an update keeps
//    and which goes with the registration. Its name says whose it is: nothing that a process can write does.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../domain/failure.ts'
import { allowsPackage, type KeptPackage, packageInUrl, packageText } from '../../domain/tools/npm-package.ts'
import { type Fault, fault, notReady } from '../remote/reply.ts'
import { Places } from '../stdio/places.ts'
import type { StdioQuestion } from '../stdio/stdio-calls.ts'
import type { PackageSettings, StdioSpec } from '../stdio/stdio-file.ts'
import { withinDeadline } from '../within-deadline.ts'
import type { WantedPackage } from './lockfile.ts'
import type { Npm, NpmRun } from './npm.ts'
import { type Installed, installPackage, inWorkFolder, noteFile, unfinished } from './package-install.ts'

export interface PackagesParts {
  /** Null: the operator allows none. */
  readonly settings: PackageSettings | null
  /** Folder of their folders; empty where there are none. */
  readonly home: string
  readonly npm: Npm
}

/** The package of a tool server; null when there is none, or no such server. */
export type LoadPackage = (organizationId: string, id: string) => Promise<KeptPackage | null>

interface Owner {
  readonly organizationId: string
  /** Of the tool server. */
  readonly id: string
}

export const installMs = 240_000
const waitingInstallations = 10

export class Packages {
  readonly #parts: PackagesParts
  readonly #places = new Places(1, waitingInstallations)
  readonly #restoring = new Map<string, Promise<Installed>>()
  readonly #ending = new AbortController()
  #load: LoadPackage = () => Promise.reject(new Failure('unavailable', 'the service is starting'))

  constructor(parts: PackagesParts) {
    this.#parts = parts
  }

  /** Takes away what belongs to no tool server any more. */
  async open(load: LoadPackage): Promise<void> {
    this.#load = load
    if (this.#parts.home === '') return
    const names = await readdir(this.#parts.home).catch(() => [])
    for (const id of names) if (!(await this.#isWanted(id))) await this.#delete(id)
    for (const { name, organizationId, id } of await this.#keptFolders())
      if ((await this.#load(organizationId, id)) === null) await this.#deleteKept(name)
  }

  /** Why the organization can not install it; null when it can. */
  refusal(organizationId: string, name: string): string | null {
    const { settings } = this.#parts
    const isOpen = settings?.organizations?.includes(organizationId) ?? true
    return settings !== null && isOpen && allowsPackage(settings.npm, name)
      ? null
      : `the operator of this service does not allow the npm package ${name}`
  }

  /** The integrity that the registry tells. @throws {Failure} */
  async lookUp(wanted: { readonly name: string; readonly version: string }): Promise<string> {
    const { npm, home } = this.#parts
    const names = [packageText(wanted), 'dist.integrity']
    const said = await this.#inTurn(() =>
      inWorkFolder(home, folder => npm(['view', '--json'], this.#run(folder), names)),
    )
    const integrity = said.trim() === '' ? null : (JSON.parse(said) as unknown)
    if (typeof integrity !== 'string' || !integrity.startsWith('sha512-'))
      throw new Failure('conflict', `the npm registry tells no SHA-512 of ${packageText(wanted)}`)
    return integrity
  }

  /** @throws {Failure} it can not be installed; nothing is left of it */
  install(owner: Owner, wanted: WantedPackage, lockfile: string | null = null): Promise<Installed> {
    const { npm, home } = this.#parts
    return this.#inTurn(() =>
      installPackage({
        ...{ npm, wanted, lockfile, folder: join(home, owner.id) },
        note: { organizationId: owner.organizationId, integrity: wanted.integrity },
        run: folder => this.#run(folder),
      }),
    )
  }

  /** The command of a tool server that is a package; its folder is there when this resolves. */
  async specOf(question: Pick<StdioQuestion, 'server' | 'organizationId' | 'url' | 'deadline'>) {
    const { server: id, organizationId, url } = question
    const name = packageInUrl(url)!.name
    const refused = this.refusal(organizationId, name)
    if (refused !== null) return fault('stdio-not-allowed', `was not called: ${refused}`)
    try {
      const kept = await this.#load(organizationId, id)
      if (kept === null) return fault('stdio-not-allowed', `was not called: ${url} is not installed`)
      if (!(await this.#isInstalled(id, kept))) {
        const waited = await withinDeadline(this.#restore({ organizationId, id }, kept), question, notReady)
        if ('type' in waited) return waited
      }
      return this.#spec({ organizationId, id }, kept)
    } catch (error) {
      return unusable(error)
    }
  }

  /** Its process has ended. */
  async remove(id: string): Promise<void> {
    if (this.#parts.home === '') return
    await this.#delete(id)
    for (const kept of await this.#keptFolders()) if (kept.id === id) await this.#deleteKept(kept.name)
  }

  close(): void {
    this.#ending.abort()
  }

  #run(folder: string): NpmRun {
    return { folder, deadline: Date.now() + installMs, signal: this.#ending.signal }
  }

  #restore(owner: Owner, kept: KeptPackage): Promise<Installed> {
    const known = this.#restoring.get(owner.id)
    if (known !== undefined) return known
    const restoring = this.install(owner, kept, kept.lockfile).finally(() => this.#restoring.delete(owner.id))
    this.#restoring.set(owner.id, restoring)
    return restoring
  }

  #spec(owner: Owner, { name, program, args, environment, credential }: KeptPackage): StdioSpec {
    const { limits, path } = this.#parts.settings!
    const file = join(this.#parts.home, owner.id, 'node_modules', name, program)
    const folder = join(this.#keptHome, `${owner.organizationId}.${owner.id}`)
    const placed = (text: string) => text.replaceAll('{folder}', folder)
    const variables = Object.entries(environment).map(([variable, value]) => [variable, placed(value)])
    return {
      ...{ name: 'npm', description: '', command: 'node', program: process.execPath, limits, secrets: [] },
      args: [file, ...args.map(placed)],
      environment: { ...Object.fromEntries(variables), PATH: path },
      folder,
      ...(credential !== null && { credential }),
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.#places.enter({ deadline: Date.now() + installMs, signal: this.#ending.signal })
    if (typeof leave !== 'function')
      throw new Failure('overloaded', 'other packages are being installed: try it again later')
    try {
      return await work()
    } finally {
      leave()
    }
  }

  async #isInstalled(id: string, { integrity }: KeptPackage): Promise<boolean> {
    return (await this.#noteOf(id))?.integrity === integrity
  }

  async #isWanted(id: string): Promise<boolean> {
    if (id.startsWith(unfinished)) return false
    const note = await this.#noteOf(id)
    return note !== null && (await this.#load(note.organizationId, id)) !== null
  }

  async #noteOf(id: string): Promise<{ organizationId: string; integrity: string } | null> {
    try {
      return JSON.parse(await readFile(join(this.#parts.home, id, noteFile), 'utf8'))
    } catch {
      return null
    }
  }

  /** Of the folders that the processes keep. */
  get #keptHome(): string {
    return `${this.#parts.home}-kept`
  }

  async #keptFolders() {
    const names = await readdir(this.#keptHome).catch(() => [])
    return names.map(name => {
      const [organizationId = '', id = ''] = name.split('.')
      return { name, organizationId, id }
    })
  }

  async #deleteKept(name: string): Promise<void> {
    await rm(join(this.#keptHome, name), { recursive: true, force: true })
  }

  async #delete(id: string): Promise<void> {
    await rm(join(this.#parts.home, id), { recursive: true, force: true })
  }
}

/** The operator allows none. */
export function noPackages(): Packages {
  const npm = () => Promise.reject(new TypeError('no npm package is allowed'))
  return new Packages({ settings: null, home: '', npm })
}

function unusable(error: unknown): Fault {
  if (!(error instanceof Failure)) throw error
  return fault('unreachable', `can not be started: ${error.message}`, {
    retryable: error.code === 'unavailable' || error.code === 'overloaded',
  })
}
