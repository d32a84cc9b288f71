import { test } from 'tap'
import { rpcName, rpcNameLength } from '../../../domain/tools/offered-name.ts'

const ofServer = (name: string, server = 'orders') => rpcName({ server, name })

test('a name that clients take stays what it is', async t => {
  t.equal(rpcName({ server: null, name: 'list_workflows' }), 'list_workflows')
  t.equal(ofServer('list'), 'orders__list')
  t.equal(ofServer('list.v2-all'), 'orders__list.v2-all')
})

test('a name of 64 characters is kept, one of 65 is cut and told apart', async t => {
  const fits = 'x'.repeat(rpcNameLength - 'orders__'.length)
  t.equal(ofServer(fits), `orders__${fits}`)
  const cut = ofServer(`${fits}x`)
  t.equal(cut.length, rpcNameLength)
  t.match(cut, /^orders__x+_[0-9a-f]{10}$/)
  t.not(cut, ofServer(`${fits}y`), 'the cut part makes a difference')
})

test('characters that clients do not take are replaced, and names that differ stay different', async t => {
  const names = ['größe', 'gr__e', 'a b', 'a/b', 'a\u{1f600}b', '__proto__'].map(name => ofServer(name))
  for (const name of names) t.match(name, /^orders__[A-Za-z0-9_.-]{1,56}$/)
  t.equal(new Set(names).size, names.length)
})

test('a name never changes: agents are configured with it', async t => {
  t.equal(ofServer('list orders'), 'orders__list_orders_a911980120')
})
