// A conversation as a view needs it: its state at any moment, who listens to it, and what a person can do in
// it. Made of the client; no DOM. The widget and the React hook are views of it.
// 1. One stream, that of the session, is the source of what is shown. Sending waits until it is open, so that
//    nothing of an answer is missed, whatever happens to the connection.
// 2. The id of the session is remembered for the next page, never a credential.
import { ServiceChatClient } from '../client/client.ts'
import { defaults, type ServiceChatConfig } from '../client/config.ts'
import type { Approval, ChatDecision, ConfirmationPart } from '../client/wire.ts'
import { type Persistence, type SessionMemory, sessionMemory } from './memory.ts'
import { watchNetwork } from './network.ts'
import { asShown, isGone, taken } from './outcome.ts'
import { reduce, withHistory } from './reduce.ts'
import { type ConversationState, emptyState, type ShownMessage } from './state.ts'

export interface ConversationConfig extends ServiceChatConfig {
  /** How long the session is remembered. Default `session`. */
  readonly persist?: Persistence | undefined
}

/** The stream of the session. */
interface Listening {
  readonly abort: AbortController
  open: Promise<void>
  isOpen: boolean
}

const pageSize = 50

export class Conversation {
  readonly client: ServiceChatClient
  readonly #listeners = new Set<() => void>()
  readonly #memory: SessionMemory
  #state: ConversationState = emptyState
  #feed: Listening | null = null
  #sent = 0
  #views = 0
  #unwatch = () => {}

