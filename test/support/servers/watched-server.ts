// A registered tool server and its actor on a real system in this thread, with a clock that stands still.
// What the server answers, whether it answers, and whether its row is there, is what a test says.
import { toolServerClient } from '../../../actors/tool-server/client.ts'
import { toolServerKind } from '../../../actors/tool-server/effects.ts'
import { newId } from '../../../domain/ids.ts'
import type { Publication } from '../../../domain/tools/server-tool.ts'
import type { ToolDefinition } from '../../../domain/tools/tool.ts'
import type { ServerSetting } from '../../../domain/tools/tool-server.ts'
import type { Listing } from '../../../rpc/remote/remote-server.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { silentLog } from '../../../runtime/log.ts'
import { inProcessLinks } from '../../../runtime/system/link.ts'
import { System } from '../../../runtime/system/system.ts'
import { TroubledJournal, turns } from '../actors/host.ts'
import { organizationId, settingOf } from '../actors/tool-server-life.ts'

/** Between two looks at a server that is up. */
export const refreshMs = 60_000

export class WatchedServer {
  readonly id = newId('toolServer')
  readonly clock = new SimulatedClock()
  readonly journal = new TroubledJournal()
  readonly system: System
  readonly client: ReturnType<typeof toolServerClient>
  offered: readonly ToolDefinition[] = []
  isReachable = true
  hasRow = true
  /** When it was asked, Unix ms. */
  readonly asked: number[] = []
  readonly published: Publication[] = []
  /** Settings that the actor has not heard of. */
  untold: ServerSetting[] = []
  isHolding = false
  /** Most looks at the server that were under way at once. */
  most = 0
  readonly #listeners = new Set<() => void>()
  #underWay = 0
  #held: (() => void)[] = []
  #revision = 0
  #kill = () => {}

  /** A server that stands, and stops with the test. */
  static async start(
    t: { teardown(end: () => unknown): unknown },
    ...tools: ToolDefinition[]
  ): Promise<WatchedServer> {
    const server = new WatchedServer()
    server.offered = tools
    await server.system.start()
    t.teardown(() => server.system.stop())
    return server
  }

  private constructor() {
    const kinds = [
      toolServerKind({
        list: (_setting, _target, { signal }) => this.#list(signal!),
        listen: (_target, { signal, onToolsChanged }) => {
          this.#listeners.add(onToolsChanged)
          const ended = Promise.withResolvers<'ended'>()
          const end = () => {
            this.#listeners.delete(onToolsChanged)
            ended.resolve('ended')
          }
          if (signal.aborted) end()
          else signal.addEventListener('abort', end)
          return ended.promise
        },
        publish: async publication => {
          this.published.push(publication)
        },
        noteCheck: async () => this.hasRow,
        refreshMs,
        now: () => this.clock.now(),
      }),
    ]
    const links = inProcessLinks(() => ({ kinds, journal: this.journal, invalidate: () => {} }), this.clock)
    this.system = new System({
      slots: 1,
      clock: this.clock,
      log: silentLog,
      toWake: async (which, after, limit) => this.journal.toWake(which, after, limit),
      open: (slot, events) => {
        const link = links(slot, events)
        this.#kill = link.kill
        return link
      },
    })
    this.client = toolServerClient({
      system: this.system,
      clock: this.clock,
      rows: {
        unsynced: async () => this.untold,
        markSynced: async setting => {
          this.untold = this.untold.filter(each => each !== setting)
        },
      },
    })
  }

  /** Streams that are open. */
  get listeners(): number {
    return this.#listeners.size
  }

  /** Says on its stream that its tools have changed. */
  say(): void {
    for (const listener of this.#listeners) listener()
  }

  get shown(): Publication {
    return this.published.at(-1)!
  }

  /** Entries of its journal. */
  get entries(): number {
    return this.journal.entries.get(this.id)?.length ?? 0
  }

  /** Its row is written, but the actor does not hear of it. */
  write(change: Partial<ServerSetting> = {}): ServerSetting {
    const setting = settingOf({ id: this.id, revision: ++this.#revision, ...change })
    this.untold.push(setting)
    return setting
  }

  /** It is registered or changed, and what follows from that is done. */
  async set(change: Partial<ServerSetting> = {}): Promise<void> {
    await this.client.syncSettings(this.write(change))
    await turns(20)
  }

  refresh(): Promise<void> {
    return this.client.refresh(organizationId, this.id)
  }

  /** Time goes by, at the pace of the hosts. */
  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed++) {
      this.clock.advance(1_000)
      await turns(12)
    }
  }

  async replaceHost(): Promise<void> {
    this.#kill()
    await turns()
    this.clock.advance(0)
    await turns(60)
  }

  /** Looks that were held are answered. */
  async release(): Promise<void> {
    this.isHolding = false
    for (const answer of this.#held.splice(0)) answer()
    await turns(20)
  }

  async #list(signal: AbortSignal): Promise<Listing> {
    this.asked.push(this.clock.now())
    this.most = Math.max(this.most, ++this.#underWay)
    if (this.isHolding)
      await Promise.race([new Promise<void>(resolve => this.#held.push(resolve)), aborted(signal)])
    this.#underWay--
    if (!this.isReachable)
      return { ok: false, error: { code: 'unreachable', message: 'it is away', retryable: true } }
    return { ok: true, protocol: 'plain', tools: this.offered, refused: [], ttlMs: null }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
