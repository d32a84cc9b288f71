import fc from 'fast-check'
import { test } from 'tap'
import { downPauseMs, intervalMs, probeBounds, refreshPauseMs } from '../../../domain/tools/probe.ts'

test('pauses grow while a server is down, up to how often one that is up is asked', async t => {
  t.equal(downPauseMs(0, 300_000, 0.999999999), 1_000)
  t.equal(downPauseMs(3, 300_000, 0.999999999), 8_000)
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.integer({ min: 1_000, max: 3_600_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, limit, random) => {
        const pause = downPauseMs(attempt, limit, random)
        return pause >= 500 && pause <= Math.min(limit, probeBounds.downPauseMs[1])
      },
    ),
  )
})

test('a server that is up is asked about as often as it is set, or as it promises', async t => {
  t.equal(refreshPauseMs(1_000, 0), 900)
  t.equal(refreshPauseMs(1_000, 0.5), 1_000)
  t.equal(intervalMs(null, 300_000), 300_000)
  t.equal(intervalMs(60_000, 300_000), 60_000)
  t.equal(intervalMs(1, 300_000), probeBounds.ttlMs[0])
  t.equal(intervalMs(1e12, 300_000), probeBounds.ttlMs[1])
})
