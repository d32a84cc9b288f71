// What will go says so in every answer, for at least a year, and in the OpenAPI document.
import { test } from 'tap'
import { z } from 'zod'
import { checkDeprecation, deprecated } from '../../../domain/api-marks.ts'
import { Failure } from '../../../domain/failure.ts'
import { describeApi } from '../../../http/openapi/openapi.ts'
import { route } from '../../../http/pipeline/route.ts'
import { startTestServer } from '../../support/servers/http-server.ts'

const going = { since: '2026-11-27', sunset: '2028-01-01', link: '/docs/api-versions#things' }
const earlier = { since: '2026-06-01', sunset: '2027-12-01', link: '/docs/api-versions#size' }
const size = deprecated(z.int(), earlier)

const routes = [
  route('GET /api/v1/things/:id', {
    summary: 'Get a thing',
    public: true,
    deprecated: going,
    returns: z.object({ id: z.string() }),
  }).handle(({ params: { id } }) => {
    if (id === 'none') throw new Failure('not-found', 'no such thing')
    return { id }
  }),
  route('GET /api/v1/sizes', {
    summary: 'Sizes',
    public: true,
    returns: z.object({ sizes: z.array(z.object({ size: size.nullable() })) }),
  }).handle(() => ({ sizes: [] })),
  route('POST /api/v1/boxes', {
    summary: 'A box',
    public: true,
    deprecated: going,
    body: z.object({ size: size.optional() }),
    returns: z.object({ id: z.string() }),
  }).handle(() => ({ id: 'box' })),
  route('GET /api/v1/stays', { summary: 'Stays', public: true, returns: z.object({}) }).handle(() => ({})),
]

test('answers and refusals of a deprecated route carry Deprecation, Sunset and a link', async t => {
  const { port } = await startTestServer(t, { routes })
  for (const [id, status] of [
    ['one', 200],
    ['none', 404],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/things/${id}`)
    t.equal(answer.status, status)
    t.equal(answer.headers.get('deprecation'), `@${Date.UTC(2026, 10, 27) / 1_000}`)
    t.equal(answer.headers.get('sunset'), 'Sat, 01 Jan 2028 00:00:00 GMT')
    t.equal(answer.headers.get('link'), '</docs/api-versions#things>; rel="deprecation"; type="text/html"')
  }
  const stays = await fetch(`http://127.0.0.1:${port}/api/v1/stays`)
  t.notOk(stays.headers.has('deprecation') || stays.headers.has('sunset'))
})

test('a deprecated field of a body or an answer speaks for its route, the earliest date first', async t => {
  const { port } = await startTestServer(t, { routes })
  const sizes = await fetch(`http://127.0.0.1:${port}/api/v1/sizes`)
  t.equal(sizes.headers.get('deprecation'), `@${Date.UTC(2026, 5, 1) / 1_000}`)
  t.equal(sizes.headers.get('sunset'), 'Wed, 01 Dec 2027 00:00:00 GMT')
  const box = await fetch(`http://127.0.0.1:${port}/api/v1/boxes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  t.equal(box.headers.get('sunset'), 'Wed, 01 Dec 2027 00:00:00 GMT')
  t.match(box.headers.get('link'), /#things>.*, <.*#size>/)
})

test('the OpenAPI document marks what is deprecated, with its dates', async t => {
  // biome-ignore lint/suspicious/noExplicitAny: a document of another shape at every level
  const { paths } = describeApi(routes, { title: 'T', version: '1', url: 'http://localhost' }) as any
  const marks = { deprecated: true, 'x-since': going.since, 'x-sunset': going.sunset, 'x-link': going.link }
  const thing = paths['/api/v1/things/{id}'].get
  t.match(thing, marks)
  t.match(thing.description, 'Deprecated since 2026-11-27; it may be gone from 2028-01-01 on')
  t.match(thing.responses[200].headers, { Deprecation: {}, Sunset: {} })
  const field = paths['/api/v1/boxes'].post.requestBody.content['application/json'].schema.properties.size
  t.match(field, { deprecated: true, 'x-sunset': earlier.sunset })
  t.notOk('deprecated' in paths['/api/v1/stays'].get)
  t.notOk('Sunset' in paths['/api/v1/stays'].get.responses[200].headers)
})

test('a deprecation is announced at least twelve months before the sunset', async t => {
  const from = (since: string, sunset: string) => () => checkDeprecation({ since, sunset, link: '/docs' })
  t.doesNotThrow(from('2026-11-27', '2027-11-28'))
  t.throws(
    from('2026-11-27', '2027-11-27'),
    new RangeError('sunset: expected 366 days or more after 2026-11-27, got 365'),
  )
  t.throws(from('soon', '2027-11-27'), new RangeError('since: expected a day such as 2026-11-27, got soon'))
  t.throws(from('2026-11-27', '2027-13-01'), RangeError)
  t.throws(
    () => deprecated(z.string(), { since: '2026-11-27', sunset: '2026-12-01', link: '/docs' }),
    RangeError,
  )
})

test('a route with a sunset that is too near cannot be declared', async t => {
  const hasty = { ...going, sunset: '2027-01-01' }
  const declare = () => route('GET /hasty', { summary: 'x', deprecated: hasty, returns: z.object({}) })
  t.throws(declare, RangeError)
})
