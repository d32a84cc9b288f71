// What a delivery says: body, query and headers as expressions see them, and its id. Pure, but for errors.

import { createHash } from 'node:crypto'
import { chainHeader } from '../../domain/chain.ts'
import { Failure } from '../../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { triggerBounds } from '../../domain/work/trigger.ts'
import type { VerificationKind } from '../../storage/workflows/triggers.ts'
import type { IncomingRequest } from '../exchange.ts'
import { decodeUtf8, parseJson } from '../pipeline/body/body.ts'
import { parseQuery } from '../pipeline/validation.ts'

/** The names that expressions of a hook may read. */
export interface Delivery {
  readonly body: Json
  readonly query: JsonObject
  /** By their names in lower case. */
  readonly headers: { readonly [name: string]: string }
}

/** Most fields of a form: each costs as much as a name of JSON does. */
const mostFields = 1_000
/** They prove who sends, and must not become inputs, which are stored and shown. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', chainHeader])

/** @throws {Failure} invalid-json, validation-failed, unsupported-media-type */
export function readDelivery(request: IncomingRequest, bytes: Buffer): Delivery {
  return {
    body: readBody(request, bytes),
    query: { ...parseQuery(request.query) },
    headers: headersOf(request),
  }
}

function readBody(request: IncomingRequest, bytes: Buffer): Json {
  if (bytes.length === 0) return null
  const type = request.header('content-type')
  if (/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) return parseJson(decodeUtf8(bytes)) as Json
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return formOf(decodeUtf8(bytes))
  const received = type === '' ? 'none' : type.slice(0, 100)
  throw new Failure(
    'unsupported-media-type',
    `expected Content-Type application/json or application/x-www-form-urlencoded, received ${received}`,
  )
}

/** A name that comes more than once has a list of texts. */
function formOf(text: string): JsonObject {
  // Before it is parsed: a megabyte of separators would hold the main thread.
  if (hasMoreThan(text, '&', mostFields - 1))
    throw new Failure('validation-failed', `expected a form of at most ${mostFields} fields`)
  const form: { [name: string]: Json } = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (/[\u0000\ufffd]/.test(name + value) || name === '__proto__')
      throw new Failure('validation-failed', 'the form holds NUL, broken UTF-8 or a name that is refused')
    const known = form[name]
    form[name] = known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value]
  }
  return { ...form }
}

function hasMoreThan(text: string, separator: string, most: number): boolean {
  let count = 0
  for (let at = text.indexOf(separator); at !== -1 && count <= most; at = text.indexOf(separator, at + 1))
    count++
  return count > most
}

function headersOf({ fields }: IncomingRequest): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = Object.create(null)
  for (let i = 0; i < fields.length; i += 2) {
    const [name, value] = [fields[i]!, fields[i + 1]!]
    if (!secretHeaders.has(name)) headers[name] ??= value
  }
  return { ...headers }
}

/** The id that a sender is known to give its deliveries; null when this one has none. */
export function knownDeliveryId(kind: VerificationKind, { body, headers }: Delivery): string | null {
  const inBody = (name: string) => {
    const value = isObject(body) ? own(body as JsonObject, name) : null
    return typeof value === 'string' && value !== '' ? value : null
  }
  switch (kind) {
    case 'github':
      return headers['x-github-delivery'] ?? null
    case 'stripe':
      return inBody('id')
    case 'slack':
      return inBody('event_id')
    case 'standard':
      return headers['webhook-id'] ?? null
    default:
      return headers['idempotency-key'] ?? headers['webhook-id'] ?? headers['x-github-delivery'] ?? null
  }
}

/**
 * The key of a delivery id, whatever its length and characters.
 * @throws {Failure} validation-failed: it is no id
 */
export function deliveryKey(id: Json): string {
  const text = typeof id === 'number' ? String(id) : id
  if (typeof text !== 'string' || text === '' || text.length > triggerBounds.deliveryIdLength) {
    const expected = `a text or number of 1 to ${triggerBounds.deliveryIdLength} characters`
    throw new Failure('validation-failed', `deduplication: expected ${expected} as the id of the delivery`)
  }
  return createHash('sha256').update(text).digest('base64url')
}
