// One client's session (2025-03-26 to 2025-11-25), in the memory of the node that has it. The official SDK's
// server handles handshake, versions, pings, cancellation and matching of answers; below it is our transport,
// behind it our surface. Made by sessions.ts.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  JSONRPCMessageSchema,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { SessionChoices } from '../../../storage/requests/rpc-sessions.ts'
import { RpcError, rpcCodes } from '../../json-rpc.ts'
import type { LogLevel, Surface, SurfaceChange } from '../../surface/surface.ts'
import { textParam } from '../methods.ts'
import { instructions, serverInfo, sessionCapabilities } from '../versions.ts'
import { answerSessionCall } from './session-calls.ts'
import { type Message, SessionTransport } from './session-transport.ts'

/** Whose session it is. */
export interface SessionOwner {
  readonly principal: string
  readonly organizationId: string
  /** Of the request that begins the session or takes it over; it reports changes while the session lives. */
  readonly surface: Surface
}

/** What all sessions have in common. */
export interface SessionParts {
  /** Version of the service. */
  readonly version: string
  readonly website?: string | undefined
  readonly report: (error: unknown, method: string) => void
  /** The client has changed its session. @throws {Failure} it is not kept */
  readonly chosen: (session: Session) => Promise<void>
}

/** Which life of the session this is, and where. */
export interface SessionPlace {
  /** Number of the node. */
  readonly node: number
  readonly life: number
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>
type Request = { readonly method: string; readonly params?: unknown }

/** Resources that a session may subscribe to. */
const subscriptionLimit = 100
/** Characters of the URI of such a resource. */
const uriLimit = 2_048
/** Shared by all sessions, none of which validates: making one costs more than a session. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

export class Session {
  readonly id: string
  readonly principal: string
  readonly organizationId: string
  readonly transport: SessionTransport
  place: SessionPlace
  lastUsedAt: number
  hasBegun = false
  /** Has it a row? */
  isKept = false
  hasEnded = false
  readonly #server: Server
  readonly #parts: SessionParts
  readonly #unsubscribe: () => void
  readonly #surface: Surface
  /** Ends each subscription, by URI. */
  readonly #subscribed = new Map<string, () => void>()
  #logLevel: LogLevel = 'info'
  #saved: Promise<void> = Promise.resolve()

