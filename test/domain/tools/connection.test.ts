// Which of a server's connections a request carries.
import { test } from 'tap'
import {
  Connect,
  connectionFor,
  type KnownConnection,
  listingConnection,
} from '../../../domain/tools/connection.ts'

const organizations: KnownConnection = { id: 'conn_1', userId: null, error: null }
const adas: KnownConnection = { id: 'conn_2', userId: 'ada', error: null }
const bobs: KnownConnection = { id: 'conn_3', userId: 'bob', error: null }
const ended = { error: 'it has ended' }

test("a user's own goes first, then the organization's, never another's", async t => {
  const all = [organizations, adas, bobs]
  t.equal(connectionFor(all, 'ada'), adas)
  t.equal(connectionFor(all, 'eve'), organizations)
  t.equal(connectionFor(all, null), organizations)
  t.equal(connectionFor([bobs], 'ada'), null)
  t.equal(connectionFor([], 'ada'), null)
})

test('one that has ended is not passed over: nobody acts in the name of another', async t => {
  const over = { ...adas, ...ended }
  t.equal(connectionFor([organizations, over], 'ada'), over)
})

test("tools are listed with one that works, the organization's first", async t => {
  t.equal(listingConnection([adas, organizations]), organizations)
  t.equal(listingConnection([adas, bobs]), adas)
  t.equal(listingConnection([{ ...organizations, ...ended }, adas]), adas)
  t.match(listingConnection([{ ...organizations, ...ended }]), { id: organizations.id })
  t.equal(listingConnection([]), null)
})

test('a client and its scopes are what can be sent', async t => {
  const isRight = (body: unknown) => Connect.safeParse(body).success
  for (const right of [
    undefined,
    {},
    { clientId: 'a' },
    { clientId: 'a', clientSecret: 'b c' },
    { scope: 'a b' },
  ])
    t.ok(isRight(right), JSON.stringify(right))
  for (const wrong of [
    { clientSecret: 'b' },
    { clientId: 'a b' },
    { clientId: '' },
    { scope: 'a  b' },
    { scope: '"' },
  ])
    t.notOk(isRight(wrong), JSON.stringify(wrong))
})
