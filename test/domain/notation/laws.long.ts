// The law of the notation over 10,000 plans of every kind, policy and start.
import { test } from 'tap'
import { brokenBy } from './law.ts'

test('10,000 plans are read as they were written, and written as they were read', async t => {
  t.equal(brokenBy(10_000), null)
})
