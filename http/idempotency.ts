// `Idempotency-Key`: the stage between check and handle that handles a request once, however often it arrives.
// 1. Requests with the same key wait for the one that is under way, then get its answer. This process owns the database,
//    so what is under way is in its memory; a row without an answer that is not, died.
// 2. A request that died is handled again, with the same identifiers (http/intent.ts): what it made is found by them, in
//    the tables and by the actors, so nothing is made twice. A route that does not promise this answers 409 instead.
// 3. An answer that is not kept (over 256 KiB, or with a secret in it) is made anew in the same way.
// 4. A refusal (4xx, 503 overloaded) has done nothing and keeps nothing: the key is free again.
// 5. What is compared of a request is its fingerprint under a secret key: a body may hold a password that could be guessed
//    from a plain hash. The secret is the same at every start (http/derived-secrets.ts).
// The lighter mechanism of the two that are exact: one transaction over row and answer would need both in one place, and
// an execution's start is in its host's connection.
import { createHmac } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import type { Caller } from '../domain/permissions.ts'
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { Claim, IdempotencyKeyStore, KeptAnswer, KeyedRequest } from '../storage/idempotency-keys.ts'
import type { Log } from './answerer.ts'
import type { IncomingRequest } from './exchange.ts'
import { type Intent, keyedIntent } from './intent.ts'
import { isReply, type Reply, rawJson } from './reply.ts'
import type { Route } from './route.ts'

export interface IdempotencyParts {
  readonly keys: IdempotencyKeyStore
  /** Keys the fingerprints of requests; the same after a restart. */
  readonly secret: Uint8Array
  readonly log: Log
  /** How long a request waits for the same one that is under way, default 65 s: longer than `Prefer: wait` may be. */
  readonly waitMs?: number
  /** Default: the machine's. */
  readonly clock?: Pick<Clock, 'now' | 'after'>
}

/** A request with a key, and how it is handled when it has to be. */
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
  /** @returns the handler's result, or a Reply with the first answer. @throws {Failure} conflict, and the handler's */
  once(call: KeyedCall): Promise<unknown>
}

/** Largest answer that is kept word for word. */
const keptBytes = 256 * 1024

interface Answered extends KeptAnswer {
  readonly body: string
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
    const isKept = !route.options.secret && Buffer.byteLength(answered.body) <= keptBytes
    try {
      await keys.keep(request, claim.createdAt, {
        status: answered.status,
        body: isKept ? answered.body : null,
      })
    } catch (err) {
      // It is done, and says so; the same request again finds what was made.
      log.error({ err, path: route.path }, 'an answer could not be kept for its Idempotency-Key')
    }
    return answer === null ? answered : { ...answered, result: null }
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

  /** The answer of the request under way, if it comes soon enough. */
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
  const { organizationId, userId, key: apiKey } = caller
  const said = `${exchange.method} ${exchange.path}?${exchange.query}\n${JSON.stringify(body) ?? ''}`
  return {
    client: `${organizationId}/${apiKey?.id ?? userId}`,
    key,
    hash: createHmac('sha256', secret).update(said).digest('base64url'),
  }
}

/** Does the route take the header? Any POST that creates, and those that say so; a public one knows no client. */
export function takesKeys({ method, options }: Route): boolean {
  return method === 'POST' && !options.public && (options.status === 201 || options.repeatable === true)
}

function replay({ status, body }: Answered): Reply<never> {
  return rawJson(body, { status: status as 200 | 201, headers: { 'Idempotency-Replayed': 'true' } })
}

function textOf(result: unknown): string {
  if (!isReply(result)) return JSON.stringify(result)
  if (result.form.type === 'json') return result.form.text
  if (result.form.type === 'value') return JSON.stringify(result.form.value)
  throw new TypeError(`an answer that is a ${result.form.type} cannot be kept`)
}

/** A refusal that is certain; `unavailable` may have come after the fact. */
function hasDoneNothing(error: unknown): boolean {
  return error instanceof Failure && error.code !== 'unavailable'
}

function otherRequest(): Failure {
  return new Failure('conflict', 'this Idempotency-Key was used for another request')
}

function stillUnderWay(): Failure {
  const message = 'the request with this Idempotency-Key is still under way'
  return new Failure('conflict', message, { retryAfterMs: 1_000 })
}

function unknownOutcome({ answer }: Claim): Failure {
  const message = answer
    ? `the request with this Idempotency-Key was answered with ${answer.status}; the answer was not kept`
    : 'the request with this Idempotency-Key was cut off; look at what it made, then use another key'
  return new Failure('conflict', message)
}
