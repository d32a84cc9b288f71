// Sessions of MCP 2025-03-26 to 2025-11-25: one per server and thread, opened by the first request, kept in memory,
// opened once more when the server has forgotten it, and ended, as far as the server listens, when we close.
import { setTimeout as pause } from 'node:timers/promises'
import { isObject } from '../../domain/json.ts'
import { sessionVersions } from '../lanes/versions.ts'
import { withinDeadline } from '../within-deadline.ts'
import { excerpt } from './excerpt.ts'
import { clientInfo } from './modern.ts'
import type { ServerResponse } from './notices.ts'
import { type Failed, fault, notReady, type Reply } from './reply.ts'
import { type Headers, type RemoteRequest, type RemoteTarget, type Sending, targetKey } from './target.ts'
import type { Wire } from './wire.ts'

export interface Session {
  readonly type: 'session'
  readonly target: RemoteTarget
  /** Of every request in the session. */
  readonly headers: Headers
}
type Opening = Promise<Session | Failed>

/** Per thread. The one that was opened first is ended for another. */
const sessionsKept = 1_000
/** Whoever came first may have little time; others wait for the same session. */
const openingMs = 10_000
/** For what is sent without anybody waiting for it. */
const asideMs = 2_000

/** 2024-11-05 had another transport, but there are servers that speak it over this one. */
const spoken: ReadonlySet<string> = new Set([...sessionVersions, '2024-11-05'])

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

  /** Opens a session although nothing is to be asked yet: finds out whether the server knows them. */
  async open(request: RemoteRequest): Opening {
    return this.#sessionFor(request)
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

  /** Unless another call has opened a newer one. */
  #replace(target: RemoteTarget, known: Session | Opening, session: Session | null): void {
    const key = targetKey(target)
    if (this.#sessions.get(key) !== known) return
    if (session === null) this.#sessions.delete(key)
    else this.#sessions.set(key, session)
  }

  /** initialize, then notifications/initialized. */
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
    return { type: 'session', target, headers }
  }

  async #askIn(session: Session, request: RemoteRequest): Promise<Reply> {
    const id = this.#wire.nextId()
    const reply = await this.#wire.ask(inSession(session, request, id), id, response =>
      this.#aside(session, response),
    )
    if (reply.type === 'fault' && (reply.error.code === 'aborted' || reply.error.code === 'timeout')) {
      const reason = reply.error.code === 'aborted' ? 'cancelled' : 'the time is up'
      this.#aside(session, { method: 'notifications/cancelled', params: { requestId: id, reason } })
    }
    return reply
  }

  /** Sends without waiting; whether it arrives changes nothing. */
  #aside({ target, headers }: Session, message: ServerResponse): void {
    void this.#wire.tell({ target, headers, deadline: Date.now() + asideMs, idempotencyKey: null }, message)
  }

  async #end(known: Session | Opening): Promise<void> {
    const session = await known
    if (session.type !== 'session' || session.headers['mcp-session-id'] === undefined) return
    const { target, headers } = session
    await this.#wire.end({ target, headers, deadline: Date.now() + asideMs, idempotencyKey: null })
  }
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

/** 404 by the protocol; 400 by many servers, with a code that says nothing else. */
function hasForgotten({ headers }: Session, reply: Reply): boolean {
  if (reply.type === 'result' || headers['mcp-session-id'] === undefined) return false
  if (reply.status === 404) return true
  return reply.status === 400 && reply.type === 'rpc-error' && reply.code > -32020 && reply.code <= -32000
}
