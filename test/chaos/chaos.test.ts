// A slice of chaos (chaos.long.ts) for every run of the tests: some faults of each kind.
import tap, { test } from 'tap'
import { holdUnderFaults } from './hold.ts'

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(timeout)

test('nothing is lost, doubled or stuck while server, threads, database and tools fail', {
  timeout,
}, async t => {
  const report = await holdUnderFaults(t, 6)
  t.ok(Object.keys(report.struck).length >= 4, 'faults of several kinds were drawn')
})
