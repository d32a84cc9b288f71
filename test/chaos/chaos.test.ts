// A slice of chaos (chaos.long.ts) for every run of the tests: threads end. Those that loop, and those whose
// heap is full, are noticed only after a while: they are left to the longer run.
import tap, { test } from 'tap'
import { holdUnderFaults } from './hold.ts'

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(timeout)

test('nothing is lost, doubled or stuck while threads fail', {
  timeout,
}, async t => {
  const kinds = ['thread exit', 'thread throw']
  const report = await holdUnderFaults(t, 3, ['thread'], { kinds })
  t.strictSame(Object.keys(report.struck).sort(), kinds, 'threads failed in several ways')
})
