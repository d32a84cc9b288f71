// Sends one message to a tool server by HTTP POST and reads the answer, in any protocol. The server's
// credential is added here, last. It goes to the registered URL and nowhere else: a POST follows no redirect.

import { ToolFailure } from '../builtin/tool.ts'
import { sendAuthorized, sendConnected } from '../credentials/authorized-send.ts'
import type { Authorization, Credentials } from '../credentials/credentials.ts'
import { type Outbound, OutboundError, type OutboundResponse } from '../outbound/outbound.ts'
import { isEventStream, ReplyStream } from './event-stream.ts'
import { type Carried, explained, StreamBeginning } from './explained.ts'
import { Notices, type ServerResponse } from './notices.ts'
import { type Fault, fault, type Reply, readMessage, readReply } from './reply.ts'
import type { RemoteRequest, RemoteTarget, Sending } from './target.ts'

export interface WireOptions {
  readonly outbound: Outbound
  readonly credentials: Credentials
  /** Called when a server says that its tools have changed. */
  readonly onToolsChanged: (target: RemoteTarget) => void
}

/**
 * Contract 9 for a tool's answer. The larger bound is for lists of thousands of tools, and for results that
 * are stored.
 */
export const answerBytes = 1024 * 1024
const largeBytes = 8 * 1024 * 1024

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** No request has this id. */
const noRequest = -1

/** For a look at what answers a GET. */
const lookMs = 3_000

type Method = 'GET' | 'POST' | 'DELETE'
type OpenBody = NonNullable<Parameters<Outbound['request']>[0]['openBody']>

interface Message {
  readonly method: Method
  readonly body: string | null
  readonly openBody: OpenBody | undefined
}

export class Wire {
  readonly #options: WireOptions
  #lastId = 0

  constructor(options: WireOptions) {
    this.#options = options
  }

  /** Unique among all requests of this thread. */
  nextId(): number {
    return ++this.#lastId
  }

  /**
   * @param id of the request
   * @param respond answers requests of the server on the stream; undefined where it may not ask
   */
  async ask(
    request: RemoteRequest,
    id: number,
    respond?: (response: ServerResponse) => void,
  ): Promise<Reply> {
    const { target, method, params, onProgress } = request
    let stream: ReplyStream | null = null
    const openBody: OpenBody = ({ status, headers }) => {
      if (status !== 200 || !isEventStream(headers)) return null
      const onToolsChanged = () => this.#options.onToolsChanged(target)
      const notices = new Notices({ token: id, onProgress, onToolsChanged, respond })
      stream = new ReplyStream(id, notices.take)
      return stream
    }
    const answer = await this.#send(request, JSON.stringify({ jsonrpc: '2.0', id, method, params }), openBody)
    if ('type' in answer) return answer
    if (stream !== null) return readStream(stream, answer, id)
    return explained(readReply(answer, id), answer, carriedTo(target))
  }

  /** Sends a notification or a response; its answer does not matter. */
  async tell(sending: Sending, message: object): Promise<OutboundResponse | Fault> {
    return this.#send(sending, JSON.stringify({ jsonrpc: '2.0', ...message }))
  }

  /** Does the server answer a GET as those of the transport of 2024 do? */
  async speaksOldTransport(sending: Sending): Promise<boolean> {
    const beginning = new StreamBeginning()
    const openBody: OpenBody = ({ status, headers }) =>
      status === 200 && isEventStream(headers) ? beginning : null
    const deadline = Math.min(sending.deadline, Date.now() + lookMs)
    await this.#send({ ...sending, deadline }, null, openBody, 'GET')
    return beginning.isOldTransport
  }

  /**
   * Hears on the stream of a session, by GET, that the tools have changed.
   * @returns the status, when the stream has ended; null: it was none, or broke
   */
  async listen(sending: Sending, onToolsChanged: () => void): Promise<number | null> {
    const options = { token: noRequest, onProgress: undefined, onToolsChanged, respond: undefined }
    let isStream = false
    const openBody: OpenBody = ({ status, headers }) => {
      if (status !== 200 || !isEventStream(headers)) return null
      isStream = true
      return new ReplyStream(noRequest, new Notices(options).take)
    }
    const answer = await this.#send(sending, null, openBody, 'GET')
    if (isStream) return 200
    return 'type' in answer || answer.status === 200 ? null : answer.status
  }

  /** Ends a session, by DELETE. */
  async end(sending: Sending): Promise<void> {
    await this.#send(sending, null)
  }

  async #send(
    sending: Sending,
    body: string | null,
    openBody?: OpenBody,
    method: Method = body === null ? 'DELETE' : 'POST',
  ): Promise<OutboundResponse | Fault> {
    const { target, deadline, signal, idempotencyKey } = sending
    const { organizationId, credentialId, connectionId, url } = target
    try {
      if (connectionId != null) {
        const use = { organizationId, connectionId, url, deadline, signal }
        return await sendConnected(this.#options.credentials, use, authorization =>
          this.#request(sending, { method, body, openBody }, authorization),
        )
      }
      if (credentialId == null) return await this.#request(sending, { method, body, openBody })
      const use = { organizationId, credential: credentialId, url, idempotencyKey, deadline, signal }
      return await sendAuthorized(this.#options.credentials, use, authorization =>
        this.#request(sending, { method, body, openBody }, authorization),
      )
    } catch (error) {
      if (error instanceof OutboundError) {
        const { code, message, retryable, isUnanswered } = error
        return fault(code, `at ${message}`, { retryable, isUnanswered })
      }
      if (error instanceof ToolFailure)
        return fault(error.code, `was not called: ${error.message}`, { retryable: error.retryable })
      throw error
    }
  }

  #request(
    { target, deadline, headers, signal }: Sending,
    { method, body, openBody }: Message,
    authorization?: Authorization,
  ): Promise<OutboundResponse> {
    const totalMs = Math.max(1, deadline - Date.now())
    const url = authorization === undefined ? target.url : withQuery(target.url, authorization.query)
    return this.#options.outbound.request({
      method,
      url,
      keepsUrl: !url.includes('?'),
      headers:
        authorization === undefined
          ? { ...headers, ...jsonHeaders }
          : { ...headers, ...jsonHeaders, ...authorization.headers },
      body: body ?? undefined,
      // A call may spend all its time waiting for a free connection, or for its first byte: a busy server is
      // not down, and a tool may think. Connecting itself has 10 s (outbound.ts).
      timeouts: { connectMs: totalMs, firstByteMs: totalMs, totalMs },
      maxBytes: answerBytes,
      largeBytes,
      openBody,
      signal,
    })
  }
}

function readStream({ reply }: ReplyStream, { status, headers }: OutboundResponse, id: number): Reply {
  if (reply === null) return fault('bad-answer', 'answered a stream without the reply', { status })
  return readMessage(reply.message, id, { status, headers, sizeBytes: reply.sizeBytes })
}

function carriedTo({ connectionId, credentialId }: RemoteTarget): Carried {
  if (connectionId != null) return 'connection'
  return credentialId == null ? 'nothing' : 'credential'
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const entries = Object.entries(query)
  if (entries.length === 0) return url
  const complete = new URL(url)
  for (const [name, value] of entries) complete.searchParams.set(name, value)
  return complete.href
}
