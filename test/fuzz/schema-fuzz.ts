// Sends requests that are made of the service's own document, many at once, and judges the answers: no 5xx
// but a 503 that says when to come back, no status that the document does not name, every error exactly
// {error}.

import { type Document, nameOf, readDocument } from '../probes/matrix.ts'
import { makeOneOfEach, type Samples } from '../probes/owned.ts'
import { newKey, newMember, newOwner } from '../probes/people.ts'
import type { Product } from '../support/product.ts'
import { type FuzzRequest, requestsOf } from './requests.ts'

export interface FuzzReport {
  readonly sent: number
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>
  /** One line each: what was wrong, and the number that sends it again. */
  readonly failures: readonly string[]
}

export interface SchemaFuzz {
  readonly product: Product
  /** The first request's number; the next ones count up from it. */
  readonly seed: number
  readonly requests: number
  readonly toolServerUrl: string
}

interface World {
  readonly samples: Samples
  readonly credentials: Readonly<Record<FuzzRequest['principal'], string | null>>
}

const atOnce = 16
const mostFailures = 20
const mostOfAKind = 2
/** Requests undo what the organization has: after so many a new one is made. */
const worldLasts = 2_000
const errorKeys = ['error', 'error,diagnostics', 'error,limit,current,upgrade']

export async function fuzzSchema(options: SchemaFuzz): Promise<FuzzReport> {
  const { product, seed, requests } = options
  const document = await readDocument(product)
  const make = requestsOf(document)
  const statuses: Record<number, number> = {}
  const failures: string[] = []
  /** How often the same route failed in the same way. */
  const kinds = new Map<string, number>()
  for (let begin = 0; begin < requests && failures.length < mostFailures; begin += worldLasts) {
    const world = await newWorld(options)
    const end = Math.min(begin + worldLasts, requests)
    let next = begin
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < end && failures.length < mostFailures) {
          const number = seed + next++
          const request = make(number, world.samples)
          const { status, defect } = await sendTwice(product, world, request, document)
          statuses[status] = (statuses[status] ?? 0) + 1
          if (defect === null) continue
          const kind = `${nameOf(request.route)} ${status}`
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          if (kinds.get(kind)! > mostOfAKind) continue
          const what = `${nameOf(request.route)} ${request.path} as ${request.principal}: ${defect}`
          failures.push(`${what.slice(0, 600)} (npm run fuzz -- --seed ${number} --requests 1 --raw 0)`)
        }
      }),
    )
  }
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return { sent, statuses, failures }
}

async function newWorld({ product, toolServerUrl }: SchemaFuzz): Promise<World> {
  const owner = await newOwner(product)
  const samples = await makeOneOfEach(product, owner, toolServerUrl)
  const viewer = (await newMember(product, owner, 'viewer')).token
  return { samples, credentials: { owner: await newKey(owner), viewer, nobody: null } }
}

/** A connection that the server has let go of, just when the request went out, is not its fault: once. */
async function sendTwice(...request: Parameters<typeof send>): ReturnType<typeof send> {
  const answer = await send(...request)
  return answer.status === 0 ? send(...request) : answer
}

async function send(
  { url }: Product,
  { credentials }: World,
  request: FuzzRequest,
  document: Document,
): Promise<{ status: number; defect: string | null }> {
  const { method, path, body, principal } = request
  const credential = credentials[principal]
  const headers = {
    ...(credential !== null && { authorization: `Bearer ${credential}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...request.headers,
  }
  try {
    const init = { method, headers, redirect: 'manual', ...(body !== undefined && { body }) } as const
    const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(60_000) })
    const { status } = response
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { status, defect: null }
    }
    return { status, defect: judge(request, { response, text: await response.text() }, document) }
  } catch (error) {
    return { status: 0, defect: `no answer: ${(error as Error).cause ?? error}` }
  }
}

/** @returns what is wrong, or null */
function judge(
  { route }: FuzzRequest,
  { response, text }: { response: Response; text: string },
  document: Document,
): string | null {
  const { status, headers } = response
  if (status === 503 && headers.has('retry-after')) return null
  if (status >= 500) return `${status} ${text}`
  // Of /rpc the body is an answer of the protocol, whatever the status.
  if (route.path === '/rpc' || status < 400)
    return isNamed(route, status, document) ? null : `${status} is in no document`
  if (!isNamed(route, status, document)) return `${status} is in no document: ${text}`
  const keys = Object.keys(JSON.parse(text)).join()
  // Of the authorization server they have the form of OAuth.
  if (route.path.startsWith('/oauth/') && keys === 'error,error_description') return null
  return errorKeys.includes(keys) ? null : `the error is {${keys}}`
}

/** The document has what a route itself answers; the guard and the router answer anything. */
function isNamed({ path, method }: FuzzRequest['route'], status: number, document: Document): boolean {
  if ([400, 404, 405, 413, 415, 431].includes(status) || path === '/rpc') return true
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return String(status) in (operation?.responses ?? {})
}
