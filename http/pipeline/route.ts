// A route: one method and path, declared once. The router, validation, the permission check, the rate-limit
// bucket, the OpenAPI document, the typed client and the tools of /rpc all derive from it. Types of path
// parameters come from the path itself, those of body and query from their schemas.
import type { z } from 'zod'
import { checkDeprecation, type Deprecation } from '../../domain/api-marks.ts'
import type { AuditAction } from '../../domain/people/audit.ts'
import type { Caller, Permission } from '../../domain/people/permissions.ts'
import type { IncomingRequest } from '../exchange.ts'
import type { Bucket } from '../limits/bucket.ts'
import type { RouteTool } from '../mcp/route-tools/route-tool.ts'
import type { Services } from '../services.ts'
import { audited } from './audited.ts'
import type { Challenge, ErrorForm } from './failures.ts'
import type { Intent } from './intent.ts'
import type { Reply } from './reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Pattern = `${Method} /${string}`

export interface RouteOptions {
  /** One line for the API reference, without a full stop. */
  readonly summary: string
  readonly description?: string
  /** Heading in the API reference; default: the path's first word after /api/v1. */
  readonly tag?: string
  /** What the caller must hold (403); without it, any authenticated caller will do. */
  readonly permission?: Permission
  /** Needs no credential: the handler's `caller` is null. */
  readonly public?: true
  /**
   * Schema of the JSON body. An absent body is validated as `undefined`, so `.optional()` makes it optional.
   */
  readonly body?: z.ZodType
  /** Bodies of other forms, by the value of a parameter of the query; without the parameter: `body`. */
  readonly bodies?: BodiesByParameter
  /**
   * Hands the body over as text, neither parsed nor validated; its content type must still be JSON. `bytes`:
   * as it came, whatever its content type.
   */
  readonly rawBody?: true | 'bytes'
  readonly query?: z.ZodObject
  /** Narrows the path's parameters, which are strings; a value that does not fit is 404. */
  readonly params?: z.ZodObject
  readonly returns: z.ZodType
  /** Media type of the answer when it is not JSON, for the API reference. */
  readonly produces?: string
  /** For a stream of server-sent events: the schema of each event's data, by the name of the event. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  /** The stream tells what is new, and cannot be resumed: after a reconnection one reads again. */
  readonly unresumed?: true
  /** Its answer carries an `ETag`; a PUT takes `If-Match` (http/workflows/entity-tag.ts). */
  readonly tagged?: true
  /**
   * It will go: its answers say so and when (http/pipeline/deprecation.ts). A field is deprecated by its
   * schema, with `deprecated` of domain/api-marks.ts.
   */
  readonly deprecated?: Deprecation
  /** Takes `Prefer: wait=N` (http/pipeline/prefer.ts). */
  readonly waits?: true
  /** Statuses of refusals that do not follow from the rest of the declaration, for the API reference. */
  readonly failures?: readonly number[]
  /** A body and an answer for the API reference, in place of those that follow from the schemas. */
  readonly examples?: { readonly body?: unknown; readonly answer?: unknown }
  /** What a 202 answers with, in place of `returns`, when the work is not done yet. */
  readonly accepted?: z.ZodType
  /** Status of success, default 200; 302 sends a browser on. */
  readonly status?: 200 | 201 | 202 | 302
  /**
   * Handling the same intent again completes what is missing and repeats nothing
   * (http/pipeline/idempotency.ts). Such a POST takes an Idempotency-Key, even when it does not create.
   */
  readonly repeatable?: true
  /**
   * Name of the action in the audit log, unless a store writes the entry in the transaction of the action
   * (http/pipeline/audited.ts).
   */
  readonly audit?: AuditAction
  /** Its answer holds a secret, so it is stored nowhere. */
  readonly secret?: true
  /**
   * Parameters of the `WWW-Authenticate: Bearer` header of a 401, and of a 403 for want of a scope, which say
   * where to learn more.
   */
  readonly challenge?: (request: IncomingRequest) => Challenge
  /** The form of its errors, where its callers read another one than `{"error": "..."}`. */
  readonly errors?: ErrorForm
  /** Pages of every origin may read its answers; it takes no credential of a browser. */
  readonly everyOrigin?: true
  /** The /rpc tool that derives from this route. */
  readonly tool?: RouteTool
  /** Default: `auth` under /api/v1/auth/, else by method. */
  readonly bucket?: Bucket
}

