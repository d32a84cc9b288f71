// What /rpc offers to one caller: tools, prompts, resources, completion, tasks. A port between the lanes,
// which know the protocol, and a surface, which knows the service and no protocol revision. Two
// implementations: the product (http/mcp/) and the fixtures of the conformance suite (rpc/conformance/).
// 1. Lanes need `tools.definition` to check headers that mirror arguments before the call.
// 2. A surface that answers `input-required` works with sessions of 2025 too: their lane asks the client
//    itself.
// 3. `subscribe` takes an `interest`, since nobody can watch all executions of an organization.
import type { Json, JsonObject } from '../../domain/json.ts'
import type { Scope } from '../../domain/people/permissions.ts'
import type { WireResult, WireTool } from '../tool-wire.ts'

/** A page of a list, and the cursor of the next one; null after the last. Opaque to clients. */
export interface SurfacePage<T> {
  /** The same array while nothing on the page changes: the lanes cache its JSON text by it. */
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** What a lane gives to a call: how to reach the caller while it runs. */
export interface SurfaceContext {
  /** Aborts when the caller leaves or cancels. */
  readonly signal: AbortSignal
  /** Sends `notifications/progress`; null when the caller sent no token. */
  readonly progress: ((done: number, total: number | null, message: string | null) => void) | null
  /** Sends `notifications/message`. */
  readonly log: (level: LogLevel, data: Json, logger?: string) => void
  /** `_meta` of the request. */
  readonly meta: JsonObject
  /** What the client declared (`elicitation`, `sampling`, `roots`, `tasks`, ...). */
  readonly clientCapabilities: JsonObject
  /** The client's answers to an earlier `input-required` of the same call, by key; empty at first. */
  readonly inputs: Readonly<Record<string, Json>>
  /** The state that the surface gave with that `input-required`; the lane has verified it. */
  readonly requestState: Json | null
  /**
   * Asks the client within this call (sessions of 2025); null where the protocol cannot: then answer
   * `input-required`.
   */
  readonly ask:
    | ((
        method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list',
        params: JsonObject,
      ) => Promise<Json>)
    | null
  /**
   * Releases the client's connection while the call continues; the client comes back for the answer. Null
   * where it cannot.
   */
  readonly detach: (() => void) | null
}

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** The outcome of a call. */
export type Outcome<T> =
  | { readonly type: 'complete'; readonly result: T }
  /** The client must answer these requests and call again with the answers. Modern lane only. */
  | {
      readonly type: 'input-required'
      readonly requests: Readonly<Record<string, InputRequest>>
      /** Comes back with the answers, unchanged: the lane seals it. The client can read it. Null for none. */
      readonly state: Json
    }
  /** The call continues as a task. Modern lane only, for clients that declare tasks. */
  | { readonly type: 'task'; readonly task: WireTask }

export interface InputRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  readonly params: JsonObject
}

/** In the shape of the revision's Task. */
export interface WireTask extends JsonObject {
  readonly taskId: string
  readonly status: string
}

export interface WirePrompt extends JsonObject {
  readonly name: string
}
export interface WireResource extends JsonObject {
  readonly uri: string
  readonly name: string
}

export interface Surface {
  readonly tools: {
    list(cursor: string | null): Promise<SurfacePage<WireTool>>
    /** The whole list as JSON text (`{"tools":[...]}`), cached while nothing changes. For the plain lane. */
    listText(): Promise<string>
    /** The tool as in `list`, or null. */
    definition(name: string): WireTool | null | Promise<WireTool | null>
    /** The scope for want of which the caller's application cannot call a listed tool; null for none. */
    missingScope?(name: string): Promise<Scope | null>
    /** @throws {RpcError} no such tool; a tool server failed */
    call(name: string, args: JsonObject, context: SurfaceContext): Promise<Outcome<WireResult>>
  }
  readonly prompts: {
    list(cursor: string | null): Promise<SurfacePage<WirePrompt>>
    /** @throws {RpcError} invalid params */
    get(
      name: string,
      args: Readonly<Record<string, string>>,
      context: SurfaceContext,
    ): Promise<Outcome<JsonObject>>
  }
  readonly resources: {
    list(cursor: string | null): Promise<SurfacePage<WireResource>>
    templates(cursor: string | null): Promise<SurfacePage<JsonObject>>
    /** @throws {RpcError} no such resource */
    read(uri: string, context: SurfaceContext): Promise<Outcome<JsonObject>>
  }
  /** `completion/complete`. */
  complete(params: JsonObject): Promise<JsonObject>
  readonly tasks: {
    /** @throws {RpcError} no such task */
    get(taskId: string): Promise<WireTask>
    update(taskId: string, params: JsonObject): Promise<JsonObject>
    cancel(taskId: string): Promise<WireTask>
  }
  /**
   * Reports changes until the returned function is called: of the lists of tools, prompts and resources, and
   * of the resources and tasks in `interest`. Things that the caller may not see are not reported.
   */
  subscribe(listener: (change: SurfaceChange) => void, interest?: ChangeInterest): () => void
  /** Methods of the plain lane in addition to those of tools. */
  readonly methods?: Readonly<Record<string, RpcMethod>>
}

/** Single things that a listener wants to hear about. */
export interface ChangeInterest {
  /** URIs. */
  readonly resources: readonly string[]
  /** Ids. */
  readonly tasks: readonly string[]
}

export type RpcMethod = (params: JsonObject | readonly Json[] | undefined) => Json | Promise<Json>

export type SurfaceChange =
  | { readonly type: 'tools' | 'prompts' | 'resources' }
  | { readonly type: 'resource'; readonly uri: string }
  | { readonly type: 'task'; readonly task: WireTask }
