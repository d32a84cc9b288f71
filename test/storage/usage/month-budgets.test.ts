// Monthly budgets: no more is granted than a limit, each question has one answer, each end settles once.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { type MonthBudget, monthBudgets } from '../../../storage/usage/month-budgets.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const clock = new SimulatedClock(Date.UTC(2026, 10, 30, 23, 59))
const store = monthBudgets(database, clock)
const organizationId = newId('organization')

const ofWorkflow = (limit: number): MonthBudget => ({ scope: 'workflow', id: newId('workflow'), limit })
const ask = (budgets: readonly MonthBudget[], needed: number, more = {}) =>
  store.reserve({ organizationId, executionId: newId('execution'), budgets, question: 1, needed, ...more })

async function usedOf({ scope, id }: MonthBudget, period = 202611): Promise<number> {
  const text = 'select used from budget_use where scope = $1 and scope_id = $2 and period = $3'
  const [row] = await database.query<{ used: number }>({ name: 'test.used', text }, [scope, id, period])
  return row?.used ?? 0
}

test('of many that ask at once no more is granted than the limit, to the last unit', async t => {
  const budget = ofWorkflow(100)
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask([budget], 3)))
  const granted = answers.map(answer => answer.granted)
  t.equal(granted.filter(cu => cu > 0).length, 33)
  t.equal(
    granted.reduce((sum, cu) => sum + cu, 0),
    99,
  )
  t.match(answers.find(({ refused }) => refused !== null)!.refused, { scope: 'workflow', limit: 100 })
  t.match(await ask([budget], 1), { granted: 1, refused: null })
  t.match(await ask([budget], 1), { granted: 0, refused: { limit: 100, used: 100 } })
})

test('a question that comes again has the same answer, and counts once', async t => {
  const budget = ofWorkflow(1_000)
  const executionId = newId('execution')
  const answers = await Promise.all([1, 2, 3].map(() => ask([budget], 5, { executionId })))
  t.strictSame(
    answers.map(({ granted }) => granted),
    [20, 20, 20],
    'a portion while there is plenty',
  )
  t.equal((await ask([budget], 5, { executionId })).granted, 20)
  t.equal(await usedOf(budget), 20)
})

test('the end gives back what is left, once, and counts what was used', async t => {
  const budget = ofWorkflow(1_000)
  const executionId = newId('execution')
  await ask([budget], 5, { executionId })
  await ask([budget], 15, { executionId, question: 2 })
  t.equal(await usedOf(budget), 40)
  for (let n = 0; n < 3; n++) await store.settle(executionId, [budget], 18)
  t.equal(await usedOf(budget), 18)
})

test('the key and the workflow both have to hold it; a refusal takes from neither', async t => {
  const key: MonthBudget = { scope: 'key', id: newId('apiKey'), limit: 5 }
  const budget = ofWorkflow(50)
  t.equal((await ask([key, budget], 4)).granted, 4)
  t.match(await ask([key, budget], 2), { granted: 0, refused: { scope: 'key', limit: 5, used: 4 } })
  t.strictSame([await usedOf(key), await usedOf(budget)], [4, 4])
})

test('a new month has its whole budget again', async t => {
  const budget = ofWorkflow(2)
  t.equal((await ask([budget], 2)).granted, 2)
  t.equal((await ask([budget], 1)).granted, 0)
  clock.advance(60_000)
  t.equal((await ask([budget], 2)).granted, 2)
  t.strictSame([await usedOf(budget), await usedOf(budget, 202612)], [2, 2])
})
