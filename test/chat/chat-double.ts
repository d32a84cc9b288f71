// A service that speaks the wire of chat over loopback and does what a test says: it stores sessions and
// messages, streams events with ids, resumes after Last-Event-ID, and waits for the test to answer.
// 1. A message is stored by its Idempotency-Key once. What a session has told is kept, so a stream may come
//    back after any event.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatMessage, ChatPart, ChatSession } from '../../chat/client/wire.ts'
import { Turn } from './turn.ts'

export interface Told {
  readonly id: number | null
  readonly event: string
  readonly body: unknown
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: { readonly [name: string]: unknown }
}

export interface Refusal {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

interface Stream {
  readonly response: ServerResponse
  /** Of a POST: it ends with the answer to this message. */
  readonly until: string | null
}

export class Conversation {
  readonly session: ChatSession
  readonly messages: ChatMessage[] = []
  readonly told: Told[] = []
  readonly streams = new Set<Stream>()
  /** The answer that is under way. */
  turn: Turn | null = null

  constructor(id: string, workflowId: string | null) {
    this.session = { id, title: null, workflowId, createdAt: 1, lastMessageAt: null, messageCount: 0 }
  }

  /** @param id false for an event that streams do not resume after */
  tell(event: string, body: unknown, { hasId = true }: { hasId?: boolean } = {}): void {
    const told = { id: hasId ? this.told.length + 1 : null, event, body }
    if (hasId) this.told.push(told)
    for (const { response } of this.streams) write(response, told)
  }

  endStreamsOf(messageId: string): void {
    for (const stream of this.streams) {
      if (stream.until !== messageId) continue
      this.streams.delete(stream)
      stream.response.end()
    }
  }
}

function write(response: ServerResponse, { id, event, body }: Told): void {
  response.write(`${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(body)}\n\n`)
}

export class ChatDouble {
  readonly asked: Asked[] = []
  readonly conversations = new Map<string, Conversation>()
  /** What the key may do, as the service says it; null: it says nothing. */
  scope: string | null = 'chat'
  /** Answers of pages and scripts that a browser test serves beside the API. */
  readonly pages = new Map<string, { readonly type: string; readonly text: string; readonly csp?: string }>()
  readonly #server: Server
  readonly #refusals: ((asked: Asked) => Refusal | null)[] = []
  readonly #stored = new Map<string, string>()
  readonly #turns: Turn[] = []
  #awaited: ((turn: Turn) => void) | null = null
  #ids = 0

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  static async start(t: { teardown(end: () => unknown): unknown }): Promise<ChatDouble> {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const double = new ChatDouble(server)
    t.teardown(() => double.stop())
    return double
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The next message that somebody sends, or has sent, to be answered by the test. */
  turn(): Promise<Turn> {
    const turn = this.#turns.shift()
    if (turn) return Promise.resolve(turn)
    return new Promise(resolve => {
      this.#awaited = resolve
    })
  }

  /** Refuses the next requests that this says. */
  refuse(count: number, refusal: Refusal, isMeant: (asked: Asked) => boolean = () => true): void {
    let left = count
    this.#refusals.push(asked => (left > 0 && isMeant(asked) && left-- > 0 ? refusal : null))
  }

  /** Cuts all streams, as a lost connection does. */
  cut(): void {
    for (const { streams } of this.conversations.values()) {
      for (const { response } of streams) response.destroy()
      streams.clear()
    }
  }

  /** A conversation that was held before. */
  given(id: string, messages: readonly Partial<ChatMessage>[]): Conversation {
    const conversation = new Conversation(id, null)
    this.conversations.set(id, conversation)
    for (const message of messages) conversation.messages.push(this.message(id, message))
    return conversation
  }

  message(sessionId: string, given: Partial<ChatMessage>): ChatMessage {
    const content = given.content ?? ''
    const parts: readonly ChatPart[] = content ? [{ type: 'text', text: content }] : []
    const id = `msg_${++this.#ids}`
    const rest = { role: 'user', status: 'complete', executionId: null, createdAt: this.#ids } as const
    return { ...rest, id, sessionId, content, parts, ...given }
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url)
    const page = this.pages.get(url.pathname)
    if (page) {
      response.setHeader('content-type', page.type)
      if (page.csp) response.setHeader('content-security-policy', page.csp)
      return void response.end(page.text)
    }
    allowOrigins(response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const asked = await read(request, url)
    this.asked.push(asked)
    if (this.scope) response.setHeader('x-chat-scope', this.scope)
    for (const refuse of this.#refusals) {
      const refusal = refuse(asked)
      if (refusal)
        return send(response, refusal.status, refusal.body ?? { error: 'refused' }, refusal.headers)
    }
    this.#route(asked, request, response)
  }

  #route(asked: Asked, request: IncomingMessage, response: ServerResponse): void {
    const { method, path, body } = asked
    const [, id = '', what = ''] = /^\/api\/v1\/chat\/sessions(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST' && path.endsWith('/chat/sessions')) {
      const conversation = new Conversation(`chat_${++this.#ids}`, (body['workflowId'] as string) ?? null)
      this.conversations.set(conversation.session.id, conversation)
      return send(response, 201, conversation.session)
    }
    const conversation = this.conversations.get(id)
    if (!conversation) return send(response, 404, { error: 'chat session not found' })
    switch (`${method} ${what}`) {
      case 'GET ':
        return send(response, 200, conversation.session)
      case 'GET messages':
        return this.#list(conversation, asked, response)
      case 'POST messages':
        return this.#take(conversation, asked, { request, response })
      case 'GET events':
        return this.#stream(conversation, asked, { request, response })
      case 'POST cancel':
        conversation.turn?.done({ status: 'cancelled' })
        return send(response, 200, conversation.session)
      default:
        return send(response, 404, { error: 'not found' })
    }
  }

  #list({ messages }: Conversation, { query }: Asked, response: ServerResponse): void {
    const before = query.get('before')
    const end = before ? messages.findIndex(({ id }) => id === before) : messages.length
    const limit = Number(query.get('limit') ?? 50)
    send(response, 200, messages.slice(Math.max(0, end - limit), end))
  }

