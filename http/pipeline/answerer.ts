// The last stage of the pipeline: turns the result of a handler, or the error of a stage, into the one answer
// of a request. Headers that every answer carries are set here and nowhere else.
import { isChatOnly } from '../../domain/chat/speaker.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { systemClock } from '../../runtime/clock.ts'
import { Repeats } from '../../runtime/process/repeats.ts'
import { KeyMissing } from '../../storage/secrets/vault.ts'
import type { Exchange } from '../exchange.ts'
import { rateHeaders, type Standing } from '../limits/limits.ts'
import { type SseTimes, sseHeaders } from '../streaming/sse.ts'
import { createStreams } from '../streaming/streams.ts'
import { type CorsOrigins, corsHeaders, preflightHeaders } from './cors.ts'
import { deprecationHeaders } from './deprecation.ts'
import { answerTo, internalError } from './failures.ts'
import { fitPage } from './page-bytes.ts'
import { isReply, type ReplyForm, type ReplyHeaders } from './reply.ts'
import type { Route } from './route.ts'

/** The part of pino that is used: the cause of every 500 goes here. */
export interface Log {
  error(facts: object, message: string): void
}

export interface AnswererOptions {
  readonly log: Log
  /** Origins of web pages that may call with a Bearer credential; `*` for all, default none. */
  readonly corsOrigins?: CorsOrigins
  /** Origins of web pages that an API key allows; these may call as well. */
  readonly keyOrigins?: ReadonlySet<string>
  /** Of Strict-Transport-Security; 0: it is not sent. Default: 0. */
  readonly hstsSeconds?: number
  readonly sseTimes?: SseTimes
  /** Called with every answer, for metrics, log and traces. */
  readonly observe?: Observe
  /** Methods of a path, for OPTIONS; empty for an unknown path. */
  readonly methods: (path: string) => readonly string[]
  /** Whether pages of every origin may read what a path answers. */
  readonly isOpen?: (path: string) => boolean
}

/** The facts of a request that its answer depends on. */
export interface Answered {
  readonly exchange: Exchange
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly caller: Caller | null
  /** How the client stands in its bucket; null when the bucket has no limit. */
  readonly standing: Standing | null
}

/** @param route and @param passage are null when no route matched */
export type Observe = (
  route: Route | null,
  status: number,
  exchange: Exchange,
  passage: Answered | null,
) => void

export interface Answerer {
  /** @param stillValid called again and again while a stream lives; it throws or rejects to end the stream */
  answer(passage: Answered, result: unknown, stillValid: () => unknown): void
  /** Answers an error; `passage` is null when no route had matched yet. */
  fail(exchange: Exchange, passage: Answered | null, error: unknown): void
  /** Answers a request whose framing is not to be trusted, and closes the connection. */
  refuse(exchange: Exchange, failure: Failure): void
  /** Answers OPTIONS. */
  describeMethods(exchange: Exchange): void
  /** Ends the live streams. */
  drain(): void
}

/** Chat widgets stand in pages of any origin, with a Bearer credential that knows its own origins. */
const everyOrigin: CorsOrigins = ['*']
const noOrigins: ReadonlySet<string> = new Set()
const jsonType = 'application/json; charset=utf-8'

