// The life of a request, from its head to its answer. Each stage does one thing and calls the next; what it
// throws becomes the answer with the status that is written beside it:
//
//   guard ─400/411/413/431→ match ─404/405→ identify ─401→ limit ─429→ authorize ─403→ receive ─400/413/415→
//   check ─400→ once ─409→ handle → answer
//
// Nothing is awaited that is not a promise: a request whose credential is cached and whose handler returns a
// value is answered in the same turn of the event loop in which it came (goal S5 depends on it).
import { Failure } from '../../domain/failure.ts'
import { allows, type Caller, lackOf } from '../../domain/people/permissions.ts'
import type { Span } from '../../runtime/tracing/tracing.ts'
import type { Exchange } from '../exchange.ts'
import { clientOf, type Limits, rateLimited, type Standing } from '../limits/limits.ts'
import type { Services } from '../services.ts'
import { type Answered, type AnswererOptions, createAnswerer } from './answerer.ts'
import type { Authenticate } from './authenticate.ts'
import { decodeUtf8, parseJsonObject, requireJson, requirePlain } from './body/body.ts'
import { announcesBody, bodyTooLarge, guard } from './guard.ts'
import { type Idempotency, idempotencyKeyOf, takesKeys } from './idempotency.ts'
import { type Intent, unkeyed } from './intent.ts'
import type { Route, RouteOptions } from './route.ts'
import { createRouter } from './router.ts'
import { narrow, parseQuery, validate } from './validation.ts'

export interface PipelineOptions extends Omit<AnswererOptions, 'methods' | 'isOpen'> {
  readonly routes: readonly Route[]
  readonly services: Services
  readonly authenticate: Authenticate
  readonly limits: Limits
  readonly idempotency: Idempotency
  /** Begins the span of a request; absent: nothing is traced. */
  readonly trace?: ((exchange: Exchange, route: Route) => Span) | undefined
  /** @throws {Failure} why a route is not served just now (docs/decisions/029) */
  readonly withhold?: (route: Route) => void
}

export interface Pipeline {
  /** Takes a request to its answer. Never throws. */
  serve(exchange: Exchange): void
  /** Answers new requests with 503 from now on, and ends live streams. */
  drain(): void
}

/** A request on its way, with what the stages have found out. */
interface Passage extends Answered {
  caller: Caller | null
  standing: Standing | null
}

type Stage<T> = (passage: Passage, value: T) => void

