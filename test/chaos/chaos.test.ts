// A slice of chaos (chaos.long.ts) for every run of the tests: the server is killed in some ways.
import tap, { test } from 'tap'
import { holdUnderFaults } from './hold.ts'

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(timeout)

test('nothing is lost, doubled or stuck while the server is killed', {
  timeout,
}, async t => {
  const report = await holdUnderFaults(t, 5, ['kill'])
  t.ok(Object.keys(report.struck).length >= 4, 'it was killed in several ways')
})
