// `Idempotency-Key`: the stage between check and handle. It handles a request once, however often it
// arrives.
// 1. Requests with the same key wait for the first one, then get its answer. This process owns the
//    database, so every request under way is in its memory. A row without an answer and without a request
//    in memory belongs to a request that died.
// 2. A request that died is handled again with the same identifiers (http/pipeline/intent.ts). Tables and
//    actors find by them what it had made, so nothing is made twice. A route that does not promise this
//    answers 409 instead.
// 3. An answer that is not kept (over 256 KiB, with a secret in it, or a stream) is made again in the same
//    way.
// 4. A refusal (4xx, 503 overloaded) has done nothing and keeps nothing: the key is free again.
// 5. Requests are compared by fingerprints under a secret key, because a body may hold a password that
//    could be guessed from a plain hash. The secret is the same at every start (http/account/derived-
//    secrets.ts). The alternative, one transaction over row and answer, would need both on one connection,
//    and an execution starts on the connection of its host.
import { createHmac } from 'node:crypto'
import { Failure } from '../../domain/failure.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import type {
  Claim,
  IdempotencyKeyStore,
  KeptAnswer,
  KeyedRequest,
} from '../../storage/requests/idempotency-keys.ts'
import type { IncomingRequest } from '../exchange.ts'
import { clientOf } from '../limits/limits.ts'
import type { Log } from './answerer.ts'
import { type Intent, keyedIntent } from './intent.ts'
import { isReply, type Reply, rawJson } from './reply.ts'
import type { Route } from './route.ts'

export interface IdempotencyParts {
  readonly keys: IdempotencyKeyStore
  /** Keys the fingerprints of requests; the same after a restart. */
  readonly secret: Uint8Array
  readonly log: Log
  /**
   * How long a request waits for the first one with its key, default 65 s: longer than `Prefer: wait` may be.
   */
  readonly waitMs?: number
  /** Default: the clock of the machine. */
  readonly clock?: Pick<Clock, 'now' | 'after'>
}

/** A request with a key, and the function that handles it. */
export interface KeyedCall {
  readonly route: Route
  readonly key: string
  readonly caller: Caller
  readonly exchange: IncomingRequest
  /** As parsed, before validation: the same JSON apart from white space is the same request. */
  readonly body: unknown
  readonly handle: (intent: Intent) => unknown
}

export interface Idempotency {
  /**
   * @returns the handler's result, or a Reply with the first answer.
   * @throws {Failure} conflict, and the handler's
   */
  once(call: KeyedCall): Promise<unknown>
}

/** Largest answer that is kept. */
const keptBytes = 256 * 1024

interface Answered extends KeptAnswer {
  /** Null: a stream. */
  readonly body: string | null
  /** What the handler returned, with all its headers; null when the answer was kept from before. */
  readonly result: unknown
}

export function createIdempotency({
  keys,
  secret,
  log,
  waitMs = 65_000,
  clock = systemClock,
}: IdempotencyParts): Idempotency {
  const underWay = new Map<string, { readonly hash: string; readonly answer: Promise<Answered> }>()

  async function once(call: KeyedCall): Promise<unknown> {
    const request = keyedRequest(call, secret)
    const { client, key, hash } = request
    const name = JSON.stringify([client, key])
    const first = underWay.get(name)
    if (first !== undefined) {
      if (first.hash !== hash) throw otherRequest()
      return replay(await inTime(first.answer))
    }
    const answer = execute(call, request)
    underWay.set(name, { hash, answer })
    try {
      const answered = await answer
      return answered.result ?? replay(answered)
    } finally {
      underWay.delete(name)
    }
  }

  async function execute(call: KeyedCall, request: KeyedRequest): Promise<Answered> {
    const { route } = call
    const claim = await keys.claim(request, clock.now())
    if (claim.hash !== request.hash) throw otherRequest()
    const { answer } = claim
    if (answer !== null && answer.body !== null) return { ...answer, body: answer.body, result: null }
    if (!claim.isFresh && !route.options.repeatable) throw unknownOutcome(claim)
    const answered = await handle(call, request, claim)
    const { status, body } = answered
    const isKept = body !== null && !route.options.secret && Buffer.byteLength(body) <= keptBytes
    try {
      await keys.keep(request, claim.createdAt, { status, body: isKept ? body : null })
    } catch (err) {
      // The work is done, so it is answered. A repeat finds what was made.
      log.error({ err, path: route.path }, 'an answer could not be kept for its Idempotency-Key')
    }
    return answer === null || body === null ? answered : { ...answered, result: null }
  }

  async function handle(
    { route, handle }: KeyedCall,
    request: KeyedRequest,
    claim: Claim,
  ): Promise<Answered> {
    const { createdAt, isFresh } = claim
    try {
      const result = await handle(keyedIntent(request.client, request.key, createdAt, !isFresh))
      const status = (isReply(result) ? result.status : null) ?? route.options.status ?? 200
      return { status, body: textOf(result), result }
    } catch (error) {
      if (isFresh && hasDoneNothing(error)) await keys.release(request, createdAt).catch(() => {})
      throw error
    }
  }

  /** The answer of the request under way, unless it takes longer than `waitMs`. */
  function inTime(answer: Promise<Answered>): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const callOff = clock.after(waitMs, () => reject(stillUnderWay()))
      answer.finally(callOff).then(resolve, reject)
    })
  }

  return { once }
}

