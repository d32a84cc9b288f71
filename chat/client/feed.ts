// Streams of a session that survive broken connections: the answer to one message, and everything from now
// on. The client reads both with it.
// 1. A stream goes on after the last event that it has given, so nothing comes twice and nothing is missing.
// 2. A message whose stream broke before its first event is sent again under its key: the server stores it
//    once.
import { readEvents, type ServerSentEvent } from './event-stream.ts'
import type { Transport } from './transport.ts'
import type { ChatEvent, ChatEvents, ChatMessage } from './wire.ts'

export interface FeedOptions {
  /** The id of an event: what came after it. Without: from now on, with what there is of an answer. */
  readonly after?: string | null
  readonly signal?: AbortSignal
  /** The stream is open, for the first time or again: from here on nothing is missed. */
  readonly onOpen?: () => void
}

const names: readonly string[] = [
  'message',
  'chunk',
  'restart',
  'tool',
  'execution',
  'step',
  'approval',
  'done',
  'session',
  'end',
] satisfies (keyof ChatEvents)[]

export class Feed {
  readonly #transport: Transport
  readonly #path: string
  #lastId: string | null = null

  constructor(transport: Transport, sessionId: string) {
    this.#transport = transport
    this.#path = `/sessions/${sessionId}`
  }

  async *follow({ after = null, signal, onOpen }: FeedOptions): AsyncGenerator<ChatEvent> {
    this.#lastId = after
    for (let tries = 1; ; tries++) {
      const response = await this.#open(signal, true)
      onOpen?.()
      for await (const event of this.#read(response)) {
        tries = 0
        yield event
        if (event.type === 'end') return
      }
      signal?.throwIfAborted()
      if (tries > 0) await this.#transport.pause(this.#transport.backoffMs(tries), { signal })
    }
  }

  /** @param body of the POST. @returns the events until the answer to it */
  async *answer(body: unknown, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const headers = { accept: 'text/event-stream', 'idempotency-key': crypto.randomUUID() }
    let answerId: string | undefined
    let isDone = false
    for (let tries = 1; !isDone; tries++) {
      const isPost = this.#lastId === null
      const response = await (isPost
        ? this.#transport.request('POST', `${this.#path}/messages`, { body, headers, signal })
        : this.#open(signal, false))
      for await (const event of this.#read(response)) {
        tries = 0
        const { messageId, answerId: own = messageId } = event as { messageId?: string; answerId?: string }
        answerId ??= own
        // Behind a lost connection the answers to other messages come too.
        if (messageId && messageId !== answerId) continue
        yield event
        if (event.type === 'end') return
        isDone ||= event.type === 'done' && event.message.id === (answerId ?? event.message.id)
        // The stream of a message ends by itself, behind its answer; the one of the session does not.
        if (isDone && !isPost) return
      }
      signal.throwIfAborted()
      if (tries > 0 && !isDone) await this.#transport.pause(this.#transport.backoffMs(tries), { signal })
    }
  }

  #open(signal: AbortSignal | undefined, isEndless: boolean): Promise<Response> {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (this.#lastId !== null) headers['last-event-id'] = this.#lastId
    return this.#transport.request('GET', `${this.#path}/events`, { headers, signal, isEndless })
  }

  /** Ends where the connection does. */
  async *#read(response: Response): AsyncGenerator<ChatEvent> {
    if (!response.headers.get('content-type')?.includes('event-stream')) return yield* stored(response)
    const events = readEvents(response.body!)
    while (true) {
      const next = await events.next().catch(() => null)
      if (next === null || next.done) return
      const event = next.value
      if (event.event === 'draining') return
      if (event.event === 'unauthenticated') return this.#transport.renew()
      this.#lastId = event.id ?? this.#lastId
      const known = knownEvent(event)
      if (known) yield known
    }
  }
}

/** @returns null for a kind that this version does not know */
function knownEvent({ event, id, text }: ServerSentEvent): ChatEvent | null {
  if (!names.includes(event)) return null
  return { type: event, id, ...JSON.parse(text) } as ChatEvent
}

/** A message that was stored before, when it is sent again: its answer comes as a whole. */
async function* stored(response: Response): AsyncGenerator<ChatEvent> {
  const { reply, ...message } = (await response.json()) as ChatMessage & { reply: ChatMessage | null }
  yield { type: 'message', id: null, message }
  if (reply) yield { type: 'done', id: null, message: reply }
}