  constructor(config: ConversationConfig) {
    const { baseUrl = defaults.baseUrl, tenantId, workflowId = '' } = config
    this.#memory = sessionMemory(config.persist ?? 'session', `${baseUrl}:${tenantId}:${workflowId}`)
    const sessionId = config.sessionId ?? this.#memory.read() ?? undefined
    this.client = new ServiceChatClient({ ...config, sessionId })
    this.client.on('connection', connection => this.#change({ connection }))
  }

  get state(): ConversationState {
    return this.#state
  }

  /** @returns ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Somebody looks at it: loads what was said and listens. @returns to be called when they look away */
  show(): () => void {
    if (this.#views++ === 0)
      this.#unwatch = watchNetwork(
        () => this.#lose(),
        () => this.#comeBack(),
      )
    this.#resume()
    return () => {
      if (--this.#views > 0) return
      this.#unwatch()
      this.#silence()
    }
  }

  async send(text: string): Promise<void> {
    const id = `unsent-${++this.#sent}`
    const message: ShownMessage = {
      ...{ id, role: 'user', content: text, progress: 'sending', createdAt: Date.now(), status: 'complete' },
      ...{ sessionId: this.client.sessionId ?? '', parts: [{ type: 'text', text }], executionId: null },
    }
    this.#change({ messages: [...this.#state.messages, message], error: null, isAnswering: true })
    await this.#deliver(message)
  }

  /** A message that was not sent, once more. */
  async retry(id: string): Promise<void> {
    const message = this.#state.messages.find(it => it.id === id && it.progress === 'unsent')
    if (!message) return
    this.#mark(id, 'sending')
    this.#change({ error: null, isAnswering: true })
    await this.#deliver(message)
  }

  /** @returns whether the decision was taken; if not, `error` says why */
  async decide(approval: Approval, decision: ChatDecision): Promise<boolean> {
    this.#change({ error: null })
    try {
      await this.#listen()
      await taken(this.client.approve(approval, decision))
      const status = decision.decision === 'approve' ? 'approved' : 'denied'
      const decided: Approval = { ...approval, status, note: decision.note ?? null }
      this.#change({ approvals: { ...this.#state.approvals, [approval.id]: decided } })
      return true
    } catch (error) {
      this.#fail(error)
      return false
    }
  }

  /**
   * @param ticked ids of entries
   * @returns whether it was taken; if not, `error` says why, and the list is shown as it is by now
   */
  async confirm(part: ConfirmationPart, ticked: readonly string[]): Promise<boolean> {
    this.#change({ error: null })
    try {
      await this.#listen()
      await taken(this.client.confirm(part, ticked))
      return true
    } catch (error) {
      if (this.#feed) await this.#load(this.#feed.abort.signal)
      this.#fail(error)
      return false
    }
  }

  async cancel(): Promise<void> {
    try {
      await this.client.cancel()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** A new conversation. The old one goes on in the service; this one forgets it. */
  reset(): void {
    this.#forget()
    this.#change({ ...emptyState, connection: this.#state.connection })
  }

  async loadOlder(): Promise<void> {
    const before = this.#state.messages.find(({ progress }) => progress === 'stored')?.id
    if (this.#state.isLoading || !before) return
    this.#change({ isLoading: true })
    try {
      const page = await this.client.history({ before, limit: pageSize })
      this.#change({ ...withHistory(this.#state, page, true), hasOlder: page.length === pageSize })
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#change({ isLoading: false })
    }
  }

  dismissError(): void {
    this.#change({ error: null })
  }

  #lose(): void {
    this.#change({ connection: { state: 'offline', retryAt: null } })
  }

  /** A stream may have ended without a word while there was no network. */
  #comeBack(): void {
    this.#change({ connection: emptyState.connection })
    if (this.#feed?.isOpen) this.#silence()
    this.#resume()
  }

  #resume(): void {
    if (!this.client.sessionId) return
    this.#listen().catch(error => (isGone(error) ? this.reset() : this.#fail(error)))
  }

  async #deliver(message: ShownMessage, isAgain = false): Promise<void> {
    try {
      await this.#listen()
      await taken(this.client.send(message.content))
      // It may have been ended meanwhile.
      this.#resume()
    } catch (error) {
      // The remembered session is no more: the message begins another.
      if (!isAgain && isGone(error)) {
        this.#forget()
        return this.#deliver(message, true)
      }
      this.#mark(message.id, 'unsent')
      this.#change({ isAnswering: false })
      this.#fail(error)
    }
  }

  /** Resolves once the stream of the session is open; begins a session when there is none. */
  #listen(): Promise<void> {
    if (this.#feed) return this.#feed.open
    const feed: Listening = { abort: new AbortController(), isOpen: false, open: Promise.resolve() }
    this.#feed = feed
    const { signal } = feed.abort
    feed.open = new Promise<void>((resolve, reject) => {
      const opened = () => {
        feed.isOpen = true
        resolve()
      }
      this.#follow(signal, opened).catch(error => {
        if (signal.aborted) return resolve()
        this.#feed = null
        if (feed.isOpen) this.#fail(error)
        reject(error)
      })
    })
    return feed.open
  }

  async #follow(signal: AbortSignal, opened: () => void): Promise<void> {
    let isLoaded = this.client.sessionId === null
    this.#memory.write(await this.client.session())
    // What is being made comes again, as one chunk.
    this.#change({ messages: this.#state.messages.filter(({ progress }) => progress !== 'streaming') })
    const onOpen = () => {
      opened()
      if (!isLoaded) void this.#load(signal)
      isLoaded = true
    }
    for await (const event of this.client.events({ signal, onOpen })) {
      if (signal.aborted) return
      this.#change(reduce(this.#state, event))
      if (event.type === 'end') this.reset()
    }
  }

  async #load(signal: AbortSignal): Promise<void> {
    this.#change({ isLoading: true })
    try {
      const page = await this.client.history({ limit: pageSize, signal })
      this.#change({ ...withHistory(this.#state, page, false), hasOlder: page.length === pageSize })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    } finally {
      if (!signal.aborted) this.#change({ isLoading: false })
    }
  }

  #silence(): void {
    this.#feed?.abort.abort()
    this.#feed = null
  }

  #forget(): void {
    this.#silence()
    this.client.reset()
    this.#memory.write(null)
  }

  #mark(id: string, progress: 'sending' | 'unsent'): void {
    this.#change({ messages: this.#state.messages.map(it => (it.id === id ? { ...it, progress } : it)) })
  }

  #fail(error: unknown): void {
    this.#change({ error: asShown(error) })
  }

  #change(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
