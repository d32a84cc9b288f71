import fc from 'fast-check'
import { test } from 'tap'
import { CreateToolServer, slugOf, toolServerBounds } from '../../../domain/tools/tool-server.ts'

test('a slug is the words of the name', async t => {
  t.equal(slugOf('My Orders (EU)'), 'my-orders-eu')
  t.equal(slugOf('Über__Café'), 'uber-cafe')
  t.equal(slugOf('Straßenfuß'), 'strassenfuss')
  t.equal(slugOf('注文'), 'server')
})

test('a slug that is taken gets the next free number', async t => {
  t.equal(slugOf('Orders', new Set(['orders'])), 'orders-2')
  t.equal(slugOf('Orders', new Set(['orders', 'orders-2'])), 'orders-3')
})

test('a slug holds no underscore, is bounded and is free, whatever the name', async () => {
  fc.assert(
    fc.property(fc.string(), name => {
      const first = slugOf(name)
      const second = slugOf(name, new Set([first]))
      const fits = (slug: string) => /^[a-z0-9-]+$/.test(slug) && slug.length <= toolServerBounds.slugLength
      return fits(first) && fits(second) && first !== second
    }),
  )
})

test('a server is registered by a name of one line and an http URL without credentials', async t => {
  const accepts = (name: string, url: string) => CreateToolServer.safeParse({ name, url }).success
  for (const url of ['http://localhost:4000/rpc', 'https://tools.example/rpc?a=1'])
    t.ok(accepts('a', url), url)
  const bad = [
    '',
    'x',
    '/rpc',
    'ftp://a',
    'file:///a',
    'http://u:p@a',
    'http://a\r\nX: 1',
    `http://a/${'x'.repeat(2048)}`,
  ]
  for (const url of bad) t.notOk(accepts('a', url), url)
  for (const name of ['', 'a\nb', 'x'.repeat(101), '\u0000']) t.notOk(accepts(name, 'http://a'), name)
})
