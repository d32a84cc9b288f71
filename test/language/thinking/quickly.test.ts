import { test } from 'tap'
import { OverBudget, spend } from '../../../domain/budgets/budget.ts'
import { quickly } from '../../../language/thinking/quickly.ts'

test('what is quick has its answer at once, and what it throws is thrown', async t => {
  t.equal(
    quickly(() => {
      spend(19_000)
      return 'here'
    }),
    'here',
  )
  t.throws(
    () =>
      quickly(() => {
        throw new TypeError('ours')
      }),
    { message: 'ours' },
  )
})

test('what takes longer has none, whatever it made of a budget that is spent', async t => {
  const long = () => spend(20_001)
  t.equal(quickly(long), null)
  const sure = () => {
    try {
      long()
    } catch (error) {
      if (error instanceof OverBudget) return 'it does not fit'
    }
    return 'it fits'
  }
  t.equal(quickly(sure), null)
})
