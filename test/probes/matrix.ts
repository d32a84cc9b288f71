// Every route of the service as requests: its path with somebody's identifiers in it, and a body that its
// schema takes. Made from the declarations of the routes, so that a new route is among them.

import { apiRoutes } from '../../http/api.ts'
import type { Route } from '../../http/pipeline/route.ts'
import { minimal, resolve, type Schema, type Schemas } from '../fuzz/minimal.ts'
import type { Product } from '../support/product.ts'
import { type Samples, unowned } from './owned.ts'

export const routes: readonly Route[] = apiRoutes({ url: 'http://localhost', version: '0' })

export interface ProbeAnswer {
  readonly status: number
  readonly text: string
}

/** `GET /api/v1/workflows/:id` */
export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}

/** Parameters of a path by their places, as the keys of samples: `workflows/:id`. */
export function placesOf({ path }: Route): readonly string[] {
  const segments = path.split('/')
  return segments.flatMap((segment, i) =>
    segment.startsWith(':') ? [segments.slice(0, i + 1).join('/')] : [],
  )
}

/** The most particular sample that stands for a place; undefined when there is none. */
export function sampleAt<T>(samples: Readonly<Record<string, T>>, place: string): T | undefined {
  const segments = place.split('/')
  for (let start = 0; start < segments.length - 1; start++) {
    const sample = samples[segments.slice(start).join('/')]
    if (sample !== undefined) return sample
  }
  return undefined
}

/** Places for which there is neither a sample nor a reason to have none. */
export function unknownPlaces(samples: Samples): readonly string[] {
  return routes
    .flatMap(route => placesOf(route).map(place => ({ route, place })))
    .filter(({ place }) => sampleAt(samples, place) === undefined && sampleAt(unowned, place) === undefined)
    .map(({ route, place }) => `${nameOf(route)}: a sample for ${place} in test/probes/owned.ts`)
}

/** Does a path hold an identifier of something that an organization owns? */
export function isOwned(route: Route, samples: Samples): boolean {
  return placesOf(route).some(place => sampleAt(samples, place)?.unknown)
}

/** The path with the owner's identifiers, or with such as never were. */
export function pathOf(route: Route, samples: Samples, whose: 'own' | 'unknown'): string {
  const values = placesOf(route).map(place => {
    const sample = sampleAt(samples, place)
    return (whose === 'own' ? sample?.own : (sample?.unknown ?? sample?.own)) ?? 'x'
  })
  return route.path.replace(/:\w+/g, () => values.shift()!)
}

/** Bodies of routes whose schema says too little, by name. */
const bodies: Readonly<Record<string, object>> = {
  'POST /api/v1/teams/:id/members': { email: 'somebody@example.com' },
  'POST /api/v1/chat/sessions/:id/messages': { message: 'help' },
}

/** A body that is valid, as JSON; undefined where none is taken. */
export function bodyOf(route: Route, document: Document): string | undefined {
  const own = bodies[nameOf(route)]
  if (own !== undefined) return JSON.stringify(own)
  const schema = bodySchemaOf(route, document)
  return schema === undefined ? undefined : JSON.stringify(minimal(schema, document.components.schemas))
}

/** Names of the fields that a body may have. */
export function fieldsOf(route: Route, document: Document): readonly string[] {
  const schema = bodySchemaOf(route, document)
  return schema === undefined ? [] : [...new Set(propertiesOf(schema, document.components.schemas))]
}

export function bodySchemaOf({ method, path }: Route, document: Document): Schema {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return operation?.requestBody?.content['application/json'].schema
}

function propertiesOf(schema: Schema, schemas: Schemas): string[] {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolve(schema, schemas)
  const parts = [...allOf, ...anyOf, ...oneOf] as Schema[]
  return [...Object.keys(properties), ...parts.flatMap(part => propertiesOf(part, schemas))]
}

export interface Document {
  // biome-ignore lint/suspicious/noExplicitAny: operations of every shape
  readonly paths: Readonly<Record<string, Readonly<Record<string, any>>>>
  readonly components: { readonly schemas: Schemas }
}

export async function readDocument(product: Product): Promise<Document> {
  return (await product.client().get('/openapi.json')).body
}

/** Sends a request and does not follow a stream. @param credential what goes after Bearer, null for none */
export async function ask(
  product: Product,
  {
    method,
    path,
    body,
    credential,
  }: { method: string; path: string; body?: string | undefined; credential: string | null },
): Promise<ProbeAnswer> {
  const headers: Record<string, string> = {}
  if (credential !== null) headers['authorization'] = `Bearer ${credential}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(product.url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status: response.status, text: '' }
  }
  return { status: response.status, text: await response.text() }
}
