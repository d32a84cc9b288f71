// The answer to one message: chunks while it is made, its text, its message. `send`, `approve` and `deny` of
// the client give one.
// 1. It is asked for at once. Who leaves a loop over it early ends the reading, not the answer.
// 2. The texts of the chunks since the last `restart` are the content of the message, whatever the server
//    streamed of it.
import type { ChatEvent, ChatMessage } from './wire.ts'

/** A piece of an answer. All have a text; it is empty where something else is told. */
export type ChatChunk =
  | { readonly type: 'text'; readonly text: string; readonly messageId: string }
  /** Drop the texts so far: the answer begins anew. */
  | { readonly type: 'restart'; readonly text: ''; readonly messageId: string }
  | ({ readonly text: '' } & Extract<
      ChatEvent,
      { type: 'message' | 'tool' | 'execution' | 'step' | 'approval' | 'done' }
    >)

export interface AnswerParts {
  readonly ask: (signal: AbortSignal) => Promise<AsyncIterable<ChatEvent>>
  readonly hear: (event: ChatEvent) => void
  readonly cancel: () => Promise<void>
}

export class ChatAnswer implements AsyncIterable<ChatChunk> {
  readonly #chunks: ChatChunk[] = []
  readonly #abort = new AbortController()
  readonly #cancel: () => Promise<void>
  readonly #arrived: Promise<void>
  readonly #sleepers = new Set<() => void>()
  #isOver = false
  #text = ''
  #message: ChatMessage | null = null

  constructor({ ask, hear, cancel }: AnswerParts) {
    this.#cancel = cancel
    this.#arrived = this.#read(ask, hear)
    // Whoever reads it hears of the error; when nobody does, it is nobody's.
    this.#arrived.catch(() => {})
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChatChunk> {
    try {
      for (let n = 0; ; n++) {
        while (n === this.#chunks.length) {
          if (this.#isOver) return await this.#arrived
          await new Promise<void>(resolve => this.#sleepers.add(resolve))
        }
        yield this.#chunks[n]!
      }
    } finally {
      this.#abort.abort()
    }
  }

  /** The whole answer, in Markdown. @throws {ChatError} refused, or not reached */
  async text(): Promise<string> {
    await this.#arrived
    return this.#message?.content ?? this.#text
  }

  /** The answer as it is stored; null when the session was deleted meanwhile. */
  async message(): Promise<ChatMessage | null> {
    await this.#arrived
    return this.#message
  }

  /** Ends the answer in the service: it keeps what there is of it, with the status `cancelled`. */
  cancel(): Promise<void> {
    return this.#cancel()
  }

  async #read(ask: AnswerParts['ask'], hear: AnswerParts['hear']): Promise<void> {
    try {
      for await (const event of await ask(this.#abort.signal)) {
        hear(event)
        this.#take(event)
      }
    } finally {
      this.#isOver = true
      this.#wake()
    }
  }

  #take(event: ChatEvent): void {
    switch (event.type) {
      case 'chunk':
        this.#add(event.messageId, event.text)
        break
      case 'restart':
        this.#drop(event.messageId)
        break
      case 'done':
        this.#complete(event.message)
        this.#chunks.push({ ...event, text: '' })
        break
      case 'session':
      case 'end':
        break
      default:
        this.#chunks.push({ ...event, text: '' })
    }
    this.#wake()
  }

  /** What of the content was not streamed. */
  #complete(message: ChatMessage): void {
    this.#message = message
    if (!message.content.startsWith(this.#text)) this.#drop(message.id)
    const rest = message.content.slice(this.#text.length)
    if (rest) this.#add(message.id, rest)
  }

  #add(messageId: string, text: string): void {
    this.#text += text
    this.#chunks.push({ type: 'text', text, messageId })
  }

  #drop(messageId: string): void {
    if (this.#text) this.#chunks.push({ type: 'restart', text: '', messageId })
    this.#text = ''
  }

  #wake(): void {
    for (const wake of this.#sleepers) wake()
    this.#sleepers.clear()
  }
}