export function createPipeline(options: PipelineOptions): Pipeline {
  const { services, limits, authenticate, idempotency, trace, withhold } = options
  const router = createRouter(options.routes)
  const open = new Set(options.routes.filter(route => route.options.everyOrigin).map(({ path }) => path))
  const answerer = createAnswerer({ ...options, methods: router.methods, isOpen: path => open.has(path) })
  let isDraining = false

  function serve(exchange: Exchange): void {
    const refusal = guard(exchange)
    if (refusal !== null) answerer.refuse(exchange, refusal)
    else admit(exchange)
  }

  function admit(exchange: Exchange): void {
    try {
      if (isDraining) throw new Failure('unavailable', 'the server is shutting down')
      if (exchange.method === 'OPTIONS') answerer.describeMethods(exchange)
      else match(exchange)
    } catch (error) {
      answerer.fail(exchange, null, error)
    }
  }

  function match(exchange: Exchange): void {
    const { route, params } = router.match(exchange.method, exchange.path)
    if (trace !== undefined) exchange.span = trace(exchange, route)
    run({ exchange, route, params, caller: null, standing: null }, identify, undefined)
  }

  function identify(passage: Passage): void {
    withhold?.(passage.route)
    if (passage.route.options.public) limit(passage, null)
    else continueWith(passage, credential(passage.exchange), limit, refuseUnknownCaller)
  }

  /** The caller that authenticate returns; its throw becomes a rejection. */
  function credential(exchange: Exchange): Caller | Promise<Caller> {
    try {
      return authenticate(exchange.header('authorization'), exchange)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** A wrong credential counts against the address that sent it, so that guessing ends at 429. */
  function refuseUnknownCaller(passage: Passage, error: unknown): void {
    if (!(error instanceof Failure)) throw error
    const client = () => clientOf(null, passage.exchange.clientAddress)
    continueWith(passage, limits.take(passage.route.bucket, client), (_, standing) => {
      passage.standing = standing
      throw standing?.isExceeded ? rateLimited(standing) : error
    })
  }

  function limit(passage: Passage, caller: Caller | null): void {
    passage.caller = caller
    const { bucket } = passage.route
    const client = () => clientOf(caller, passage.exchange.clientAddress)
    continueWith(passage, limits.take(bucket, client), authorize)
  }

  function authorize(passage: Passage, standing: Standing | null): void {
    passage.standing = standing
    if (standing?.isExceeded) throw rateLimited(standing)
    const { permission } = passage.route.options
    const { caller } = passage
    if (permission !== undefined && (caller === null || !allows(caller, permission))) {
      throw new Failure('forbidden', lackOf(caller, permission))
    }
    refuseOtherTenant(passage)
    receive(passage)
  }

  function receive(passage: Passage): void {
    const { exchange, route } = passage
    if (!announcesBody(name => exchange.header(name))) return check(passage, noBody(route))
    requirePlain(exchange.header('content-encoding'))
    // Of a body in chunks nobody knows yet whether there is one.
    if (exchange.header('content-length') !== '') requireType(passage)
    exchange.readBody(bytes => run(passage, decode, bytes))
  }

  function decode(passage: Passage, bytes: Uint8Array | null): void {
    if (bytes === null) throw bodyTooLarge()
    if (bytes.length === 0) return check(passage, noBody(passage.route))
    requireType(passage)
    // A copy: the bytes are valid during this call only.
    if (passage.route.options.rawBody === 'bytes') return check(passage, Buffer.from(bytes))
    const text = decodeUtf8(bytes)
    check(passage, passage.route.options.rawBody ? text : parseJsonObject(text))
  }

  function check(passage: Passage, body: unknown): void {
    const { exchange, route, caller } = passage
    const { options: declared } = route
    const query = declared.query ? validate(declared.query, parseQuery(exchange.query), 'query') : {}
    const params = declared.params ? narrow(declared.params, passage.params) : passage.params
    const schema = bodySchema(declared, query)
    const content = schema && !declared.rawBody ? validate(schema, body, 'body') : body
    const handle = (intent: Intent) =>
      route.handler({ caller, params, body: content, query, request: exchange, intent }, services)
    const key = takesKeys(route) ? idempotencyKeyOf(exchange) : null
    if (key === null) continueWith(passage, handle(unkeyed), answer)
    else
      continueWith(passage, idempotency.once({ route, key, caller: caller!, exchange, body, handle }), answer)
  }

  function answer(passage: Passage, result: unknown): void {
    const { exchange, caller } = passage
    const stillValid = () => caller === null || authenticate(exchange.header('authorization'), exchange)
    answerer.answer(passage, result, stillValid)
  }

  /** Calls a stage; its error becomes the answer. */
  function run<T>(passage: Passage, stage: Stage<T>, value: T): void {
    try {
      stage(passage, value)
    } catch (error) {
      answerer.fail(passage.exchange, passage, error)
    }
  }

  /** Calls the next stage with a value, at once when it is not a promise. */
  function continueWith<T>(
    passage: Passage,
    value: T | Promise<T>,
    next: Stage<T>,
    otherwise: Stage<unknown> = rethrow,
  ): void {
    if (value instanceof Promise) {
      value.then(
        settled => run(passage, next, settled),
        (error: unknown) => run(passage, otherwise, error),
      )
    } else {
      next(passage, value)
    }
  }

  return {
    serve,
    drain() {
      isDraining = true
      answerer.drain()
    },
  }
}

function noBody({ options }: Route): Buffer | undefined {
  return options.rawBody === 'bytes' ? Buffer.alloc(0) : undefined
}

function requireType({ exchange, route }: Passage): void {
  if (route.options.rawBody !== 'bytes') requireJson(exchange.header('content-type'))
}

function bodySchema({ body, bodies }: RouteOptions, query: Readonly<Record<string, unknown>>) {
  const chosen = bodies && query[bodies.parameter]
  return typeof chosen === 'string' ? bodies?.schemas[chosen] : body
}

/** A client that says whose data it expects (`?tenant=`) gets no one else's. */
function refuseOtherTenant({ caller, exchange: { query } }: Passage): void {
  if (caller === null || !query.includes('tenant=')) return
  const tenants = new URLSearchParams(query).getAll('tenant')
  if (tenants.some(tenant => tenant !== caller.organizationId))
    throw new Failure('forbidden', 'tenant: the credential belongs to another organization')
}

function rethrow(_: Passage, error: unknown): never {
  throw error
}
