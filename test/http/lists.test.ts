// Every list of the API pages (P76): read from the declarations of the routes, so that a new list is held to
// it.
import { test } from 'tap'
import { z } from 'zod'
import { apiRoutes } from '../../http/api.ts'
import { type Route, route } from '../../http/pipeline/route.ts'
import { listQuery, validate } from '../../http/pipeline/validation.ts'
import { isList, isUntold } from '../support/lists.ts'

const routes = apiRoutes({ url: 'http://localhost', version: '0' })
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** What a list's declaration lacks. */
function lacks({ options }: Route): string[] {
  const shape = options.query?.shape ?? {}
  return Object.entries(listQuery).flatMap(([name, schema]) => (shape[name] === schema ? [] : [name]))
}

test('every route whose answer is an array pages', async t => {
  const lists = routes.filter(isList)
  t.ok(lists.length > 24, `${lists.length} lists are found`)
  for (const list of lists) t.strictSame(lacks(list), [], nameOf(list))
})

test('a route that tells nothing of its answer is known', async t => {
  t.strictSame(routes.filter(isUntold).map(nameOf).sort(), [
    'DELETE /rpc',
    'GET /api/v1/tool-results/:id',
    'GET /rpc',
    'POST /rpc',
  ])
})

test('an array is found, however it is declared, and so is what its declaration lacks', async t => {
  const list = z.array(z.string())
  const page = (returns: z.ZodType, query?: z.ZodObject) =>
    route('GET /a', { summary: '-', returns, ...(query && { query }) }).handle(() => null as never) as Route
  for (const returns of [
    list,
    list.optional(),
    list.nullable().readonly(),
    z.union([z.object({}), list]),
    z.lazy(() => list),
    z.tuple([z.int()]),
    z.any(),
    list.meta({ description: 'a list' }),
  ]) {
    t.ok(isList(page(returns)))
    t.strictSame(lacks(page(returns)), ['limit', 'cursor'])
  }
  t.notOk(isList(page(z.object({ items: list }))))
  t.strictSame(lacks(page(list, z.object({ ...listQuery, limit: z.int() }))), ['limit'])
  t.strictSame(lacks(page(list, z.object({ ...listQuery, status: z.string() }))), [])
})

test('a limit is 1 to 100, 50 when none is said', async t => {
  const query = z.object(listQuery)
  t.strictSame(
    [{}, { limit: '1' }, { limit: '100' }].map(given => validate(query, given, 'query')),
    [{ limit: 50 }, { limit: 1 }, { limit: 100 }],
  )
  for (const limit of ['0', '101', '-1', '1e2', 'x', '']) {
    t.throws(
      () => validate(query, { limit }, 'query'),
      { code: 'validation-failed', message: /^limit: / },
      limit,
    )
  }
})
