// Quantiles of the load generator against exact ones: what the benchmarks print stands on them.
import { array, assert, integer, property } from 'fast-check'
import { test } from 'tap'
import { Histogram } from '../../benchmarks/histogram.ts'

const shares = [0, 0.01, 0.5, 0.9, 0.99, 1]

test('a quantile is off by at most 1/128 of its value', async () => {
  assert(
    property(array(integer({ min: 0, max: 2 ** 31 - 1 }), { minLength: 1, maxLength: 200 }), values => {
      const histogram = new Histogram()
      for (const value of values) histogram.record(value)
      const sorted = values.toSorted((a, b) => a - b)
      return shares.every(share => {
        const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1]!
        return Math.abs(histogram.quantile(share) - exact) <= exact / 128
      })
    }),
  )
})

test('values below 128 are exact', async t => {
  for (let value = 0; value < 128; value++) {
    const histogram = new Histogram()
    histogram.record(value)
    t.equal(histogram.quantile(0.5), value)
  }
})

test('a value past the range counts as the longest that fits', async t => {
  const histogram = new Histogram()
  histogram.record(2 ** 40)
  t.equal(histogram.longest, 2 ** 31 - 1)
  t.equal(histogram.total, 1)
})

test('without values every quantile is 0', async t => {
  t.equal(new Histogram().quantile(0.99), 0)
})