export function createAnswerer(options: AnswererOptions): Answerer {
  const { log, corsOrigins = [], keyOrigins = noOrigins, observe, hstsSeconds = 0 } = options
  const streams = createStreams(sparingly(log, 'a stream failed'), options.sseTimes)

  /** The headers of every answer. */
  function common(exchange: Exchange, standing: Standing | null, isOpen = false): string[] {
    const headers = ['X-Request-Id', exchange.id, 'X-Content-Type-Options', 'nosniff']
    if (hstsSeconds > 0) headers.push('Strict-Transport-Security', `max-age=${hstsSeconds}`)
    if (isPrivate(exchange.path)) headers.push('Cache-Control', 'no-store')
    if (standing !== null) headers.push(...rateHeaders(standing))
    if (isOpen || isOfChat(exchange)) headers.push(...corsHeaders(everyOrigin, ''))
    else if (corsOrigins.length > 0 || keyOrigins.size > 0) {
      const origin = exchange.header('origin')
      headers.push(...corsHeaders(keyOrigins.has(origin) ? [origin] : corsOrigins, origin))
    }
    return headers
  }

  function answer(passage: Answered, result: unknown, stillValid: () => unknown): void {
    const { caller, exchange, route, standing } = passage
    const headers = [...common(exchange, standing, route.options.everyOrigin), ...deprecationHeaders(route)]
    if (caller !== null && isOfChat(exchange))
      headers.push('X-Chat-Scope', isChatOnly(caller) ? 'chat' : 'full')
    let status: number = route.options.status ?? 200
    let form: ReplyForm<unknown> = { type: 'value', value: result }
    if (isReply(result)) {
      status = result.status ?? status
      form = result.form
      append(headers, result.headers)
    }
    observe?.(route, status, exchange, passage)
    if (form.type === 'stream') openStream(exchange, form, headers, stillValid)
    else exchange.send(status, headers, render(form, exchange, headers))
  }

  function openStream(
    exchange: Exchange,
    form: ReplyForm<unknown> & { type: 'stream' },
    headers: string[],
    stillValid: () => unknown,
  ): void {
    headers.push(...sseHeaders)
    if (exchange.method === 'HEAD') {
      form.source.over?.()
      exchange.send(200, headers, '')
      return
    }
    const { source, after } = form
    const leave = streams.serve({ body: exchange.stream(200, headers), source, after }, stillValid)
    exchange.onClose(leave)
  }

  function fail(exchange: Exchange, passage: Answered | null, thrown: unknown, isRefused = false): void {
    const error = thrown instanceof KeyMissing ? lackingKey() : thrown
    if (!(thrown instanceof Failure)) {
      const { id, method, path, span } = exchange
      const facts = { err: thrown, requestId: id, method, path: passage?.route.path ?? path }
      log.error({ ...facts, ...(span && { traceId: span.context.traceId }) }, 'request failed')
    }
    const { challenge, everyOrigin, errors } = passage?.route.options ?? {}
    const { status, headers, body } =
      error instanceof Failure
        ? answerTo(error, {
            challenge: challenge?.(exchange),
            isPresented: exchange.header('authorization') !== '',
            form: errors,
          })
        : internalError(exchange.id)
    observe?.(passage?.route ?? null, status, exchange, passage)
    const always = common(exchange, passage?.standing ?? null, everyOrigin)
    const going = passage ? deprecationHeaders(passage.route) : []
    const all = [...always, ...going, ...headers, ...['Content-Type', jsonType]]
    if (isRefused) exchange.refuse(status, all, body)
    else exchange.send(status, all, body, status === 503)
  }

  return {
    answer,
    fail,
    refuse: (exchange, failure) => fail(exchange, null, failure, true),
    describeMethods(exchange) {
      const methods = options.methods(exchange.path)
      if (methods.length === 0) throw notFound('path')
      const headers = [
        ...common(exchange, null, options.isOpen?.(exchange.path)),
        'Allow',
        methods.join(', '),
      ]
      if (headers.includes('Access-Control-Allow-Origin')) {
        headers.push(...preflightHeaders(methods, exchange.header('access-control-request-headers')))
      }
      exchange.send(204, headers, '')
    },
    drain: () => streams.drain(),
  }
}

/** Returns the body of an answer, and adds the headers of its form to the list. */
function render(
  form: Exclude<ReplyForm<unknown>, { type: 'stream' }>,
  exchange: Exchange,
  headers: string[],
): string | Uint8Array {
  headers.push('Content-Type', form.type === 'text' ? form.contentType : jsonType)
  switch (form.type) {
    case 'value':
      return toJson(form.value)
    case 'json':
      return form.text
    case 'page': {
      const { texts, next } = fitPage(form.page)
      if (next !== null) headers.push('Link', nextLink(exchange, next))
      if (form.isReversed) texts.reverse()
      return `[${texts.join()}]`
    }
    case 'text':
      return form.body
  }
}

function toJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError('a handler returned nothing that JSON can say')
  return text
}

function nextLink({ path, query }: Exchange, cursor: string): string {
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  return `<${path}?${next}>; rel="next"`
}

function append(headers: string[], own: ReplyHeaders): void {
  for (const [name, value] of Object.entries(own)) {
    for (const text of typeof value === 'string' ? [value] : value) {
      if (/[\r\n\0]/.test(text)) throw new TypeError(`the header ${name} holds a line break or NUL`)
      headers.push(name, text)
    }
  }
}

/** Its answers say what their credential may do: a page with one that may do more than chat warns of it. */
function isOfChat({ path }: Exchange): boolean {
  return path.startsWith('/api/v1/chat/')
}

/** Answers about somebody's data must not be cached. */
function isPrivate(path: string): boolean {
  return path.startsWith('/api/') || path === '/rpc' || path.startsWith('/hooks/')
}

/** When the database fails, thousands of streams fail at once: logs only some of them. */
function sparingly(log: Log, message: string): (err: unknown) => void {
  const repeats = new Repeats(systemClock)
  return err => {
    const times = repeats.count(message)
    if (times !== null) log.error({ err, times }, message)
  }
}

/** Other nodes may have the key, and this one has it after its next start. */
function lackingKey(): Failure {
  return new Failure('unavailable', 'this node lacks the master key of a stored secret at the moment')
}
