import fc from 'fast-check'
import { test } from 'tap'
import { Histogram } from '../../../runtime/process/histogram.ts'

const bounds = [0, 1, 10]
const figures = fc.array(fc.double({ min: -5, max: 20, noNaN: true }), { maxLength: 50 })

test('a figure is counted in the first range that it fits into', t => {
  const histogram = new Histogram(bounds)
  for (const figure of [0, 0.5, 1, 1.1, 10, 11, 1e9]) histogram.observe(figure)
  t.strictSame(histogram.counts, [1, 2, 2, 2])
  t.end()
})

test('taken in any portions and added up again, nothing is lost or counted twice', t => {
  fc.assert(
    fc.property(fc.array(figures, { maxLength: 5 }), portions => {
      const [whole, part, sum] = [new Histogram(bounds), new Histogram(bounds), new Histogram(bounds)]
      for (const portion of portions) {
        for (const figure of portion) {
          whole.observe(figure)
          part.observe(figure)
        }
        sum.add(JSON.parse(JSON.stringify(part.take())))
      }
      const isSame = whole.counts.every((count, range) => count === sum.counts[range])
      return isSame && Math.abs(whole.sum - sum.sum) < 1e-6
    }),
  )
  t.end()
})
