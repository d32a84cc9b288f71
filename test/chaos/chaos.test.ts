// A slice of `npm run chaos` for every run of the tests: every kind of fault strikes at least once, at a
// fixed seed. It takes about a minute on a quiet machine and longer on a busy one; its verdict is the same.
import tap, { test } from 'tap'
import { Chaos } from './chaos.ts'
import { faultGroups } from './nemesis.ts'
import { table } from './report.ts'

/**
 * `npm run chaos` judges how fast something is: here other tests share the machine. That no step begins after
 * a cancel is judged here too, by the order of the journal: "nothing follows the end" and "no call before its
 * step has begun".
 */
const timed = ['reads answer within', 'no call starts after an acknowledged cancel']

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(timeout)

test('nothing is lost, doubled or stuck while server, threads, database and tools fail', {
  timeout,
}, async t => {
  const chaos = new Chaos({
    seconds: 40,
    seed: 20_261_121,
    groups: faultGroups,
    areToolsApart: true,
    rate: 15,
    say: line => t.comment(line),
  })
  t.teardown(() => chaos.stop())
  const report = await chaos.run()
  t.comment(table(report))
  t.ok(Object.keys(report.struck).length >= 33, 'every kind of fault was drawn')
  t.strictSame(
    report.cases.filter(said => !timed.some(law => said.startsWith(law))),
    [],
  )
})
