// A Reply is what a handler returns in place of a plain value, to choose status, headers or form. answerer.ts
// turns each form into an answer, in one `switch` over `type`.
import type { Page } from '../../domain/page.ts'
import type { EventSource } from '../../runtime/event-source.ts'

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
  | { readonly type: 'page'; readonly page: Page<unknown>; readonly isReversed: boolean }
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

/** JSON that is text already, such as a row of the journal: sent unchanged. */
export function rawJson(text: string, options: ReplyOptions = {}): Reply<never> {
  return make({ type: 'json', text }, options)
}

/**
 * One page of a list, a bare array, which ends where its bytes end (page-bytes.ts). The cursor of the next
 * page becomes `Link: <...>; rel="next"`.
 */
export function page<T>(listed: Page<T>): Reply<readonly T[]> {
  return make({ type: 'page', page: listed, isReversed: false }, {})
}

/** The same, and what is first in the list comes last in the answer. */
export function reversedPage<T>(listed: Page<T>): Reply<readonly T[]> {
  return make({ type: 'page', page: listed, isReversed: true }, {})
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
 * Server-sent events (http/streaming/sse.ts), from the event that follows `after`.
 * @param after the last id that the client has; `resumePoint(request)` reads it, 0 begins at the first event
 */
export function stream(source: EventSource, after: number, options: ReplyOptions = {}): Reply<never> {
  return make({ type: 'stream', source, after }, options)
}

/** Whether a handler returned a Reply, not a plain value. */
export function isReply(result: unknown): result is Reply<unknown> {
  return typeof result === 'object' && result !== null && replied in result
}

function make<T>(form: ReplyForm<T>, { status, headers }: ReplyOptions): Reply<T> {
  return { [replied]: true, form, status: status ?? null, headers: headers ?? {} }
}
