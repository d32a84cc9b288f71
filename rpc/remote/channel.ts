// One request to a tool server and its reply, in the protocol that the server speaks: `modern` (MCP
// 2026-07-28), `mcp` (a session, MCP of 2025) or `plain` JSON-RPC 2.0. Used by remote-server.ts and
// listing.ts.
// 1. A trial (trial.ts) finds the protocol once; the channel remembers it per server.
// 2. When a refusal says that the server has changed its protocol, there is another trial, at most once a
//    minute.
// 3. A server on stdio speaks MCP of 2025; its requests go another way (over-stdio.ts).
import { isObject } from '../../domain/json.ts'
import { SchemaError } from '../../domain/schema/schema-error.ts'
import type { ServerAbout } from '../../domain/tools/server-about.ts'
import { isOnStdio } from '../../domain/tools/stdio-server.ts'
import type { ToolServerProtocol } from '../../domain/tools/tool-server.ts'
import { rpcCodes } from '../json-rpc.ts'
import { withinDeadline } from '../within-deadline.ts'
import { aboutOf } from './intake/about.ts'
import { type Listened, Listening, type ListenOptions } from './listening.ts'
import { mcpReply, wantsTask } from './mcp-reply.ts'
import { isModernCode, modernCodes, modernRequest } from './modern.ts'
import { askOverStdio, type StdioWay } from './over-stdio.ts'
import { type Failed, fault, notReady, type Reply } from './reply.ts'
import { Sessions } from './sessions.ts'
import { type RemoteRequest, type RemoteTarget, type Sending, targetKey } from './target.ts'
import { tryProtocols, type Verdict } from './trial.ts'
import { Wire, type WireOptions } from './wire.ts'

/** What a trial found. It holds while the registration names the same protocol as then. */
interface Finding {
  readonly registered: ToolServerProtocol | null
  readonly protocol: ToolServerProtocol
  readonly about: ServerAbout | null
  /** Unix ms. */
  readonly at: number
}

const findingsKept = 1_000
/**
 * A server may refuse calls as if it spoke another protocol, and speak none. Not every such call begins a
 * trial.
 */
const trialPauseMs = 60_000

export class RemoteChannel {
  readonly #wire: Wire
  readonly #stdio: StdioWay
  readonly #sessions: Sessions
  readonly #listening: Listening
  readonly #findings = new Map<string, Finding>()
  readonly #trials = new Map<string, Promise<Verdict>>()

  constructor(options: WireOptions & StdioWay) {
    this.#wire = new Wire(options)
    this.#stdio = options
    this.#sessions = new Sessions(this.#wire)
    this.#listening = new Listening(this.#sessions, this.#wire)
  }

