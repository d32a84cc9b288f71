// A slice of `npm run stall`: hostile inputs for everything that pays, judged by what it spends.
import t from 'tap'
import { budgets } from '../../domain/budgets/budget.ts'
import { worstOf } from './search.ts'
import { targets } from './targets.ts'

/** The charge that ends a budget counts too. */
const most = budgets.decision + budgets.schema + budgets.check

t.test('no input that was found makes a computation fail otherwise than by its bound', async t => {
  for (const target of targets) {
    const { units, recipes } = worstOf(target, 'units', { seed: 1, rounds: 4 })
    t.ok(units <= most, `${target.name} spends ${Math.round(units)} for ${JSON.stringify(recipes)}`)
  }
})
