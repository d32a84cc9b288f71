// What a call takes and gives, by the pattern of its route. Types only.
import type { z } from 'zod'
import type { ParamName, RouteOptions } from '../route.ts'
import type { ApiPattern, OptionsOf } from './routes.ts'

/** What may be said about any call. */
export interface CallOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  /** The same key and body are the same request for 24 h; with it a POST is sent again when it is not answered. */
  readonly idempotencyKey?: string
  /** Seconds to wait for the end of an execution that is started, 1 to 60. */
  readonly wait?: number
  /** Of a stream: begin after the event with this id. */
  readonly after?: number
  readonly signal?: AbortSignal
}

type Common = Omit<CallOptions, 'params' | 'query' | 'body'>

/** What the route with a pattern must be told. */
export type Call<P extends ApiPattern> = Common & ParamsPart<P> & BodyPart<P> & QueryPart<P>

/** The second argument, which may be left out when nothing must be told. */
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

/** What a body or query may be before its schema makes something of it; what it makes, where that is not told. */
type Sent<S extends z.ZodType> = unknown extends z.input<S> ? z.output<S> : Loose<NonNullable<z.input<S>>>

/** A field that may be undefined may be left out. */
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

/** What the service answers. */
export type Answer<P extends ApiPattern> =
  OptionsOf<P> extends { readonly returns: infer R extends z.ZodType } ? z.output<R> : never

/** One of a list. */
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
