// Requests made of the OpenAPI document of a running service: every operation, with identifiers that exist
// and such that do not, queries and bodies that mostly fit. A request follows from its number alone, so that
// one can be sent again.
import * as fc from 'fast-check'
import type { Route } from '../../http/pipeline/route.ts'
import { bodySchemaOf, type Document, placesOf, routes, sampleAt } from '../probes/matrix.ts'
import type { Samples } from '../probes/owned.ts'
import { fitting } from './values.ts'

export interface FuzzRequest {
  readonly route: Route
  readonly method: string
  readonly path: string
  /** Undefined: none. */
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly principal: 'owner' | 'viewer' | 'nobody'
}

/** What a request is before it is known whose identifiers are in it. */
interface Draft {
  readonly route: Route
  readonly ids: readonly string[]
  readonly query: Readonly<Record<string, unknown>>
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly principal: FuzzRequest['principal']
}

const oddIds = [
  'x',
  '1',
  '0',
  '%00',
  '%ff',
  '..%2f',
  'wf_',
  '%F0%9F%98%80',
  'a'.repeat(500),
  '__proto__',
  '*',
]
/** They end what bears the requests. */
const ending = /\/auth\/(logout|switch)|DELETE \/api\/v1\/(organization|auth\/sessions\/:id)$/

const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Record<string, string>>(
      ...[
        { 'idempotency-key': 'a' },
        { 'idempotency-key': 'x'.repeat(300) },
        { prefer: 'wait=1' },
        { prefer: 'wait=x' },
      ],
      ...[
        { 'last-event-id': '3' },
        { 'last-event-id': '-1' },
        { origin: 'https://evil.example' },
        { accept: 'text/event-stream' },
      ],
      ...[
        { 'content-type': 'text/plain' },
        { cookie: 'a=b' },
        { traceparent: 'x' },
        { 'mcp-session-id': 'x' },
      ],
    ),
  },
)
const principals = fc.oneof(
  { weight: 8, arbitrary: fc.constant('owner' as const) },
  { weight: 2, arbitrary: fc.constantFrom('viewer' as const, 'nobody' as const) },
)

/** Makes the requests of a document, by their numbers. */
export function requestsOf(document: Document): (seed: number, samples: Samples) => FuzzRequest {
  const fuzzed = routes.filter(({ method, path }) => !ending.test(`${method} ${path}`))
  const drafts = fc.oneof(...fuzzed.map(route => draftOf(route, document)))
  return (seed, samples) => {
    const [draft] = fc.sample(drafts, { seed, numRuns: 1 })
    const { route, ids, query, ...rest } = draft!
    return { route, method: route.method, path: pathOf(route, ids, samples) + textOf(query), ...rest }
  }
}

function draftOf(route: Route, document: Document): fc.Arbitrary<Draft> {
  const { schemas } = document.components
  const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
  const queries = (operation?.parameters ?? []).filter(
    (parameter: { in: string }) => parameter.in === 'query',
  )
  const query = fc.record(
    Object.fromEntries(
      queries.map(({ name, schema }: { name: string; schema: unknown }) => [name, fitting(schema, schemas)]),
    ),
    { requiredKeys: [] },
  )
  const schema = bodySchemaOf(route, document)
  return fc.record({
    route: fc.constant(route),
    ids: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('own', 'own', 'unknown') },
        { weight: 1, arbitrary: fc.constantFrom(...oddIds, 'other') },
      ),
      {
        minLength: placesOf(route).length,
        maxLength: placesOf(route).length,
      },
    ),
    query,
    body:
      route.method === 'GET'
        ? fc.constant(undefined)
        : bodies(schema === undefined ? null : fitting(schema, schemas)),
    headers,
    principal: principals,
  })
}

/** As text: broken now and then, in ways that no value has. */
function bodies(values: fc.Arbitrary<unknown> | null): fc.Arbitrary<string | undefined> {
  const broken = fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '{"a":1,"a":2}',
    '{"__proto__":{}}',
    '\ufeff{}',
    '['.repeat(1_000),
    '{"a":1e999}',
  )
  if (values === null)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: broken })
  return fc.oneof(
    { weight: 19, arbitrary: values.map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: broken },
  )
}

function pathOf(route: Route, ids: readonly string[], samples: Samples): string {
  const values = placesOf(route).map((place, i) => {
    const sample = sampleAt(samples, place)
    const id = ids[i]!
    if (id === 'own') return sample?.own ?? 'x'
    if (id === 'unknown') return sample?.unknown ?? sample?.own ?? 'x'
    if (id === 'other') return Object.values(samples).find(({ own }) => own !== sample?.own)!.own
    return id
  })
  return route.path.replace(/:\w+/g, () => values.shift()!)
}

function textOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(wellFormed(typeof value === 'string' ? value : JSON.stringify(value)))}`,
    )
  return pairs.length === 0 ? '' : `?${pairs.join('&').slice(0, 5_000)}`
}

function wellFormed(text: string): string {
  return text.toWellFormed()
}