/**
 * The key of a request, null without one.
 * @throws {Failure} bad-request: not 1 to 255 visible characters, or more than one
 */
export function idempotencyKeyOf({ fields }: { readonly fields: readonly string[] }): string | null {
  const at = indexOfName(fields, 0)
  if (at < 0) return null
  const key = fields[at + 1]!
  if (/^[\x21-\x7e]{1,255}$/.test(key) && indexOfName(fields, at + 2) < 0) return key
  throw new Failure('bad-request', 'Idempotency-Key: expected one header of 1 to 255 visible characters')
}

function indexOfName(fields: readonly string[], from: number): number {
  for (let i = from; i < fields.length; i += 2) if (fields[i] === 'idempotency-key') return i
  return -1
}

function keyedRequest({ caller, key, exchange, body }: KeyedCall, secret: Uint8Array): KeyedRequest {
  const said = `${exchange.method} ${exchange.path}?${exchange.query}\n${JSON.stringify(body) ?? ''}`
  return {
    client: `${caller.organizationId}/${clientOf(caller, '')}`,
    key,
    hash: createHmac('sha256', secret).update(said).digest('base64url'),
  }
}

/**
 * Whether the route takes the header: any POST that creates, and routes that declare it. A public route does
 * not, because it knows no client.
 */
export function takesKeys({ method, options }: Route): boolean {
  return method === 'POST' && !options.public && (options.status === 201 || options.repeatable === true)
}

/** Of a stream, which every reader opens for itself, the source. */
function replay({ status, body, result }: Answered): Reply<unknown> {
  if (body === null) return result as Reply<unknown>
  return rawJson(body, { status: status as 200 | 201, headers: { 'Idempotency-Replayed': 'true' } })
}

/** Null for a stream. */
function textOf(result: unknown): string | null {
  if (!isReply(result)) return JSON.stringify(result)
  if (result.form.type === 'stream') return null
  if (result.form.type === 'json') return result.form.text
  if (result.form.type === 'value') return JSON.stringify(result.form.value)
  throw new TypeError(`an answer that is a ${result.form.type} cannot be kept`)
}

/** A refusal before any effect; `unavailable` may have come after one. */
function hasDoneNothing(error: unknown): boolean {
  return error instanceof Failure && error.code !== 'unavailable'
}

function otherRequest(): Failure {
  return new Failure('conflict', 'this Idempotency-Key was used for another request: use a new one')
}

function stillUnderWay(): Failure {
  const message = 'the request with this Idempotency-Key is still running: try again in a moment'
  return new Failure('conflict', message, { retryAfterMs: 1_000 })
}

function unknownOutcome({ answer }: Claim): Failure {
  const message = answer
    ? `the request with this Idempotency-Key was answered with ${answer.status}; the answer was not kept`
    : 'the request with this Idempotency-Key was cut off: check what it made, then use another key'
  return new Failure('conflict', message)
}
