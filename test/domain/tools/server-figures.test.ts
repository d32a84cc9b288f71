import fc from 'fast-check'
import { test } from 'tap'
import {
  bucketCount,
  bucketMs,
  bucketOf,
  faded,
  figuresOf,
  percentile,
  type ThreadFigures,
} from '../../../domain/tools/server-figures.ts'

const histogramOf = (durations: readonly number[]) => {
  const histogram = Array.from({ length: bucketCount }, () => 0)
  for (const ms of durations) histogram[bucketOf(ms)]!++
  return histogram
}
const thread = (durations: readonly number[], rest: Partial<ThreadFigures> = {}): ThreadFigures => ({
  ...{
    calls: durations.length,
    failures: 0,
    histogram: histogramOf(durations),
    breaker: 'closed',
    lastError: null,
  },
  ...rest,
})

test('a duration lies in the bucket whose bound is the next above it', async () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 600_000, noNaN: true }), ms => {
      const bucket = bucketOf(ms)
      return ms <= bucketMs(bucket) * 1.000001 && (bucket === 0 || ms > bucketMs(bucket - 1) * 0.999999)
    }),
  )
})

test('a percentile is at most a fifth too long, never too short', async () => {
  const durations = fc.array(fc.double({ min: 0.5, max: 60_000, noNaN: true }), {
    minLength: 1,
    maxLength: 50,
  })
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95), (all, share) => {
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1]!
      const shown = percentile(histogramOf(all), share)!
      return shown >= exact * 0.99 && shown <= exact * 1.2
    }),
  )
})

test('figures halve with each minute without a call, and the last error stays', async t => {
  const figures = thread([1, 1, 100, 100], { failures: 2, lastError: { at: 1, message: 'away' } })
  t.strictSame(faded(figures, 59_999), figures)
  t.strictSame(faded(figures, -1), figures)
  t.match(figuresOf([faded(figures, 60_000)]), { calls: 2, failures: 1, p50Ms: 1, lastError: { at: 1 } })
  t.match(figuresOf([faded(figures, 180_000)]), { calls: 1, failures: 0, lastError: { at: 1 } })
})

test('threads are counted together, the worst breaker and the latest error are shown', async t => {
  t.match(figuresOf([]), { calls: 0, p50Ms: null, p95Ms: null, lastError: null, breaker: 'closed' })
  const early = { at: 1, message: 'early' }
  const late = { at: 2, message: 'late' }
  t.match(
    figuresOf([
      thread([1, 1], { failures: 1, lastError: late, breaker: 'half-open' }),
      thread([100], { lastError: early, breaker: 'open' }),
    ]),
    { calls: 3, failures: 1, lastError: late, breaker: 'open', p50Ms: 1, p95Ms: Number },
  )
})
