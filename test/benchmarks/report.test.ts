import { test } from 'tap'
import { median, summarize, table } from '../../benchmarks/report.ts'

test('the median of an even number of values is the mean of the two in the middle', async t => {
  t.equal(median([10, 2, 9]), 9)
  t.equal(median([4, 1, 3, 2]), 2.5)
})

test('a goal is judged by the median, not by the best round', async t => {
  const round = (perSecond: number) => [
    { label: 'all', figures: { perSecond }, goals: [{ figure: 'perSecond', atLeast: 100 }] },
  ]
  const [result] = summarize([round(99), round(150), round(98)])
  t.match(result, { medians: { perSecond: 99 }, verdicts: [{ isMet: false }] })
  t.match(summarize([round(100)]), [{ verdicts: [{ isMet: true }] }])
})

test('a goal of at most is met at its bound and missed above it', async t => {
  const round = (p50Ms: number) => [
    { label: 'all', figures: { p50Ms }, goals: [{ figure: 'p50Ms', atMost: 2 }] },
  ]
  t.match(summarize([round(2)]), [{ verdicts: [{ isMet: true }] }])
  t.match(summarize([round(2.01)]), [{ verdicts: [{ isMet: false }] }])
})

test('a table has a column for every figure of any case', async t => {
  const results = summarize([
    [
      { label: 'raw', figures: { perSecond: 123_456 } },
      { label: 'ours', figures: { perSecond: 60_000, shareOfRaw: 0.4861 } },
    ],
  ])
  const lines = table(results).split('\n')
  t.match(lines[0], /^\| case +\| a second +\| share of raw +\| goal +\|$/)
  t.match(lines[2], /^\| raw +\| +123,456 \| +\| +\|$/)
  t.match(lines[3], /^\| ours +\| +60,000 \| +0.486 \| +\|$/)
})
