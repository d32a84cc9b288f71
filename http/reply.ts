// What a handler may return instead of a plain value, when it has something to say about status, headers or form. The
// pipeline turns each into an answer: a `switch` over `type`, in one place.
import type { EventSource } from './sse.ts'

/** `T` is the type of the value that the route declared in `returns`; it exists for the compiler only. */
export interface Reply<out T> {
  readonly [replied]: true
  readonly form: ReplyForm<T>
  readonly status: number | null
  readonly headers: ReplyHeaders
}

export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>

export type ReplyForm<T> =
  | { readonly type: 'value'; readonly value: T }
  | { readonly type: 'json'; readonly text: string }
  | { readonly type: 'page'; readonly items: T; readonly nextCursor: string | null }
  | { readonly type: 'text'; readonly body: string | Uint8Array; readonly contentType: string }
  | { readonly type: 'stream'; readonly source: EventSource; readonly after: number }

interface ReplyOptions {
  /** Default: the status that the route declares. */
  readonly status?: number
  /** Added to those of every answer; an array repeats the header. */
  readonly headers?: ReplyHeaders
}

const replied = Symbol('reply')

/** A value to be sent as JSON, with a status or headers of its own. */
export function reply<T>(value: T, options: ReplyOptions = {}): Reply<T> {
  return make({ type: 'value', value }, options)
}

/** JSON that is text already, a row of the journal for instance: sent as it is. */
export function rawJson(text: string, options: ReplyOptions = {}): Reply<never> {
  return make({ type: 'json', text }, options)
}

/** One page of a list, a bare array; `nextCursor` becomes `Link: <...>; rel="next"`. */
export function page<T extends readonly unknown[]>(items: T, nextCursor: string | null): Reply<T> {
  return make({ type: 'page', items, nextCursor }, {})
}

/** Anything that is not JSON. @param contentType with its charset */
export function text(
  body: string | Uint8Array,
  contentType: string,
  options: ReplyOptions = {},
): Reply<never> {
  return make({ type: 'text', body, contentType }, options)
}

/**
 * Server-sent events (http/sse.ts), from the event that follows `after`.
 * @param after the last id that the client has; `resumePoint(request)` reads it, 0 begins at the first event
 */
export function stream(source: EventSource, after: number): Reply<never> {
  return make({ type: 'stream', source, after }, {})
}

/** Is what a handler returned a Reply, or a plain value? */
export function isReply(result: unknown): result is Reply<unknown> {
  return typeof result === 'object' && result !== null && replied in result
}

function make<T>(form: ReplyForm<T>, { status, headers }: ReplyOptions): Reply<T> {
  return { [replied]: true, form, status: status ?? null, headers: headers ?? {} }
}
