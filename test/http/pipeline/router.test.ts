import fc from 'fast-check'
import { test } from 'tap'
import { z } from 'zod'
import { Failure } from '../../../domain/failure.ts'
import { type Pattern, route } from '../../../http/pipeline/route.ts'
import { createRouter } from '../../../http/pipeline/router.ts'

function routerOf(...patterns: Pattern[]) {
  return createRouter(
    patterns.map(pattern => route(pattern, { summary: pattern, returns: z.unknown() }).handle(() => null)),
  )
}

const router = routerOf(
  'GET /items',
  'POST /items',
  'GET /items/search',
  'GET /items/:id',
  'DELETE /items/:id',
  'GET /items/:id/logs',
  'GET /items/search/:name/x',
  'PUT /teams/:id/members/:userId',
)

test('a path finds its route, a literal segment before a parameter', async t => {
  t.equal(router.match('GET', '/items').route.path, '/items')
  t.equal(router.match('GET', '/items/search').route.path, '/items/search')
  t.equal(router.match('GET', '/items/searching').route.path, '/items/:id')
  t.equal(router.match('DELETE', '/items/x').route.method, 'DELETE')
})

test('a literal that leads nowhere gives way to a parameter', async t => {
  const { route: found, params } = router.match('GET', '/items/search/logs')
  t.equal(found.path, '/items/:id/logs')
  t.strictSame(params, { id: 'search' })
})

test('parameters are named and decoded', async t => {
  const { params } = router.match('PUT', '/teams/a%20b/members/%2e%2e%2f')
  t.strictSame(params, { id: 'a b', userId: '../' })
})

test('a parameter is never empty, NUL or broken UTF-8', async t => {
  t.throws(() => router.match('GET', '/items/'), { code: 'not-found' })
  for (const segment of ['%00', '%ff', '%', '%f0%9f']) {
    t.throws(() => router.match('GET', `/items/${segment}`), { code: 'bad-request' })
  }
})

test('names of Object.prototype are ordinary segments', async t => {
  t.throws(() => router.match('GET', '/constructor'), { code: 'not-found' })
  t.throws(() => router.match('constructor', '/items'), { code: 'method-not-allowed' })
  t.strictSame(router.match('GET', '/items/__proto__').params['id'], '__proto__')
})

test('HEAD is answered by the GET route, and by none where there is no GET', async t => {
  t.equal(router.match('HEAD', '/items').route.method, 'GET')
  t.throws(() => router.match('HEAD', '/teams/1/members/2'), { code: 'method-not-allowed' })
})

test('a wrong method says which are right', async t => {
  const failure = catchFailure(() => router.match('PATCH', '/items'))
  t.strictSame(failure.facts['allow'], ['GET', 'POST', 'HEAD', 'OPTIONS'])
  t.strictSame(router.methods('/teams/1/members/2'), ['PUT', 'OPTIONS'])
  t.strictSame(router.methods('/nope'), [])
})

test('a parameter has one name at its place in every method', async t => {
  t.throws(() => routerOf('GET /a/:id', 'DELETE /a/:other'), TypeError)
})

test('two routes for one method and path are a mistake', async t => {
  t.throws(() => routerOf('GET /a', 'GET /a'), TypeError)
})

function catchFailure(run: () => unknown): Failure {
  try {
    run()
  } catch (error) {
    if (error instanceof Failure) return error
  }
  throw new TypeError('expected a Failure')
}

const withFiles = routerOf(
  'GET /assets/*path',
  'GET /assets/app.js',
  'POST /assets/:id/check',
  'GET /api/items',
  'POST /api/items',
  'GET /*page',
)

test('a wildcard takes one segment or more, decoded, with their slashes', async t => {
  const paths = {
    '/assets/a': 'a',
    '/assets/a/b.js': 'a/b.js',
    '/assets/a%20b/%2e%2e': 'a b/..',
    '/assets/a/': 'a/',
  }
  for (const [path, rest] of Object.entries(paths)) {
    const { route: found, params } = withFiles.match('GET', path)
    t.equal(found.path, '/assets/*path')
    t.strictSame(params, { path: rest })
  }
  for (const path of ['/assets', '/assets/'])
    t.throws(() => withFiles.match('GET', path), { code: 'not-found' })
  for (const path of ['/assets/%00', '/assets/a/%ff']) {
    t.throws(() => withFiles.match('GET', path), { code: 'bad-request' })
  }
})

