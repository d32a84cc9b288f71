// Connects the SDK's server of one session with the HTTP requests of its client: messages of a POST go to the
// server, messages of the server to the stream that they belong to. A client that leaves cancels nothing: its
// streams wait for it, within bounds. A session has several lives when nodes take it over (sessions.ts):
// streams and questions of a later one have numbers of their own, so that nothing of an earlier one is taken
// for it.
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type JSONRPCMessage, RELATED_TASK_META_KEY } from '@modelcontextprotocol/sdk/types.js'
import type { RpcId } from '../../json-rpc.ts'
import type { Surface } from '../../surface/surface.ts'
import { SessionStream } from './session-stream.ts'

/** Answered streams that are kept, newest first, for a client that did not get all of them. */
const keptStreams = 32
/** Characters of all these streams. */
const keptChars = 1_048_576

/** Streams and questions of one life; so many lives have numbers that an event's id can hold. */
const perLife = 1_000_000
const numberedLives = 1_000

/** A request, notification or response, as far as routing is concerned. */
export interface Message {
  readonly id?: RpcId
  readonly method?: string
  readonly params?: { readonly requestId?: RpcId; readonly _meta?: Readonly<Record<string, unknown>> }
}

export class SessionTransport implements Transport {
  readonly sessionId: string
  readonly standalone: SessionStream
  onclose: (() => void) | undefined = undefined
  onerror: ((error: Error) => void) | undefined = undefined
  onmessage: (<T extends JSONRPCMessage>(message: T) => void) | undefined = undefined
  readonly #streams = new Map<number, SessionStream>()
  readonly #byRequest = new Map<RpcId, SessionStream>()
  readonly #base: number
  #nextNumber = 1

  constructor(sessionId: string, life: number) {
    this.sessionId = sessionId
    this.#base = (life % numberedLives) * perLife
    this.standalone = new SessionStream(this.#base, [], null)
    this.#streams.set(this.#base, this.standalone)
  }

  async start(): Promise<void> {}

  /** Requests without an answer yet. */
  get openRequests(): number {
    return this.#byRequest.size
  }

  get isRead(): boolean {
    return [...this.#streams.values()].some(stream => stream.hasReader)
  }

  isOpen(id: RpcId): boolean {
    return this.#byRequest.has(id)
  }

  /** The stream of a request without an answer yet. */
  streamOf(id: RpcId): SessionStream | null {
    return this.#byRequest.get(id) ?? null
  }

  /** The stream that an event belongs to; null when it is no longer kept. */
  streamOfEvent(eventId: number): SessionStream | null {
    const number = SessionStream.numberOf(eventId)
    // The standalone stream of an earlier life goes on as that of this one.
    return number % perLife === 0 ? this.standalone : (this.#streams.get(number) ?? null)
  }

  /** Opens the stream that answers these requests; `deliver` then passes them to the server. */
  openStream(requestIds: readonly RpcId[], surface: Surface): SessionStream {
    const stream = new SessionStream(this.#base + this.#nextNumber, requestIds, surface)
    // None of a million streams before is kept.
    this.#nextNumber = (this.#nextNumber % (perLife - 1)) + 1
    this.#streams.set(stream.number, stream)
    for (const id of requestIds) this.#byRequest.set(id, stream)
    return stream
  }

  deliver(messages: readonly Message[]): void {
    for (const message of messages) {
      const understood = message.method === undefined ? this.#asAsked(message) : withoutTask(message)
      if (understood === null) continue
      this.onmessage?.(understood as JSONRPCMessage)
      if (message.method === 'notifications/cancelled') this.#abandon(message)
    }
  }

  /** Drops a stream whose answer was sent as a whole. */
  drop(stream: SessionStream): void {
    this.#streams.delete(stream.number)
  }

  async send(message: JSONRPCMessage, { relatedRequestId }: TransportSendOptions = {}): Promise<void> {
    const text = JSON.stringify('method' in message ? this.#numbered(message as Message) : message)
    if (!('method' in message)) this.#respond(message.id!, text)
    else if (relatedRequestId === undefined) this.standalone.push(text)
    else this.#byRequest.get(relatedRequestId)?.push(text)
  }

  async close(): Promise<void> {
    for (const stream of this.#streams.values()) stream.end()
    this.#byRequest.clear()
    this.onclose?.()
  }

  /** A question, or its cancellation, with the number that it has among those of all lives. */
  #numbered(message: Message): Message {
    const { id, method, params } = message
    if (typeof id === 'number') return { ...message, id: this.#base + id }
    if (method !== 'notifications/cancelled' || typeof params?.requestId !== 'number') return message
    return { ...message, params: { ...params, requestId: this.#base + params.requestId } }
  }

  /** The response as the SDK's server asked for it. Null: somebody asked in an earlier life. */
  #asAsked(response: Message): Message | null {
    const id = Number(response.id) - this.#base
    return id >= 0 && id < perLife ? { ...response, id } : null
  }

  #respond(id: RpcId, text: string): void {
    const stream = this.#byRequest.get(id)
    if (stream === undefined) return
    this.#byRequest.delete(id)
    stream.respond(id, text)
    if (stream.isDone) this.#trim()
  }

  #abandon({ params }: Message): void {
    const id = params?.requestId
    if (id === undefined) return
    this.#byRequest.get(id)?.abandon(id)
    this.#byRequest.delete(id)
  }

  /** Keeps the newest of the answered streams, within the bounds. */
  #trim(): void {
    let count = 0
    let chars = 0
    for (const stream of [...this.#streams.values()].reverse()) {
      if (!stream.isDone) continue
      count++
      chars += stream.size
      // The newest stays whatever its size: its reader is about to take it.
      if (count > 1 && !stream.hasReader && (count > keptStreams || chars > keptChars)) this.drop(stream)
    }
  }
}

/** The SDK would queue messages that belong to a task. These sessions have no tasks. */
function withoutTask(message: Message): Message {
  const meta = message.params?._meta
  if (meta?.[RELATED_TASK_META_KEY] === undefined) return message
  const { [RELATED_TASK_META_KEY]: _, ..._meta } = meta
  return { ...message, params: { ...message.params, _meta } }
}
