// What starts took that never began comes back; what has begun keeps it.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { StartExecution } from '../../../domain/work/execution.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { startBounds } from '../../../storage/usage/start-bounds.ts'
import { startRetention } from '../../../storage/usage/start-retention.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const clock = new SimulatedClock(Date.UTC(2026, 10, 27))
const chainLimit = 2
const bounds = startBounds(database, clock, chainLimit)
const chore = startRetention(database, clock)
const organizationId = newId('organization')
const hourMs = 3_600_000

const one = async (text: string, values: readonly string[]) =>
  (await database.query<{ n: number }>({ name: `test.${text}`, text }, [...values]))[0]?.n ?? null
const usedOf = (key: string) => one('select used as n from budget_use where scope_id = $1', [key])
const ledBy = (root: string) => one('select executions as n from chains where root = $1', [root])

const startOf = (facts: Partial<StartExecution>) => ({ organizationId, ...facts }) as StartExecution
const withKey = (id: string, limit: number) => startOf({ budgets: [{ scope: 'key', id, limit }] })

/** The row that the start of an execution writes. */
const begin = (id: string) =>
  database.query(
    {
      name: 'test.begin',
      text: `insert into executions select $1, $2, 'wf_any', '', 1, '', 'running', '{}', '{}', null, null, 1, 1, 100, null`,
    },
    [id, organizationId],
  )

async function settled(): Promise<void> {
  clock.advance(hourMs + 1)
  await chore.work()
}

test('what a start took that never began comes back after an hour, and not before', async t => {
  const key = newId('apiKey')
  await bounds.admit(newId('execution'), withKey(key, 1))
  t.equal(await usedOf(key), 1)
  await t.rejects(bounds.admit(newId('execution'), withKey(key, 1)), { code: 'budget-exceeded' })
  await chore.work()
  t.equal(await usedOf(key), 1)
  await settled()
  t.equal(await usedOf(key), 0)
  t.match(await bounds.admit(newId('execution'), withKey(key, 1)), { granted: 1 })
})

test('what has begun keeps what it took', async t => {
  const key = newId('apiKey')
  const id = newId('execution')
  await bounds.admit(id, withKey(key, 5))
  await begin(id)
  await settled()
  await settled()
  t.equal(await usedOf(key), 1)
})

test('a start that is asked for again within the hour waits another one, and takes nothing again', async t => {
  const key = newId('apiKey')
  const id = newId('execution')
  await bounds.admit(id, withKey(key, 5))
  clock.advance(hourMs - 1)
  await bounds.admit(id, withKey(key, 5))
  clock.advance(2)
  await chore.work()
  t.equal(await usedOf(key), 1)
})

test('a chain counts a start once, however often it is asked for, and not when it never began', async t => {
  const root = newId('execution')
  const [first, second] = [newId('execution'), newId('execution')]
  for (let n = 0; n < 3; n++) await bounds.admit(first, startOf({ root }))
  await bounds.admit(second, startOf({ root }))
  t.equal(await ledBy(root), 2)
  await t.rejects(bounds.admit(newId('execution'), startOf({ root })), { code: 'conflict' })
  await begin(first)
  await settled()
  t.equal(await ledBy(root), 1)
  await bounds.admit(newId('execution'), startOf({ root }))
})

test('a start that was refused leaves the chain at once', async t => {
  const root = newId('execution')
  const id = newId('execution')
  const admitted = await bounds.admit(id, startOf({ root }))
  await bounds.release(id, admitted)
  t.equal(await ledBy(root), 0)
  const key = newId('apiKey')
  const poor = { ...withKey(key, 0), root }
  await t.rejects(bounds.admit(newId('execution'), poor), { code: 'budget-exceeded' })
  t.equal(await ledBy(root), 0)
})

test('a chain is forgotten a month after its last start', async t => {
  const root = newId('execution')
  const id = newId('execution')
  await bounds.admit(id, startOf({ root }))
  await begin(id)
  clock.advance(29 * 24 * hourMs)
  await chore.work()
  t.equal(await ledBy(root), 1)
  clock.advance(2 * 24 * hourMs)
  await chore.work()
  t.equal(await ledBy(root), null)
})