test('a wildcard gives way to a literal and to a parameter, whatever the method', async t => {
  t.equal(withFiles.match('GET', '/assets/app.js').route.path, '/assets/app.js')
  t.equal(withFiles.match('POST', '/assets/a/check').route.path, '/assets/:id/check')
  const failure = catchFailure(() => withFiles.match('GET', '/assets/a/check'))
  t.strictSame(failure.facts['allow'], ['POST', 'OPTIONS'])
  t.equal(withFiles.match('GET', '/assets/a/b/check').route.path, '/assets/*path')
})

test('what a literal beside a wildcard begins stays unknown', async t => {
  for (const method of ['GET', 'POST', 'HEAD']) {
    for (const path of ['/api', '/api/', '/api/nope', '/api/items/1']) {
      t.throws(() => withFiles.match(method, path), { code: 'not-found' }, `${method} ${path}`)
    }
  }
  t.strictSame(withFiles.methods('/api/nope'), [])
  t.equal(withFiles.match('GET', '/about/us').route.path, '/*page')
})

test('a wildcard answers HEAD and says its methods', async t => {
  t.equal(withFiles.match('HEAD', '/assets/a').route.path, '/assets/*path')
  t.strictSame(withFiles.methods('/assets/a/b'), ['GET', 'HEAD', 'OPTIONS'])
  const failure = catchFailure(() => withFiles.match('POST', '/assets/a'))
  t.equal(failure.code, 'method-not-allowed')
  t.strictSame(failure.facts['allow'], ['GET', 'HEAD', 'OPTIONS'])
})

test('a wildcard is the last segment, and the only one at its place', async t => {
  t.throws(() => routerOf('GET /a/*path/b'), TypeError)
  t.throws(() => routerOf('GET /a/*path', 'GET /a/*path'), TypeError)
  t.throws(() => routerOf('GET /a/*path', 'POST /a/*other'), TypeError)
})

const segment = fc.constantFrom('a', 'b', 'c')
const place = fc.oneof(segment, segment, fc.constantFrom(':x', ':x'))
const pattern = fc.array(place, { minLength: 1, maxLength: 4 }).map(parts => named(parts))
const wildcard = fc.array(place, { maxLength: 3 }).map(parts => named([...parts, '*rest']))
const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map(parts => `/${parts.join('/')}`)

test('a wildcard never takes a path that another route has', async t => {
  fc.assert(
    fc.property(
      fc.uniqueArray(pattern, { maxLength: 8 }),
      fc.uniqueArray(wildcard, { maxLength: 4 }),
      path,
      (plain, wild, asked) => {
        const without = matched(plain, asked)
        const among = matched([...wild, ...plain], asked)
        if (without !== null) t.equal(among, without, `${asked} among ${[...plain, ...wild]}`)
        else if (among !== null) t.ok(wild.includes(among) && begins(among, asked), `${asked}: ${among}`)
      },
    ),
    { numRuns: 2_000 },
  )
})

/** Path parameters of a place have one name each. */
function named(parts: readonly string[]): string {
  return `/${parts.map((part, i) => (part === ':x' ? `:x${i}` : part)).join('/')}`
}

function matched(patterns: readonly string[], asked: string): string | null {
  try {
    return routerOf(...patterns.map(it => `GET ${it}` as Pattern)).match('GET', asked).route.path
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Does what stands before the wildcard fit the path, and is there more? */
function begins(wild: string, asked: string): boolean {
  const before = wild.split('/').slice(1, -1)
  const parts = asked.split('/').slice(1)
  return parts.length > before.length && before.every((it, i) => it.startsWith(':') || it === parts[i])
}
