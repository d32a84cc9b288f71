import fc from 'fast-check'
import { test } from 'tap'
import { mean, minus, plus, times, total } from '../../domain/decimals.ts'

/** Amounts with up to four places, as a whole number of ten-thousandths. */
const amount = fc.integer({ min: -1e9, max: 1e9 })
const written = (units: number) => units / 1e4

test('decimals add, subtract and multiply as on paper', async t => {
  t.strictSame([plus(0.1, 0.2), minus(0.3, 0.1), times(1.1, 3), times(19.99, 100)], [0.3, 0.2, 3.3, 1999])
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      t.equal(plus(written(a), written(b)), Number(`${a + b}e-4`))
      t.equal(minus(written(a), written(b)), Number(`${a - b}e-4`))
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -1e6, max: 1e6 }), (a, b) => {
      t.equal(times(written(a), written(b)), Number(`${a * b}e-8`))
    }),
  )
})

test('what no decimal holds stays what binary fractions give', async t => {
  t.equal(times(1 / 3, 3), 1)
  t.equal(plus(plus(1 / 3, 1 / 3), 1 / 3), 1)
  t.equal(plus(1e-9, 1e-20), 1e-9 + 1e-20)
  t.equal(times(1e300, 0.1), 1e300 * 0.1)
  t.equal(plus(123456789012345.6, 0.1), 123456789012345.6 + 0.1)
})

test('the total and the mean of a list are those of its decimals, in any order', async t => {
  t.strictSame([total([0.1, 0.2, 0.3]), total([]), mean([0.1, 0.2, 0.3])], [0.6, 0, 0.2])
  t.equal(total([1e15, 0.25, -1e15]), 0.25, 'a large one loses no small one')
  t.equal(total([9_007_199_254_740_991]), 9_007_199_254_740_991, 'whole numbers keep all of their digits')
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 50 }), list => {
      const exact = list.reduce((sum, each) => sum + each, 0)
      t.equal(total(list.map(written)), Number(`${exact}e-4`))
    }),
  )
})
