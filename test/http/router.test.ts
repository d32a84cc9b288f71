import { test } from 'tap'
import { z } from 'zod'
import { Failure } from '../../domain/failure.ts'
import { type Pattern, route } from '../../http/route.ts'
import { createRouter } from '../../http/router.ts'

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
