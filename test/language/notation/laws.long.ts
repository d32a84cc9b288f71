// The law of the notation over 10,000 plans of every kind, policy and start, and over the plans that the
// reader makes of the prompts of many people.
import { test } from 'tap'
import type { Plan } from '../../../domain/plan/plan.ts'
import { read } from '../../../language/planner/reader.ts'
import { findDomains } from '../../planner/corpus/prompts.ts'
import { findWritings } from '../../planner/corpus/sentences.ts'
import { openShop } from '../../planner/corpus/shop.ts'
import { brokenBy, faultOf } from './law.ts'

test('10,000 plans are read as they were written, and written as they were read', async t => {
  t.equal(brokenBy(10_000), null)
})

const writers = ['olga', 'dev']

for (const domain of [...findDomains([]), ...findWritings({ named: [], writers })]) {
  test(`${domain.slug}: plans of its prompts are read as they are written`, async t => {
    const shop = await openShop(domain, {})
    t.teardown(() => shop.hub.close())
    const plans = domain.prompts.map(({ prompt }) => {
      const { steps } = read(prompt, shop.tools, { timeZone: 'UTC' })
      return JSON.parse(JSON.stringify({ steps })) as Plan
    })
    t.strictSame(plans.flatMap(faultOf), [])
  })
}
