// Listens to the stream on which a server with a session says that its tools have changed (MCP of 2025: GET).
// The actor of the server listens between two probes (actors/tool-server/listening.ts). Made by
// remote-server.ts.
// 1. Only to a server that declares `tools.listChanged`; nothing else that it sends there is heard.
// 2. A stream is a connection that is kept open: few at a time, fewer to one origin. A server that finds no
//    place is asked at its interval, like one without a stream.
import type { Sessions } from './sessions.ts'
import type { RemoteTarget } from './target.ts'
import type { Wire } from './wire.ts'

/** Per thread. Calls to one origin share 64 connections with its streams (rpc/outbound/outbound.ts). */
const most = { streams: 200, ofOrigin: 16 } as const
/** Then it is opened anew: by then a proxy between us may have forgotten it. */
const lastsMs = 15 * 60_000
const openingMs = 10_000

/** `ended`: there was a stream. `none`: the server has none, or none now. `failed`: it may have one later. */
export type Listened = 'ended' | 'none' | 'failed'

export interface ListenOptions {
  readonly signal: AbortSignal
  /** Must not throw. */
  readonly onToolsChanged: () => void
}

export class Listening {
  readonly #sessions: Sessions
  readonly #wire: Wire
  readonly #open = new Map<string, number>()

  constructor(sessions: Sessions, wire: Wire) {
    this.#sessions = sessions
    this.#wire = wire
  }

  /** Resolves when the stream has ended, or there is none. Never throws for what the server does. */
  async listen(target: RemoteTarget, { signal, onToolsChanged }: ListenOptions): Promise<Listened> {
    const sending = { target, deadline: Date.now() + openingMs, idempotencyKey: null, signal }
    const session = await this.#sessions.open({ ...sending, method: '', params: {} })
    if (session.type !== 'session') return 'failed'
    if (!session.saysChanges) return 'none'
    const { origin } = new URL(target.url)
    if (!this.#enter(origin)) return 'none'
    try {
      const lasting = { ...sending, headers: session.headers, deadline: Date.now() + lastsMs }
      const status = await this.#wire.listen(lasting, onToolsChanged)
      if (status === 200) return 'ended'
      // 405: it has no stream, as the protocol says it.
      return status === 405 || status === 501 ? 'none' : 'failed'
    } finally {
      this.#leave(origin)
    }
  }

  #enter(origin: string): boolean {
    const ofOrigin = this.#open.get(origin) ?? 0
    const all = [...this.#open.values()].reduce((sum, count) => sum + count, 0)
    if (ofOrigin >= most.ofOrigin || all >= most.streams) return false
    this.#open.set(origin, ofOrigin + 1)
    return true
  }

  #leave(origin: string): void {
    const left = this.#open.get(origin)! - 1
    if (left === 0) this.#open.delete(origin)
    else this.#open.set(origin, left)
  }
}
