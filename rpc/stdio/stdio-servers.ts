// All tool servers on stdio of this process, in the main thread: which command a registration may run, its
// server, and places for children. Opened by main/stdio.ts. Off unless the operator has a file.
// 1. Each registration has a process of its own, and each process a user id of its own where we are root.
// 2. A change of its URL or its credential ends the process; the next call starts another.
// 3. When all places are taken, the process that has been idle for longest ends.
import { isDeepStrictEqual } from 'node:util'
import { packageInUrl } from '../../domain/tools/npm-package.ts'
import type { AllowedStdioServer, StdioLog } from '../../domain/tools/stdio-server.ts'
import { stdioNameOf, stdioUrl } from '../../domain/tools/stdio-server.ts'
import type { Packages } from '../packages/packages.ts'
import { type Failed, type Fault, fault, type Reply } from '../remote/reply.ts'
import { credentialVariables } from './credential-variables.ts'
import { FolderTooLarge } from './lasting-folder.ts'
import { type Confining, type Launched, launch } from './launch.ts'
import type { StdioCalls, StdioHearing, StdioQuestion } from './stdio-calls.ts'
import type { StdioSettings, StdioSpec } from './stdio-file.ts'
import { StdioServer } from './stdio-server.ts'

export interface StdioServersParts {
  readonly settings: StdioSettings
  readonly confining: Confining
  /** Do children get user ids of their own? */
  readonly hasOwnUsers: boolean
  readonly packages: Packages
}

/** Called with the registration whose tools have changed. */
type ToolsChanged = (server: { readonly id: string; readonly url: string }) => void

interface Kept {
  readonly server: StdioServer
  readonly url: string
  readonly secret: StdioQuestion['secret']
}

/** Their logs and lists stay in memory. */
const serversKept = 1_000

export class StdioServers implements StdioCalls {
  readonly #parts: StdioServersParts
  readonly #specs: ReadonlyMap<string, StdioSpec>
  readonly #servers = new Map<string, Kept>()
  /** Numbers of the places that are taken, and by whom. */
  readonly #places = new Map<number, StdioServer>()
  #toolsChanged: ToolsChanged = () => {}
  #isClosed = false

  constructor(parts: StdioServersParts) {
    this.#parts = parts
    this.#specs = new Map(parts.settings.specs.map(spec => [spec.name, spec]))
  }

  /** Hears when a server says that its tools have changed. */
  onToolsChanged(listener: ToolsChanged): void {
    this.#toolsChanged = listener
  }

  /** What the organization may add. */
  allowed(organizationId: string): AllowedStdioServer[] {
    return this.#parts.settings.specs
      .filter(spec => isOpenTo(spec, organizationId))
      .map(({ name, description, credential }) => ({
        ...{ name, description, url: stdioUrl(name) },
        takesCredential: credential !== undefined,
      }))
  }

  /** Null for a registration that nobody has called yet. */
  log(id: string): StdioLog | null {
    return this.#servers.get(id)?.server.log ?? null
  }

