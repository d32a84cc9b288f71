// The requests that one child has not answered yet, and what it says beside its answers. Used by child.ts.
// A line that belongs to nothing that was asked counts as stray; too many of them end the child.
import { isObject } from '../../domain/json.ts'
import { Notices } from '../remote/notices.ts'
import { type Fault, fault, nestsTooDeep, parse, type Reply, readMessage } from '../remote/reply.ts'
import type { StdioHearing } from './stdio-calls.ts'

type Message = { readonly [key: string]: unknown }

interface Pending {
  readonly settle: (reply: Reply) => void
  readonly notices: Notices
}

export interface RequestParts {
  /** Sends a message to the child; false when it takes none. */
  readonly send: (message: object) => boolean
  readonly onToolsChanged: () => void
  /** Called for a line that belongs to nothing. */
  readonly onStray: (line: string) => void
}

/** Answers may come after their deadline: so many are remembered. */
const lateKept = 1_000

export class Requests {
  readonly #parts: RequestParts
  readonly #pending = new Map<number, Pending>()
  readonly #late = new Set<number>()
  /** For what the child says outside of requests; another one each minute, since each has its bounds. */
  #aside: { readonly minute: number; readonly notices: Notices } | null = null
  #lastId = 0

  constructor(parts: RequestParts) {
    this.#parts = parts
  }

  /** Sends a request. `settled` resolves with its reply, or with what `giveUp` says. */
  begin(method: string, params: Message, { onProgress }: StdioHearing) {
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<Reply>()
    this.#pending.set(id, { settle: resolve, notices: this.#noticesOf(id, onProgress) })
    const isSent = this.#parts.send({ id, method, params: withToken(params, id, onProgress !== undefined) })
    if (!isSent) this.#settle(id, tooBusy)
    const giveUp = (why: Fault, reason: string) => {
      if (!this.#settle(id, why)) return
      this.#late.add(id)
      for (const oldest of this.#late) if (this.#late.size > lateKept) this.#late.delete(oldest)
      this.#parts.send({ method: 'notifications/cancelled', params: { requestId: id, reason } })
    }
    return { settled: promise, giveUp }
  }

  /** The child has ended. */
  failAll(why: Fault): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, why)
  }

  /** Takes one line of the child. */
  take(text: string, sizeBytes: number): void {
    const message = parse(text)
    // Only MCP 2025-03-26 sends batches.
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message]
    for (const one of messages) {
      const isTaken = isObject(one) && !nestsTooDeep(one) && this.#takeMessage(one, sizeBytes)
      if (!isTaken) this.#parts.onStray(text)
    }
  }

  #takeMessage(message: Message, sizeBytes: number): boolean {
    if (typeof message['method'] === 'string') return this.#takeNotice(message, message['method'])
    const { id } = message
    if (typeof id !== 'number') return false
    if (this.#late.delete(id)) return true
    return this.#settle(id, readMessage(message, id, { status: 200, headers: {}, sizeBytes }))
  }

  #takeNotice(message: Message, method: string): boolean {
    const params = isObject(message['params']) ? message['params'] : {}
    const asked =
      method === 'notifications/progress' ? this.#pending.get(Number(params['progressToken'])) : null
    // A log line names no request. It is told to the caller while there is one only.
    const only = this.#pending.size === 1 ? [...this.#pending.values()][0] : undefined
    const hearer = method === 'notifications/message' ? only : asked
    const notices = hearer?.notices ?? this.#asideNow()
    notices.take(message)
    return true
  }

  #asideNow(): Notices {
    const minute = Math.floor(Date.now() / 60_000)
    if (this.#aside?.minute !== minute) this.#aside = { minute, notices: this.#noticesOf(-1, undefined) }
    return this.#aside.notices
  }

  #noticesOf(token: number, onProgress: StdioHearing['onProgress']): Notices {
    const { send, onToolsChanged } = this.#parts
    return new Notices({ token, onProgress, onToolsChanged, respond: response => void send(response) })
  }

  #settle(id: number, reply: Reply): boolean {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.settle(reply)
    return pending !== undefined
  }
}

const tooBusy = fault('overloaded', 'was not called: it does not take the messages that wait for it', {
  retryable: true,
})

function withToken(params: Message, token: number, isHeard: boolean): Message {
  if (!isHeard) return params
  const meta = isObject(params['_meta']) ? params['_meta'] : {}
  return { ...params, _meta: { ...meta, progressToken: token } }
}