  /** Sends it in the protocol that the server is known to speak. */
  async ask(request: RemoteRequest): Promise<Reply> {
    const { target } = request
    if (isOnStdio(target.url)) return this.askIn('mcp', request)
    const known = this.protocolOf(target)
    if (known === null) {
      const verdict = await this.find(request)
      return verdict.type === 'protocol' ? this.askIn(verdict.protocol, request) : verdict
    }
    const reply = await this.askIn(known, request)
    if (reply.type === 'result' || wantsTask(reply)) return reply
    if (!hasOtherProtocol(known, reply) || this.#wasTriedLately(target)) return reply
    const verdict = await this.find(request)
    // The server refused the request and did not carry it out, so it is safe to send it in the other
    // protocol.
    const isOther = verdict.type === 'protocol' && verdict.protocol !== known
    return isOther ? this.askIn(verdict.protocol, request) : reply
  }

  askIn(protocol: ToolServerProtocol, request: RemoteRequest): Promise<Reply> {
    if (isOnStdio(request.target.url))
      return askOverStdio(this.#stdio, request).then(reply => mcpReply(reply, request.method))
    if (protocol === 'mcp') return this.#sessions.ask(request).then(reply => mcpReply(reply, request.method))
    return protocol === 'plain' ? this.#wire.ask(request, this.#wire.nextId()) : this.#askModern(request)
  }

  /**
   * The latest finding, of this thread or of the registration; null for a server that nobody has asked yet.
   */
  protocolOf(target: RemoteTarget): ToolServerProtocol | null {
    if (this.#findings.size === 0) return target.protocol
    const finding = this.#findings.get(targetKey(target))
    return finding?.registered === target.protocol ? finding.protocol : target.protocol
  }

  /** What the server has said of itself to this thread; null when nothing. */
  aboutOf(target: RemoteTarget): ServerAbout | null {
    return this.#sessions.aboutOf(target) ?? this.#findings.get(targetKey(target))?.about ?? null
  }

  /**
   * Finds out what the server speaks. Callers at the same time share one trial; when one of them leaves, it
   * goes on.
   */
  find(sending: Sending): Promise<Verdict> {
    const { target, deadline } = sending
    if (isOnStdio(target.url)) return this.#wakeOnStdio(sending)
    const key = targetKey(target)
    let trial = this.#trials.get(key)
    if (trial === undefined) {
      trial = this.#try({ target, deadline, idempotencyKey: null }).finally(() => this.#trials.delete(key))
      this.#trials.set(key, trial)
    }
    return withinDeadline(trial, sending, notReady)
  }

  /** Is it a server of the transport of 2024, which this service does not speak? */
  speaksOldTransport({ target, deadline, signal }: Sending): Promise<boolean> {
    return this.#wire.speaksOldTransport({ target, deadline, signal, idempotencyKey: null })
  }

  /** Until its stream ends, or says that there is none: only sessions have one that tells of tools. */
  async listen(target: RemoteTarget, options: ListenOptions): Promise<Listened> {
    if (isOnStdio(target.url) || this.protocolOf(target) !== 'mcp') return 'none'
    return this.#listening.listen(target, options)
  }

  close(): Promise<void> {
    return this.#sessions.close()
  }

  async #askModern(request: RemoteRequest): Promise<Reply> {
    const { method, params } = request
    const id = this.#wire.nextId()
    try {
      return mcpReply(await this.#wire.ask(modernRequest(request, id), id), method)
    } catch (error) {
      // The tool was listed in another protocol, where a header mark that this one forbids means nothing.
      if (!(error instanceof SchemaError)) throw error
      const tool = params['name']
      return fault('bad-schema', `has an inputSchema of ${tool} that can not be used: ${error.message}`)
    }
  }

  async #try(sending: Sending): Promise<Verdict> {
    const { target } = sending
    const verdict = await tryProtocols(sending, this.#wire, this.#sessions)
    if (verdict.type !== 'protocol') return verdict
    this.#remember(target, verdict)
    return verdict
  }

  #remember(
    target: RemoteTarget,
    { protocol, about }: Extract<Verdict, { readonly type: 'protocol' }>,
  ): void {
    const key = targetKey(target)
    const [oldest] = this.#findings.keys()
    if (oldest !== undefined && this.#findings.size >= findingsKept) this.#findings.delete(oldest)
    this.#findings.delete(key)
    this.#findings.set(key, { registered: target.protocol, protocol, about, at: Date.now() })
  }

  /** Starts its process: there is nothing to find out but what it says of itself. */
  async #wakeOnStdio(sending: Sending): Promise<Verdict> {
    const reply = await askOverStdio(this.#stdio, { ...sending, method: 'initialize', params: {} })
    if (reply.type !== 'result') return reply
    const version = isObject(reply.result) ? reply.result['protocolVersion'] : undefined
    const about = typeof version === 'string' ? aboutOf(reply.result, version) : null
    const found = { type: 'protocol', protocol: 'mcp', about } as const
    this.#remember(sending.target, found)
    return found
  }

  #wasTriedLately(target: RemoteTarget): boolean {
    const finding = this.#findings.get(targetKey(target))
    return finding !== undefined && Date.now() - finding.at < trialPauseMs
  }
}

/** Does the refusal say that the server no longer speaks this protocol? */
function hasOtherProtocol(protocol: ToolServerProtocol, failed: Failed): boolean {
  const { status } = failed
  if (failed.type === 'fault') return status === 400 || status === 404 || status === 405 || status === 406
  const { code } = failed
  const isRefused = failed.status >= 400 && ((code > -32020 && code <= -32000) || code === -32600)
  switch (protocol) {
    case 'modern':
      return isRefused || code === modernCodes.unsupportedVersion
    case 'mcp':
      return isRefused || isModernCode(code) || code === rpcCodes.methodNotFound
    case 'plain':
      return isRefused || isModernCode(code)
  }
}
