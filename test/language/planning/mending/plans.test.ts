// Plans as weak models write them are taken for what they can only mean; each row is one rule.
import { test } from 'tap'
import { rows } from './rows.ts'
import { judged } from './shop.ts'

for (const [rule, sent, right] of rows) {
  test(`${rule}: taken for the plan that it says`, async t => {
    const [found, meant] = [judged(sent), judged(right)]
    t.strictSame(meant.wrong, [], 'the right one is right')
    t.strictSame(meant.mended, [], 'and stays as it is')
    t.strictSame(found.wrong, [])
    t.ok(found.mended.length > 0, 'it is told')
    t.strictSame(found.plan, meant.plan)
  })
}
