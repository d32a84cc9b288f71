// Every kind of fault strikes the real service at least once, at a fixed seed. More: `npm run chaos`.
import tap, { test } from 'tap'
import { holdUnderFaults } from './hold.ts'
import { faultGroups } from './nemesis.ts'

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(timeout)

test('nothing is lost, doubled or stuck while server, threads, database and tools fail', {
  timeout,
}, async t => {
  const report = await holdUnderFaults(t, 40, faultGroups)
  t.ok(Object.keys(report.struck).length >= 33, 'every kind of fault was drawn')
})
