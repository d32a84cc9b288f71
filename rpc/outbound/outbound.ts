// The one way out: tools, tool servers, webhooks and OAuth metadata are all called through this client. One
// per process or worker thread; it keeps connections alive and bounds them per origin.
// 1. It sends nothing to an address that the network policy forbids.
// 2. Every call ends by its deadlines, within `maxBytes` of memory.
// 3. It follows redirects within the origin only. A call throws nothing but OutboundError.
import type { LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { Agent } from 'undici'
import { checkUrl, guardedLookup, type NetworkPolicy, shownHost } from './address-policy.ts'
import type { BodyReader, OutboundHead, RawAnswer } from './answer.ts'
import { AnswerBudget } from './budget.ts'
import { type CallLimits, OutboundCall } from './call.ts'
import { decodeBody } from './content-encoding.ts'
import { Deadlines } from './deadlines.ts'
import { OutboundError } from './outbound-error.ts'
import { checkHeaders } from './request-headers.ts'

export { checkUrl, type NetworkPolicy } from './address-policy.ts'
export type { BodyReader, OutboundHead } from './answer.ts'
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts'
export { checkHeaders } from './request-headers.ts'

export interface OutboundTimeouts {
  /** Until the request has a connection, including the wait for a free one. */
  readonly connectMs: number
  /** From then to the status line. */
  readonly firstByteMs: number
  /** The whole call with its redirects. */
  readonly totalMs: number
}

export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly url: string
  /** `host`, `content-length` and other headers of the connection are refused. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | undefined
  /** Defaults: 5 s, 30 s, 60 s. Accurate to 50 ms. */
  readonly timeouts?: Partial<OutboundTimeouts>
  /** Largest answer, before and after decoding. Default 1 MiB. */
  readonly maxBytes?: number
  /**
   * Largest uncompressed answer, for callers that need more than `maxBytes`. All answers of a client share a
   * budget, so a large one may have to wait. Default: maxBytes.
   */
  readonly largeBytes?: number
  /**
   * Called when an uncompressed answer begins. Returns a reader for its body, or null to collect it. Must not
   * throw.
   */
  readonly openBody?: ((head: OutboundHead) => BodyReader | null) | undefined
  readonly signal?: AbortSignal | undefined
  /** The URL holds no secret and is called often, so its check may be cached. Default false. */
  readonly keepsUrl?: boolean
  /** Redirects to follow, for GET and HEAD, within the origin. Default 0. */
  readonly maxRedirects?: number
}

export interface OutboundResponse extends OutboundHead {
  /** Empty when `openBody` returned a reader. */
  readonly body: Buffer
  /** The URL of the answer: the requested one, or that of the last redirect. */
  readonly url: string
}

export interface Outbound {
  /**
   * A status of 400 or more is an answer too.
   * @throws {OutboundError} without an answer
   */
  request(request: OutboundRequest): Promise<OutboundResponse>
  /** Calls under way fail with `closed`. */
  close(): Promise<void>
}

export interface OutboundOptions {
  readonly policy: NetworkPolicy
  /** Connections to one origin; further calls wait for one. Default 64. */
  readonly connectionsPerOrigin?: number
  /** Resolves names instead of the system. */
  readonly lookup?: LookupFunction
  /** PEM certificates to trust in addition to the usual ones. */
  readonly ca?: string
}

const defaultMaxBytes = 1024 * 1024
const urlsKept = 1_000
const keptUrlLength = 500

export function createOutbound(options: OutboundOptions): Outbound {
  const agent = new Agent({
    connections: options.connectionsPerOrigin ?? 64,
    allowH2: false,
    pipelining: 1,
    // Our own deadlines are stricter, and cheaper than undici's two timers per call.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: 10_000,
      lookup: guardedLookup(options.policy, options.lookup),
      ...(options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] }),
    },
  })
  return new AgentOutbound(agent, options.policy)
}

class AgentOutbound implements Outbound {
  readonly #agent: Agent
  readonly #policy: NetworkPolicy
  readonly #deadlines = new Deadlines()
  readonly #budget = new AnswerBudget()
  /** URLs of calls with `keepsUrl` that the policy allows. */
  readonly #urls = new Map<string, URL>()

  constructor(agent: Agent, policy: NetworkPolicy) {
    this.#agent = agent
    this.#policy = policy
  }

  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const { connectMs = 5_000, firstByteMs = 30_000, totalMs = 60_000 } = request.timeouts ?? {}
    const maxBytes = request.maxBytes ?? defaultMaxBytes
    const largeBytes = request.largeBytes ?? maxBytes
    const limits = { connectMs, firstByteMs, maxBytes, largeBytes, endsAt: performance.now() + totalMs }
    let url = this.#urlOf(request)
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#send(request, url, limits)
      const location = isRedirect(answer.status) ? answer.headers['location'] : undefined
      if (location === undefined) return responseOf(answer, url) ?? (await decoded(answer, url, maxBytes))
      url = this.#follow(request, url, location, redirects)
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  #urlOf({ url: text, keepsUrl = false }: OutboundRequest): URL {
    const known = this.#urls.get(text)
    if (known !== undefined) return known
    const url = checkUrl(text, this.#policy)
    if (!keepsUrl || text.length > keptUrlLength) return url
    if (this.#urls.size >= urlsKept) this.#urls.delete(this.#urls.keys().next().value!)
    this.#urls.set(text, url)
    return url
  }

  #send(request: OutboundRequest, url: URL, limits: CallLimits): Promise<RawAnswer> {
    const headers = checkHeaders(request.headers ?? {}, url.host)
    if (request.signal?.aborted === true)
      throw new OutboundError('aborted', url.host, `${url.host} was not called`)
    return new Promise((resolve, reject) => {
      const { method, body = null, signal, openBody } = request
      const { host } = url
      const shared = { deadlines: this.#deadlines, budget: this.#budget }
      const call = new OutboundCall({ method, host, limits, signal, openBody, ...shared }, resolve, reject)
      this.#agent.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method, headers, body },
        call,
      )
    })
  }

  #follow(request: OutboundRequest, from: URL, location: string, redirects: number): URL {
    const target = URL.parse(location, from.href)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const refuse = (why: string) => {
      const to = target === null ? 'elsewhere' : shownHost(target, this.#policy)
      return new OutboundError('redirect', from.host, `${from.host} redirects to ${to}, ${why}`)
    }
    if (target === null) throw refuse('which is no URL')
    if (target.origin !== from.origin) throw refuse('another origin: redirects are not followed there')
    if (!isRead) throw refuse(`but a ${request.method} is not sent again`)
    if (redirects >= (request.maxRedirects ?? 0))
      throw refuse(`and ${redirects} redirects have been followed`)
    return checkUrl(target.href, this.#policy)
  }
}

/** Null when the body must be decoded first. */
function responseOf({ status, headers, body }: RawAnswer, { href }: URL): OutboundResponse | null {
  const isPlain = body.length === 0 || encodingOf(headers) === 'identity'
  return isPlain ? { status, headers, body, url: href } : null
}

async function decoded(answer: RawAnswer, url: URL, maxBytes: number): Promise<OutboundResponse> {
  const { status, headers } = answer
  const body = await decodeBody(answer.body, encodingOf(headers), url.host, maxBytes)
  return { status, headers, body, url: url.href }
}

function encodingOf(headers: OutboundHead['headers']): string {
  return headers['content-encoding']?.toLowerCase() ?? 'identity'
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}