  #take(conversation: Conversation, asked: Asked, { request, response }: Exchange): void {
    const key = asked.headers['idempotency-key'] as string
    const { id: sessionId } = conversation.session
    const text = (asked.body['message'] ?? '') as string
    const message = this.message(sessionId, { content: text })
    const isNew = !this.#stored.has(key)
    const messageId = this.#stored.get(key) ?? message.id
    this.#stored.set(key, messageId)
    open(conversation, { request, response }, messageId)
    const turn = new Turn(conversation, this.message(sessionId, { role: 'assistant' }), { asked, messageId })
    if (!isNew) {
      for (const told of conversation.told) write(response, told)
      return
    }
    if (text) {
      conversation.messages.push(message)
      conversation.tell('message', { message, answerId: turn.id })
    }
    conversation.turn = turn
    if (this.#awaited) this.#awaited(turn)
    else this.#turns.push(turn)
    this.#awaited = null
  }

  #stream(conversation: Conversation, { headers }: Asked, exchange: Exchange): void {
    const after = headers['last-event-id']
    open(conversation, exchange, null)
    const { response } = exchange
    if (after !== undefined) {
      for (const told of conversation.told.slice(Number(after))) write(response, told)
      return
    }
    const { turn } = conversation
    if (turn?.soFar)
      write(response, { id: null, event: 'chunk', body: { messageId: turn.id, text: turn.soFar } })
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function open(conversation: Conversation, { request, response }: Exchange, until: string | null): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(': hello\n\n')
  const stream = { response, until }
  conversation.streams.add(stream)
  request.on('close', () => conversation.streams.delete(stream))
}

async function read(request: IncomingMessage, url: URL): Promise<Asked> {
  let text = ''
  for await (const piece of request) text += piece
  const { pathname: path, searchParams: query } = url
  return {
    method: request.method!,
    path,
    query,
    headers: request.headers,
    body: text ? JSON.parse(text) : {},
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function allowOrigins(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE')
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, accept, idempotency-key, last-event-id',
  )
  response.setHeader(
    'access-control-expose-headers',
    'Link, Retry-After, X-Request-Id, X-Error-Code, X-Chat-Scope',
  )
}
