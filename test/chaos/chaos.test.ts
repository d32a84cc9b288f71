// A slice of chaos (chaos.long.ts) for every run of the tests: threads fail.
import tap, { test } from 'tap'
import { holdUnderFaults } from './hold.ts'

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(timeout)

test('nothing is lost, doubled or stuck while threads fail', {
  timeout,
}, async t => {
  const report = await holdUnderFaults(t, 5, ['thread'])
  t.ok(Object.keys(report.struck).length >= 4, 'threads failed in several ways')
})
