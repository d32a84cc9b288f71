// Sessions of MCP 2025-03-26 to 2025-11-25. Used by channel.ts and trial.ts.
// 1. One session per server and thread, in memory. The first request opens it.
// 2. When the server has forgotten it, it is opened once more and the request sent again.
// 3. `close` ends all sessions; it does not wait long for servers.
import { setTimeout as pause } from 'node:timers/promises'
import { isObject } from '../../domain/json.ts'
import type { ServerAbout } from '../../domain/tools/server-about.ts'
import { sessionVersions } from '../lanes/versions.ts'
import { withinDeadline } from '../within-deadline.ts'
import { excerpt } from './excerpt.ts'
import { aboutOf } from './intake/about.ts'
import { clientInfo } from './modern.ts'
import type { ServerResponse } from './notices.ts'
import { type Failed, fault, notReady, type Reply } from './reply.ts'
import { type Headers, type RemoteRequest, type RemoteTarget, type Sending, targetKey } from './target.ts'
import type { Wire } from './wire.ts'

export interface Session {
  readonly type: 'session'
  readonly target: RemoteTarget
  /** For every request of the session. */
  readonly headers: Headers
  readonly about: ServerAbout
  /** It tells on a stream when its tools have changed. */
  readonly saysChanges: boolean
}
type Opening = Promise<Session | Failed>

/** Per thread. Past this the oldest session ends. */
const sessionsKept = 1_000
/** Not the first caller's deadline, which may be short: others wait for the same session. */
const openingMs = 10_000
/** For messages whose answer nobody waits for. */
const asideMs = 2_000

/** 2024-11-05 had another transport, but some servers speak it over this one. */
export const spoken: ReadonlySet<string> = new Set([...sessionVersions, '2024-11-05'])

export class Sessions {
  readonly #wire: Wire
  readonly #sessions = new Map<string, Session | Opening>()

  constructor(wire: Wire) {
    this.#wire = wire
  }

  async ask(request: RemoteRequest): Promise<Reply> {
    const known = this.#sessionFor(request)
    const session = known instanceof Promise ? await known : known
    if (session.type !== 'session') return session
    const reply = await this.#askIn(session, request)
    if (!hasForgotten(session, reply)) return reply
    this.#replace(request.target, session, null)
    const renewed = await this.#sessionFor(request)
    return renewed.type === 'session' ? this.#askIn(renewed, request) : renewed
  }

  /** Opens a session before there is a request: finds out whether the server has sessions. */
  async open(request: RemoteRequest): Opening {
    return this.#sessionFor(request)
  }

  /** What the server said of itself when its session was opened; null while there is none. */
  aboutOf(target: RemoteTarget): ServerAbout | null {
    const known = this.#sessions.get(targetKey(target))
    return known === undefined || known instanceof Promise ? null : known.about
  }

  /** Ends all sessions; waits for the servers, but not for long. */
  async close(): Promise<void> {
    const ended = [...this.#sessions.values()].map(opening => this.#end(opening))
    this.#sessions.clear()
    await Promise.race([Promise.all(ended), pause(asideMs, undefined, { ref: false })])
  }

  #sessionFor(request: RemoteRequest): Session | Opening {
    const { target } = request
    const known = this.#sessions.get(targetKey(target)) ?? this.#begin(target)
    return known instanceof Promise ? withinDeadline(known, request, notReady) : known
  }

  #begin(target: RemoteTarget): Opening {
    const opening = this.#open(target)
    this.#makePlace()
    this.#sessions.set(targetKey(target), opening)
    void opening.then(session => this.#replace(target, opening, session.type === 'session' ? session : null))
    return opening
  }

  #makePlace(): void {
    const [oldest] = this.#sessions
    if (oldest === undefined || this.#sessions.size < sessionsKept) return
    this.#sessions.delete(oldest[0])
    void this.#end(oldest[1])
  }

  /** Does nothing when another call has opened a newer one. */
  #replace(target: RemoteTarget, known: Session | Opening, session: Session | null): void {
    const key = targetKey(target)
    if (this.#sessions.get(key) !== known) return
    if (session === null) this.#sessions.delete(key)
    else this.#sessions.set(key, session)
  }

  /** Sends initialize, then notifications/initialized. */
  async #open(target: RemoteTarget): Opening {
    const sending: Sending = { target, deadline: Date.now() + openingMs, idempotencyKey: null }
    const params = { protocolVersion: sessionVersions[0]!, capabilities: {}, clientInfo }
    const reply = await this.#wire.ask({ ...sending, method: 'initialize', params }, this.#wire.nextId())
    if (reply.type !== 'result') return reply
    const version = isObject(reply.result) ? reply.result['protocolVersion'] : undefined
    if (typeof version !== 'string') return fault('bad-answer', 'answered initialize without a version')
    if (!spoken.has(version)) {
      const known = [...spoken].join(', ')
      return fault('bad-answer', `speaks MCP ${excerpt(version, 50)}, which is none of ${known}`)
    }
    const id = reply.headers['mcp-session-id']
    const headers = { 'mcp-protocol-version': version, ...(id !== undefined && { 'mcp-session-id': id }) }
    await this.#wire.tell({ ...sending, headers }, { method: 'notifications/initialized' })
    const about = aboutOf(reply.result, version)
    return { type: 'session', target, headers, about, saysChanges: saysChanges(reply.result) }
  }

  async #askIn(session: Session, request: RemoteRequest): Promise<Reply> {
    const id = this.#wire.nextId()
    const reply = await this.#wire.ask(inSession(session, request, id), id, response =>
      this.#sendAside(session, response),
    )
    if (reply.type === 'fault' && (reply.error.code === 'aborted' || reply.error.code === 'timeout')) {
      const reason = reply.error.code === 'aborted' ? 'cancelled' : 'the time is up'
      this.#sendAside(session, { method: 'notifications/cancelled', params: { requestId: id, reason } })
    }
    return reply
  }

  /** Sends without waiting. Whether it arrives changes nothing. */
  #sendAside({ target, headers }: Session, message: ServerResponse): void {
    void this.#wire.tell({ target, headers, deadline: Date.now() + asideMs, idempotencyKey: null }, message)
  }

  async #end(known: Session | Opening): Promise<void> {
    const session = await known
    if (session.type !== 'session' || session.headers['mcp-session-id'] === undefined) return
    const { target, headers } = session
    await this.#wire.end({ target, headers, deadline: Date.now() + asideMs, idempotencyKey: null })
  }
}

function saysChanges(result: unknown): boolean {
  const capabilities = isObject(result) ? result['capabilities'] : undefined
  const tools = isObject(capabilities) ? capabilities['tools'] : undefined
  return isObject(tools) && tools['listChanged'] === true
}

function inSession({ headers }: Session, request: RemoteRequest, id: number): RemoteRequest {
  const { params, onProgress } = request
  const meta = params['_meta'] as { readonly [key: string]: string } | undefined
  return {
    ...request,
    headers: { ...request.headers, ...headers },
    params: onProgress === undefined ? params : { ...params, _meta: { ...meta, progressToken: id } },
  }
}

/** The protocol says 404. Many servers answer 400 with a code that means nothing else. */
function hasForgotten({ headers }: Session, reply: Reply): boolean {
  if (reply.type === 'result' || headers['mcp-session-id'] === undefined) return false
  if (reply.status === 404) return true
  return reply.status === 400 && reply.type === 'rpc-error' && reply.code > -32020 && reply.code <= -32000
}
