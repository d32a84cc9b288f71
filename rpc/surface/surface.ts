// What /rpc offers to one caller, whatever the lane: tools, prompts, resources, completion, tasks. The lanes know the
// protocol and nothing else; a surface knows the service and no protocol revision. Two implementers: the product
// (http/surface/) and the fixtures of the conformance suite (rpc/conformance/).
// Added by the lanes: `tools.definition` (headers that mirror arguments are checked before the call), `detach`,
// `methods`. A surface that answers `input-required` serves sessions of 2025 too: their lane asks the client itself.
// Added by the product: `interest` of `subscribe`, since nobody can watch all executions of an organization.
import type { Json, JsonObject } from '../../domain/json.ts'
import type { WireResult, WireTool } from '../tool-wire.ts'

/** A page of a list, and where the next one begins; null after the last. Cursors are opaque to clients. */
export interface SurfacePage<T> {
  /** The same array while nothing about the page changed: the lanes keep its JSON text by it. */
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** What a lane gives to a call: how to speak to the caller while it runs. */
export interface SurfaceContext {
  /** The caller has gone, or has cancelled. */
  readonly signal: AbortSignal
  /** `notifications/progress`, when the caller sent a token; else null. */
  readonly progress: ((done: number, total: number | null, message: string | null) => void) | null
  /** `notifications/message`. */
  readonly log: (level: LogLevel, data: Json, logger?: string) => void
  /** What the client said that it can do (`elicitation`, `sampling`, `roots`, `tasks`, ...). */
  readonly clientCapabilities: JsonObject
  /** Answers of the client to an earlier `input-required` of the same call, by key; empty at first. */
  readonly inputs: Readonly<Record<string, Json>>
  /** What the surface gave along with that `input-required`; the lane has checked that it is unchanged. */
  readonly requestState: Json | null
  /** Asks the client now, in the same call (sessions of 2025); null where the protocol cannot (then use `input-required`). */
  readonly ask:
    | ((
        method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list',
        params: JsonObject,
      ) => Promise<Json>)
    | null
  /** Lets the client's connection go while the call goes on: it comes back for the answer. Null where it cannot. */
  readonly detach: (() => void) | null
}

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** What became of a call. */
export type Outcome<T> =
  | { readonly type: 'complete'; readonly result: T }
  /** The client is to answer these requests and to call again with the answers. Modern lane only. */
  | {
      readonly type: 'input-required'
      readonly requests: Readonly<Record<string, InputRequest>>
      /** Comes back with the answers, unchanged: the lane seals it. The client can read it. Null for none. */
      readonly state: Json
    }
  /** It goes on as a task. Modern lane only, when the client can have tasks. */
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
    /** The result of the whole list as JSON text (`{"tools":[...]}`), kept as long as nothing changes: the plain lane's. */
    listText(): Promise<string>
    /** The tool as `list` has it, or null. */
    definition(name: string): WireTool | null | Promise<WireTool | null>
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
   * Told of changes until the returned function is called: of the lists of tools, prompts and resources, and of the
   * resources and tasks that `interest` names. Of those that the caller may not see it is told nothing.
   */
  subscribe(listener: (change: SurfaceChange) => void, interest?: ChangeInterest): () => void
  /** Methods of the plain lane beside those of tools. */
  readonly methods?: Readonly<Record<string, RpcMethod>>
}

/** Of which single things a listener wants to hear. */
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
