// The client of chat: one conversation with the assistant of an organization. No DOM; runs in pages, in Node
// 20 and newer, and in workers. The widget and the React hook are made of it.
// 1. A session begins with the first message and is kept until `reset`.
// 2. Listeners hear of an event once, whichever stream brought it.
import { ChatAnswer } from './answer.ts'
import { checkConfig, type ServiceChatConfig } from './config.ts'
import { Emitter } from './emitter.ts'
import { Feed, type FeedOptions } from './feed.ts'
import { type ConnectionState, Transport } from './transport.ts'
import type {
  Approval,
  ChatConfirmation,
  ChatDecision,
  ChatEvent,
  ChatEvents,
  ChatMessage,
  ChatSession,
  ConfirmationPart,
  OnBusy,
} from './wire.ts'

/** What `on` listens to: the events of the session, and what the connection is like. */
export type ClientEvents = {
  readonly [Name in keyof ChatEvents]: Extract<ChatEvent, { type: Name }>
} & { readonly connection: ConnectionState }

export interface SendOptions {
  readonly onBusy?: OnBusy | undefined
  /** Ends the reading of the answer, not the answer. */
  readonly signal?: AbortSignal | undefined
}

export interface HistoryOptions {
  /** The messages before the one with this id. */
  readonly before?: string
  /** 1 to 100. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** Ids of events that listeners have heard of; older ones do not come again. */
const remembered = 2_000

export class ServiceChatClient {
  readonly #config: ServiceChatConfig
  readonly #transport: Transport
  readonly #emitter = new Emitter<ClientEvents>()
  readonly #heard = new Set<string>()
  #session: Promise<string> | null = null
  #sessionId: string | null

  /** @throws {TypeError} neither `apiKey` nor `getToken`, or no `tenantId` */
  constructor(config: ServiceChatConfig) {
    checkConfig(config)
    this.#config = config
    this.#sessionId = config.sessionId ?? null
    this.#transport = new Transport(config, state => this.#emitter.emit('connection', state))
  }

  /** Null before the first message, and after `reset`. */
  get sessionId(): string | null {
    return this.#sessionId
  }

  /** @returns takes the listener away again */
  on<Name extends keyof ClientEvents>(name: Name, listener: (event: ClientEvents[Name]) => void): () => void {
    return this.#emitter.on(name, listener)
  }

  /** Sends a message. The answer arrives whether or not somebody reads it. */
  send(message: string, options: SendOptions = {}): ChatAnswer {
    const onBusy = options.onBusy ?? this.#config.onBusy
    return this.#ask({ message, ...(onBusy && { onBusy }) }, options.signal)
  }

  /** Decides an approval: approves it, unless the decision says otherwise. What follows is the answer. */
  approve(approval: Approval | string, decision: Partial<ChatDecision> = {}): ChatAnswer {
    const seen =
      typeof approval === 'string' ? { id: approval } : { id: approval.id, digest: approval.digest }
    return this.#ask({ approval: { ...seen, decision: 'approve', ...decision } })
  }

  /** @param note why, for the people and the workflow that asked */
  deny(approval: Approval | string, note?: string): ChatAnswer {
    return this.approve(approval, { decision: 'deny', ...(note && { note }) })
  }

  /**
   * Says that a person has read what the workflow does and ticked these entries: every one of severity
   * `tick`. Refused unless the credential may confirm, and when something else is there by now.
   */
  confirm({ workflowId, confirmation }: ConfirmationPart, ticked: readonly string[] = []): ChatAnswer {
    const digest = confirmation?.digest ?? ''
    return this.#ask({ confirmation: { workflowId, digest, entries: ticked } satisfies ChatConfirmation })
  }

  /** Ends the answer that is under way. */
  async cancel(): Promise<void> {
    if (this.#sessionId) await this.#transport.request('POST', `/sessions/${this.#sessionId}/cancel`)
  }

  /** Messages of the session, newest last; none before the first message. */
  async history({ signal, ...query }: HistoryOptions = {}): Promise<ChatMessage[]> {
    if (!this.#sessionId) return []
    const response = await this.#transport.request('GET', `/sessions/${this.#sessionId}/messages`, {
      query,
      signal,
    })
    const page = (await response.json()) as ChatMessage[] | { messages: ChatMessage[] }
    return Array.isArray(page) ? page : page.messages
  }

  /** Forgets the session: the next message begins another. Nothing of the old one is deleted or ended. */
  reset(): void {
    this.#session = null
    this.#sessionId = null
    this.#heard.clear()
  }

  /** The id of the session, which is made when there is none. */
  async session(): Promise<string> {
    if (this.#sessionId) return this.#sessionId
    this.#session ??= this.#begin()
    const beginning = this.#session
    try {
      return await beginning
    } finally {
      if (this.#session === beginning) this.#session = null
    }
  }

  /** All events of the session from now on, through every broken connection; ends when it is deleted. */
  async *events(options: FeedOptions = {}): AsyncGenerator<ChatEvent> {
    const feed = new Feed(this.#transport, await this.session())
    for await (const event of feed.follow(options)) {
      this.#tell(event)
      yield event
    }
  }

  #ask(body: unknown, signal?: AbortSignal): ChatAnswer {
    return new ChatAnswer({
      ask: async abort => {
        const both = signal ? AbortSignal.any([signal, abort]) : abort
        return new Feed(this.#transport, await this.session()).answer(body, both)
      },
      hear: event => this.#tell(event),
      cancel: () => this.cancel(),
    })
  }

  async #begin(): Promise<string> {
    const { workflowId } = this.#config
    const body = workflowId ? { workflowId } : {}
    const response = await this.#transport.request('POST', '/sessions', { body })
    const { id } = (await response.json()) as ChatSession
    this.#sessionId = id
    return id
  }

  #tell(event: ChatEvent): void {
    if (event.id !== null) {
      if (this.#heard.has(event.id)) return
      this.#heard.add(event.id)
      if (this.#heard.size > remembered) this.#heard.delete(this.#heard.values().next().value!)
    }
    this.#emitter.emit(event.type, event as never)
  }
}
