// A slice of `npm run chaos` for every run of the tests: the same run, short, at a fixed seed.
import tap, { test } from 'tap'
import { Chaos } from './chaos.ts'
import { table } from './report.ts'

const timed = 'reads answer within'
/** Answers without an end are for longer runs, and for test/rpc/attack-corpus.test.ts. */
const long = ['drip', 'endless', 'huge', 'gzip bomb', 'wrong id', 'two replies', 'redirect', 'not HTTP'].map(
  fault => `tool ${fault}`,
)

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(timeout)

test('nothing is lost, doubled or stuck while server, database and tools fail', {
  timeout,
}, async t => {
  const chaos = new Chaos({
    seconds: 45,
    seed: 20_261_121,
    groups: ['kill', 'database', 'tools'],
    without: long,
    rate: 15,
    say: line => t.comment(line),
  })
  t.teardown(() => chaos.stop())
  const report = await chaos.run()
  t.comment(table(report))
  // How fast reads are is for `npm run chaos` to judge: here other tests share the machine.
  t.strictSame(
    report.cases.filter(said => !said.startsWith(timed)),
    [],
  )
})