  async ask(question: StdioQuestion, hearing: StdioHearing): Promise<Reply> {
    if (this.#isClosed) return fault('unreachable', 'was not called: the service is stopping', retryable)
    const known = this.#known(question)
    if (known !== null) return known.ask(question, hearing)
    const spec =
      packageInUrl(question.url) === null
        ? this.#command(question)
        : await this.#parts.packages.specOf(question)
    if ('type' in spec) return spec
    const secrets = credentialVariables(spec, question.secret)
    if ('type' in secrets) return secrets
    return this.#serverOf(question, spec, secrets.variables).ask(question, hearing)
  }

  /** Its process ends; the next call starts another. */
  async forget(id: string): Promise<void> {
    const kept = this.#servers.get(id)
    this.#servers.delete(id)
    await kept?.server.close()
  }

  /** The registration is gone: its process ends, and its files go. */
  async remove(id: string): Promise<void> {
    await this.forget(id)
    await this.#parts.packages.remove(id)
  }

  /** Those that are tool servers. */
  get packages(): Packages {
    return this.#parts.packages
  }

  /** Ends all processes, and waits until nothing is left of them. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#parts.packages.close()
    const servers = [...this.#servers.values()].map(({ server }) => server)
    await Promise.all(servers.map(server => server.close()))
  }

  #known({ server: id, url, secret }: StdioQuestion): StdioServer | null {
    const known = this.#servers.get(id)
    return known?.url === url && isDeepStrictEqual(known.secret, secret) ? known.server : null
  }

  #command({ url, organizationId }: StdioQuestion): StdioSpec | Fault {
    const spec = this.#specs.get(stdioNameOf(url) ?? '')
    return spec !== undefined && isOpenTo(spec, organizationId)
      ? spec
      : fault('stdio-not-allowed', `runs ${url}, which the operator of this service does not allow`)
  }

  #serverOf(
    question: StdioQuestion,
    spec: StdioSpec,
    secrets: Readonly<Record<string, string>>,
  ): StdioServer {
    const known = this.#known(question)
    if (known !== null) return known
    const { server: id, organizationId, url, secret } = question
    void this.forget(id)
    this.#makeRoom()
    const server = new StdioServer({
      ...{ spec, secrets, organizationId },
      start: starting => this.#start(starting, spec, secrets),
      onToolsChanged: () => this.#toolsChanged({ id, url }),
    })
    this.#servers.set(id, { server, url, secret })
    return server
  }

  #makeRoom(): void {
    if (this.#servers.size < serversKept) return
    for (const [id, { server }] of this.#servers) {
      if (server.hasProcess) continue
      this.#servers.delete(id)
      return
    }
  }

  async #start(
    server: StdioServer,
    spec: StdioSpec,
    secrets: Readonly<Record<string, string>>,
  ): Promise<Launched | Failed> {
    const place = await this.#placeFor(server)
    if (typeof place !== 'number') return place
    const { confining, hasOwnUsers, settings } = this.#parts
    const uid = hasOwnUsers ? settings.firstUid + place : null
    try {
      const { process, sweep } = await launch({ spec, secrets, confining, uid })
      return { process, sweep: () => sweep().finally(() => this.#places.delete(place)) }
    } catch (error) {
      this.#places.delete(place)
      if (error instanceof FolderTooLarge) return fault('unreachable', `can not be started: ${error.message}`)
      const { code = 'an error' } = error as NodeJS.ErrnoException
      return fault('unreachable', `can not be started: ${code}`, retryable)
    }
  }

  /** The lowest free number, after an idle process has ended when there was none. */
  async #placeFor(server: StdioServer): Promise<number | Failed> {
    const { children, childrenPerOrganization } = this.#parts.settings
    const ofOrganization = () =>
      [...this.#places.values()].filter(one => one.organizationId === server.organizationId)
    if (ofOrganization().length >= childrenPerOrganization) await endIdlest(ofOrganization())
    if (ofOrganization().length >= childrenPerOrganization)
      return fault(
        'overloaded',
        `can not start: ${childrenPerOrganization} servers on stdio run already`,
        retryable,
      )
    if (this.#places.size >= children) await endIdlest([...this.#places.values()])
    for (let place = 0; place < children; place++) {
      if (this.#places.has(place)) continue
      this.#places.set(place, server)
      return place
    }
    return fault('overloaded', 'can not start: all places for servers on stdio are taken', retryable)
  }
}

const retryable = { retryable: true } as const

function isOpenTo({ organizations }: StdioSpec, organizationId: string): boolean {
  return organizations === undefined || organizations.includes(organizationId)
}

async function endIdlest(servers: readonly StdioServer[]): Promise<void> {
  const idle = servers.filter(server => server.isIdle).sort((a, b) => a.usedAt - b.usedAt)
  await idle[0]?.endProcess()
}
