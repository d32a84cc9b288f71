// What is written of any plan is read as this plan, over plans of every kind, policy and start; more of them
// in laws.long.ts.
import { test } from 'tap'
import { brokenBy } from './law.ts'

test('a plan is read as it was written, and written as it was read', async t => {
  t.equal(brokenBy(600), null)
})
