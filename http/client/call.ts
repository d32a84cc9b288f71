// The arguments and the result of a call, by the pattern of its route. Types only.
import type { z } from 'zod'
import type { ParamName, RouteOptions } from '../pipeline/route.ts'
import type { ApiPattern, OptionsOf } from './routes.ts'

/** Options of any call. */
export interface CallOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  /**
   * A repeat with the same key and body is the same request for 24 h. With a key, a POST without an answer is
   * sent again.
   */
  readonly idempotencyKey?: string
  /** The `ETag` of the state that was changed (`troupe.full` has it): 412 when it has changed since. */
  readonly ifMatch?: string
  /** Seconds to wait for the end of the started execution, 1 to 60. */
  readonly wait?: number
  /** For a stream: begin after the event with this id. */
  readonly after?: number
  readonly signal?: AbortSignal
}

type Common = Omit<CallOptions, 'params' | 'query' | 'body'>

/** The arguments of the route with a pattern. */
export type Call<P extends ApiPattern> = Common & ParamsPart<P> & BodyPart<P> & QueryPart<P>

/** The second argument, which is optional when the route needs no arguments. */
export type Args<P extends ApiPattern> = object extends Call<P> ? [options?: Call<P>] : [options: Call<P>]

type ParamsPart<P extends ApiPattern> = [ParamName<P>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in ParamName<P>]: string | number } }

type BodyPart<P extends ApiPattern> =
  OptionsOf<P> extends { readonly body: infer B extends z.ZodType }
    ? undefined extends z.input<B>
      ? { readonly body?: Sent<B> }
      : { readonly body: Sent<B> }
    : { readonly body?: never }

type QueryPart<P extends ApiPattern> =
  OptionsOf<P> extends { readonly query: z.ZodType }
    ? object extends Query<P>
      ? { readonly query?: Query<P> }
      : { readonly query: Query<P> }
    : { readonly query?: never }

/** The input type of a body's or query's schema; its output type where the input is unknown. */
type Sent<S extends z.ZodType> = unknown extends z.input<S> ? z.output<S> : Loose<NonNullable<z.input<S>>>

/** Makes a field optional when it may be undefined. */
type Loose<T> = string extends keyof T
  ? T
  : { readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
      readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: T[Name]
    }

export type Body<P extends ApiPattern> =
  OptionsOf<P> extends { readonly body: infer B extends z.ZodType } ? Sent<B> : never

export type Query<P extends ApiPattern> =
  OptionsOf<P> extends { readonly query: infer Q extends z.ZodType }
    ? QueryOf<z.input<Q>, z.output<Q>>
    : never

type QueryOf<In, Out> = {
  readonly [Name in keyof In]: unknown extends In[Name]
    ? Name extends keyof Out
      ? Out[Name]
      : never
    : In[Name]
}

/** The answer of the service. */
export type Answer<P extends ApiPattern> =
  OptionsOf<P> extends { readonly returns: infer R extends z.ZodType } ? z.output<R> : never

/** An item of a list. */
export type Item<P extends ApiPattern> = Answer<P> extends readonly (infer I)[] ? I : never

/** Patterns whose answer is a list. */
export type PagedPattern = { [P in ApiPattern]: Answer<P> extends readonly unknown[] ? P : never }[ApiPattern]

/** Patterns whose answer is a stream of events. */
export type StreamPattern = {
  [P in ApiPattern]: OptionsOf<P> extends { readonly events: object } ? P : never
}[ApiPattern]

/** An event of a stream. */
export type Streamed<P extends ApiPattern> =
  OptionsOf<P> extends { readonly events: infer E extends NonNullable<RouteOptions['events']> }
    ? {
        [Name in keyof E]: { readonly id: number; readonly event: Name; readonly data: z.output<E[Name]> }
      }[keyof E]
    : never
