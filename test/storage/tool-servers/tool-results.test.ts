import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { toolResultRetention, toolResultStore } from '../../../storage/tool-servers/tool-results.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const results = toolResultStore(database)
const day = 24 * 60 * 60 * 1_000

test('a large result comes back as it was kept, whatever it holds', async t => {
  const { organizationId } = await signUpSomeone(database)
  const body = JSON.stringify({ text: `\u0000 \ud800 ✓ ${'x'.repeat(2_000_000)}` })
  const id = await results.keep(organizationId, body)
  t.match(id, /^res_/)
  t.equal(await results.find(organizationId, id!), body)
})

test('a large result is there for its organization only', async t => {
  const [mine, theirs] = [await signUpSomeone(database), await signUpSomeone(database)]
  const id = (await results.keep(mine.organizationId, '1'))!
  t.equal(await results.find(theirs.organizationId, id), null)
  t.equal(await results.find(mine.organizationId, newId('toolResult')), null)
  t.equal(await results.find(mine.organizationId, "' or true --"), null)
})

test('an organization keeps 1 GiB of them and not one byte more', async t => {
  const { organizationId } = await signUpSomeone(database)
  const fill = { name: '', text: 'insert into tool_results values ($1, $2, $3, $4, 0)' }
  const nearlyAll = 1024 ** 3 - 10
  await database.query(fill, [newId('toolResult'), organizationId, '', nearlyAll])
  t.equal(await results.keep(organizationId, '12345678901'), null)
  t.not(await results.keep(organizationId, '1234567890'), null)
  t.equal(await results.keep(organizationId, '1'), null)
})

test('what is older than executions may become is removed', async t => {
  const { organizationId } = await signUpSomeone(database)
  const id = (await results.keep(organizationId, '1'))!
  const later = (days: number) => ({ ...systemClock, now: () => Date.now() + days * day })
  await toolResultRetention(database, later(29), 30).work()
  t.equal(await results.find(organizationId, id), '1')
  await toolResultRetention(database, later(31), 30).work()
  t.equal(await results.find(organizationId, id), null)
})
