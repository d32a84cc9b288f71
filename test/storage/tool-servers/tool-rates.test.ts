import { test } from 'tap'
import { takeRate } from '../../../storage/tool-servers/tool-rates.ts'
import { toolServerStore } from '../../../storage/tool-servers/tool-servers.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const { organizationId } = await signUpSomeone(database)
const server = await toolServerStore(database).create(organizationId, {
  name: 'Orders',
  url: 'http://127.0.0.1:9/',
  enabled: true,
})
const take = (rest: object = {}) =>
  takeRate(database, { serverId: server.id, tool: 'refund', minute: 1, wanted: 1, perMinute: 3, ...rest })

test('a minute has as many calls as its rate, however many take them at once', async t => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => take()))
  t.equal(taken.filter(Boolean).length, 3)
})

test('all that are wanted are taken, or none', async t => {
  t.equal(await take({ tool: 'list', wanted: 2 }), true)
  t.equal(await take({ tool: 'list', wanted: 2 }), false)
  t.equal(await take({ tool: 'list', wanted: 1 }), true)
  t.equal(await take({ tool: 'other', wanted: 4 }), false)
})

test('the next minute begins anew', async t => {
  t.equal(await take({ minute: 2, wanted: 3 }), true)
  t.equal(await take({ minute: 2 }), false)
})

test('a server that is gone has no calls', async t => {
  t.equal(await take({ serverId: 'srv_none' }), false)
})