  constructor(id: string, owner: SessionOwner, parts: SessionParts, place: SessionPlace, now: number) {
    this.id = id
    this.principal = owner.principal
    this.organizationId = owner.organizationId
    this.transport = new SessionTransport(id, place.life)
    this.place = place
    this.lastUsedAt = now
    this.#parts = parts
    this.#surface = owner.surface
    this.#server = new Server(serverInfo(parts.version, parts.website), {
      capabilities: sessionCapabilities,
      instructions,
      jsonSchemaValidator,
    })
    this.#server.setRequestHandler(SetLevelRequestSchema, async ({ params }) => {
      const before = this.#logLevel
      this.#logLevel = params.level
      await this.#save(() => {
        this.#logLevel = before
      })
      return {}
    })
    this.#server.fallbackRequestHandler = (request, extra) => this.#answer(request, extra)
    this.#unsubscribe = owner.surface.subscribe(change => this.#tell(change))
  }

  async begin(): Promise<void> {
    await this.#server.connect(this.transport)
    this.hasBegun = true
  }

  /**
   * Begins where another life has ended.
   * @param handshake parameters of the client's `initialize`
   */
  async goOn(handshake: JsonObject, { logLevel, resources }: SessionChoices): Promise<void> {
    await this.#server.connect(this.transport)
    const id = 'initialize'
    const stream = this.transport.openStream([id], this.#surface)
    const jsonrpc = '2.0'
    this.transport.deliver([{ jsonrpc, id, method: 'initialize', params: handshake } as Message])
    await stream.answered
    this.transport.drop(stream)
    this.transport.deliver([{ jsonrpc, method: 'notifications/initialized' } as Message])
    this.#logLevel = logLevel as LogLevel
    for (const uri of resources) this.#watch(uri)
    this.hasBegun = true
  }

  /** What the client has changed so far. */
  get choices(): SessionChoices {
    return { logLevel: this.#logLevel, resources: [...this.#subscribed.keys()] }
  }

  /** Has the client completed the handshake? */
  get isInitialized(): boolean {
    return this.#server.getClientVersion() !== undefined
  }

  /** Would the SDK's server take this message? It silently drops others. */
  understands(message: unknown): boolean {
    return JSONRPCMessageSchema.safeParse(message).success
  }

  /** Nobody reads and nothing is under way; after a while the session may end. */
  get isIdle(): boolean {
    return this.transport.openRequests === 0 && !this.transport.isRead
  }

  /** Cancels calls under way and ends streams. */
  async end(): Promise<void> {
    this.hasEnded = true
    this.#unsubscribe()
    for (const end of this.#subscribed.values()) end()
    await this.#server.close()
  }

  async #answer({ method, params = {} }: Request, extra: Extra) {
    try {
      return await this.#run(method, params as JsonObject, extra)
    } catch (error) {
      if (error instanceof RpcError) throw error
      // A cancelled call stops by throwing.
      if (!extra.signal.aborted) this.#parts.report(error, method)
      throw new RpcError(rpcCodes.internalError, 'Internal error')
    }
  }

  async #run(method: string, params: JsonObject, extra: Extra): Promise<JsonObject> {
    if (method === 'resources/subscribe') return this.#subscribe(textParam(params, 'uri'))
    if (method === 'resources/unsubscribe') {
      const uri = textParam(params, 'uri')
      if (!this.#subscribed.has(uri)) return {}
      this.#unwatch(uri)
      await this.#save(() => this.#watch(uri))
      return {}
    }
    const stream = this.transport.streamOf(extra.requestId)
    if (stream?.surface == null) throw new TypeError('a request that came without a POST')
    return answerSessionCall({
      surface: stream.surface,
      method,
      params,
      clientCapabilities: this.#clientCapabilities(),
      logLevel: this.#logLevel,
      detach: () => stream.detach(),
      extra,
    })
  }

  async #subscribe(uri: string): Promise<JsonObject> {
    if (this.#subscribed.has(uri)) return {}
    if (this.#subscribed.size >= subscriptionLimit) {
      throw new RpcError(rpcCodes.invalidParams, `more than ${subscriptionLimit} subscriptions in a session`)
    }
    if (uri.length > uriLimit)
      throw new RpcError(rpcCodes.invalidParams, `uri: expected at most ${uriLimit} characters`)
    this.#watch(uri)
    await this.#save(() => this.#unwatch(uri))
    return {}
  }

  /**
   * Keeps what the client has chosen, one after the other, so that the last choice is the one that is kept.
   * @param undo called when it is not
   * @throws {RpcError} it is not kept
   */
  async #save(undo: () => void): Promise<void> {
    const saved = this.#saved.then(() => this.#parts.chosen(this))
    this.#saved = saved.catch(() => {})
    try {
      await saved
    } catch (error) {
      undo()
      if (!(error instanceof Failure)) throw error
      throw new RpcError(rpcCodes.internalError, error.message)
    }
  }

  #unwatch(uri: string): void {
    this.#subscribed.get(uri)?.()
    this.#subscribed.delete(uri)
  }

  #watch(uri: string): void {
    const tell = (change: SurfaceChange) => {
      if (change.type === 'resource' && change.uri === uri)
        this.#notify('notifications/resources/updated', { uri })
    }
    this.#subscribed.set(uri, this.#surface.subscribe(tell, { resources: [uri], tasks: [] }))
  }

  /** Extensions are not defined for these revisions, so naming one here does not declare it. */
  #clientCapabilities(): JsonObject {
    const {
      extensions: _extensions,
      tasks: _tasks,
      ...rest
    } = (this.#server.getClientCapabilities() ?? {}) as JsonObject
    return rest
  }

  #tell(change: SurfaceChange): void {
    if (change.type === 'task' || change.type === 'resource') return
    this.#notify(`notifications/${change.type}/list_changed`)
  }

  #notify(method: ServerNotification['method'], params: JsonObject = {}): void {
    // The session may have ended meanwhile; then there is nobody to notify.
    this.#server.notification({ method, params } as ServerNotification).catch(() => {})
  }
}