export interface BodiesByParameter {
  readonly parameter: string
  readonly schemas: Readonly<Record<string, z.ZodType>>
}

/** What a handler gets. `body` and `query` are the outputs of their schemas. */
export interface Context<P extends Pattern, O extends RouteOptions> {
  readonly caller: O extends { readonly public: true } ? null : Caller
  readonly params: Params<P, O>
  readonly body: Body<O>
  readonly query: O extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : EmptyObject
  readonly request: IncomingRequest
  readonly intent: Intent
  /** A model or an agent calls the route as a tool, by /rpc or in a chat. */
  readonly isTool?: boolean
}

export type Handler<P extends Pattern, O extends RouteOptions> = (
  context: Context<P, O>,
  services: Services,
) => Result<O> | Promise<Result<O>>

/** A declared route with its handler, types forgotten: what the rest of http/ works with. */
export interface Route {
  readonly method: Method
  /**
   * `/api/v1/workflows/:id`; `/assets/*path` takes the rest of the path, slashes included, as one parameter.
   */
  readonly path: string
  readonly options: RouteOptions
  readonly bucket: Bucket
  readonly handler: (context: UntypedContext, services: Services) => unknown
}

/** A route with its declaration, which only the compiler sees: the types of http/client.ts come from it. */
export interface DeclaredRoute<P extends Pattern, O extends RouteOptions> extends Route {
  readonly [declared]?: { readonly pattern: P; readonly options: O }
}

export declare const declared: unique symbol

export interface UntypedContext {
  readonly caller: Caller | null
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly query: unknown
  readonly request: IncomingRequest
  readonly intent: Intent
  readonly isTool?: boolean
}

/**
 * Declares a route: `route('GET /api/v1/workflows/:id', { summary, permission, returns }).handle(fn)`. A
 * handler that waits for nothing should return its value, not a promise: the answer then leaves at once.
 * @throws {RangeError} `deprecated` has no dates, or less than twelve months between them
 */
export function route<const P extends Pattern, const O extends RouteOptions>(pattern: P, options: O) {
  const separator = pattern.indexOf(' ')
  const method = pattern.slice(0, separator) as Method
  const path = pattern.slice(separator + 1)
  if (options.deprecated !== undefined) checkDeprecation(options.deprecated)
  return {
    handle(handler: Handler<P, O>): DeclaredRoute<P, O> {
      const bucket = options.bucket ?? bucketOf(method, path)
      const untyped = handler as Route['handler']
      const recorded = options.audit === undefined ? untyped : audited(options.audit, untyped)
      return { method, path, options, bucket, handler: recorded }
    },
  }
}

function bucketOf(method: Method, path: string): Bucket {
  if (path.startsWith('/api/v1/auth/')) return 'auth'
  return method === 'GET' ? 'read' : 'write'
}

type EmptyObject = Readonly<Record<string, never>>

type Params<P extends Pattern, O extends RouteOptions> = O extends {
  readonly params: infer S extends z.ZodType
}
  ? z.output<S>
  : { readonly [Name in ParamName<P>]: string }

export type ParamName<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : P extends `${string}/:${infer Name}`
    ? Name
    : P extends `${string}/*${infer Name}`
      ? Name
      : never

type Body<O extends RouteOptions> = O extends {
  readonly bodies: { readonly schemas: infer S extends Readonly<Record<string, z.ZodType>> }
}
  ? DeclaredBody<O> | z.output<S[keyof S]>
  : DeclaredBody<O>

type DeclaredBody<O extends RouteOptions> = O extends { readonly rawBody: 'bytes' }
  ? Buffer
  : O extends { readonly rawBody: true }
    ? string
    : O extends { readonly body: infer B extends z.ZodType }
      ? z.output<B>
      : undefined

/**
 * A value of the declared type (its arrays and objects may be readonly), or a Reply about one. A list is
 * always a Reply: `page(...)`.
 */
type Result<O extends RouteOptions> =
  z.output<O['returns']> extends readonly unknown[]
    ? Reply<Plain<z.output<O['returns']>>>
    : Plain<z.output<O['returns']>> | Reply<Plain<z.output<O['returns']>>>

type Plain<T> = unknown extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Plain<T[Key]> }
      : T
