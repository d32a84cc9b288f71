// The headers of what will go: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to what takes its
// place. A route is deprecated by its own declaration, or by that of a field in its query, body or answer.
// The answerer sends them with every answer of the route, refusals included.
import { z } from 'zod'
import { type Deprecation, hasDeprecatedFields } from '../../domain/api-marks.ts'
import type { Route, RouteOptions } from './route.ts'

const none: readonly string[] = []
const known = new WeakMap<Route, readonly string[]>()

/** Flat headers; none for what stays. Of several deprecations the earliest dates are told. */
export function deprecationHeaders(route: Route): readonly string[] {
  if (route.options.deprecated === undefined && !hasDeprecatedFields()) return none
  const found = known.get(route)
  if (found !== undefined) return found
  const headers = headersOf(deprecationsOf(route.options))
  known.set(route, headers)
  return headers
}

/** What of a route is deprecated, the route itself first. */
export function deprecationsOf(options: RouteOptions): readonly Deprecation[] {
  const { deprecated, query, body, bodies, returns, accepted, events } = options
  const own = deprecated === undefined ? [] : [deprecated]
  if (!hasDeprecatedFields()) return own
  const taken = [query, body, ...Object.values(bodies?.schemas ?? {})].filter(isSchema)
  const given = [returns, accepted, ...Object.values(events ?? {})].filter(isSchema)
  const fields = [
    ...taken.flatMap(schema => deprecatedIn(schema, 'input')),
    ...given.flatMap(schema => deprecatedIn(schema, 'output')),
  ]
  return [...own, ...fields]
}

function isSchema(schema: z.ZodType | undefined): schema is z.ZodType {
  return schema !== undefined
}

function deprecatedIn(schema: z.ZodType, io: 'input' | 'output'): readonly Deprecation[] {
  const found: Deprecation[] = []
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const { 'x-since': since, 'x-sunset': sunset, 'x-link': link } = jsonSchema as Record<string, unknown>
      if (typeof since === 'string') found.push({ since, sunset: String(sunset), link: String(link) })
    },
  })
  return found
}

function headersOf(deprecations: readonly Deprecation[]): readonly string[] {
  if (deprecations.length === 0) return none
  const [since] = deprecations.map(each => each.since).sort()
  const [sunset] = deprecations.map(each => each.sunset).sort()
  const links = [...new Set(deprecations.map(({ link }) => link))]
  return [
    ...['Deprecation', `@${Date.parse(since!) / 1_000}`, 'Sunset', new Date(sunset!).toUTCString()],
    ...links.flatMap(link => ['Link', `<${link}>; rel="deprecation"; type="text/html"`]),
  ]
}
