// Calls of tools in chats: each is charged once, whoever makes it again, and none begins past the quota.
import { test } from 'tap'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { chatShard } from '../../../storage/usage/charges.ts'
import { chatCharges } from '../../../storage/usage/chat-charges.ts'
import { usageStore } from '../../../storage/usage/usage.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const now = Date.UTC(2026, 10, 26, 12)
const november = { from: 20261101, to: 20261130 }
const usage = usageStore(database)
const none = { free: null, pro: null, scale: null }

function charges({ executions = null as number | null, cu = null as number | null } = {}) {
  return chatCharges({
    ...{ queries: database, clock: new SimulatedClock(now) },
    ...{ executionLimits: { ...none, free: executions }, cuLimits: { ...none, free: cu } },
  })
}

test('a call counts once, however often and however many at once it is made', async t => {
  const { organizationId } = await signUpSomeone(database)
  const call = { organizationId, name: 'chat_1/msg_1/0.0', tool: 'shop__buy' }
  const { charge } = charges()
  await Promise.all(Array.from({ length: 8 }, () => charge(call)))
  t.equal(await charge(call), null)
  await charge({ ...call, name: 'chat_1/msg_1/0.1' })
  t.strictSame(await usage.ofMonth(organizationId, now), { executions: 0, cu: 2 })
  t.strictSame(await usage.by(organizationId, 'day', november), [
    { day: '2026-11-26', executions: 0, cu: 2, modelTokens: 0 },
  ])
  t.strictSame(await usage.by(organizationId, 'tool', november), [
    { tool: 'shop__buy', executions: 0, cu: 2, modelTokens: 0 },
  ])
})

test('what has not begun after all costs nothing, and costs once when it is made later', async t => {
  const { organizationId } = await signUpSomeone(database)
  const call = { organizationId, name: 'chat_2/msg_1/0.0', tool: 'shop__buy' }
  const { charge, takeBack } = charges()
  await charge(call)
  await takeBack(call)
  await takeBack(call)
  t.equal((await usage.ofMonth(organizationId, now)).cu, 0)
  t.strictSame(await usage.by(organizationId, 'tool', november), [])
  await charge(call)
  t.equal((await usage.ofMonth(organizationId, now)).cu, 1)
})

test('past the executions or the compute units of a plan nothing begins, and what was charged may be made again', async t => {
  const { organizationId } = await signUpSomeone(database)
  const call = (n: number) => ({ organizationId, name: `chat_3/msg_1/0.${n}`, tool: 'hash_text' })
  const bounded = charges({ executions: 5, cu: 2 })
  t.equal(await bounded.charge(call(0)), null)
  t.equal(await bounded.charge(call(1)), null)
  t.strictSame(await bounded.charge(call(2)), { unit: 'compute units', limit: 2 })
  t.equal(await bounded.charge(call(1)), null, 'it was charged before')
  t.equal((await usage.ofMonth(organizationId, now)).cu, 2)
  const used = 'update usage set executions = 5 where organization_id = $1 and shard = $2'
  await database.query({ name: 'test.use-up', text: used }, [organizationId, chatShard])
  t.strictSame(await charges({ executions: 5 }).charge(call(3)), { unit: 'executions', limit: 5 })
  t.equal(await charges({ executions: 6 }).charge(call(3)), null)
})
