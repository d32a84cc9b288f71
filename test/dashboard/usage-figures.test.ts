// The figures of the page of usage: the pace of a month, ranges of days, bars; and who hears of a limit.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'tap'
import { onLimitReached, watchedFetch } from '../../dashboard/app/upgrade.ts'
import { paceOf } from '../../dashboard/pages/settings/billing/pace.ts'
import { barsOf, dayText, rangeOf } from '../../dashboard/pages/settings/billing/range.ts'

const dayMs = 86_400_000
const periodStart = Date.UTC(2026, 10, 1)
const month = { periodStart, periodEnd: Date.UTC(2026, 11, 1) }
const now = Date.UTC(2026, 10, 23, 17, 30)

test('a limit is reached when the use of the month so far goes on', async t => {
  const tenth = periodStart + 10 * dayMs
  t.strictSame(paceOf({ used: 50, limit: 100, now: tenth, ...month }), {
    ...{ left: 50, expected: 150, reachedAt: periodStart + 20 * dayMs, isReached: false },
  })
  t.strictSame(paceOf({ used: 33, limit: 100, now: tenth, ...month }), {
    ...{ left: 67, expected: 99, reachedAt: null, isReached: false },
  })
  t.match(paceOf({ used: 100, limit: 100, now: tenth, ...month }), {
    left: 0,
    isReached: true,
    reachedAt: null,
  })
  t.match(paceOf({ used: 120, limit: 100, now: tenth, ...month }), { left: 0, isReached: true })
  t.match(paceOf({ used: 0, limit: 0, now: tenth, ...month }), { left: 0, isReached: true })
  t.match(paceOf({ used: 0, limit: 100, now: periodStart, ...month }), {
    left: 100,
    expected: 0,
    reachedAt: null,
  })
})

test('ranges are whole days in UTC, and none is longer than the service takes', async t => {
  const daysOf = (search: Parameters<typeof rangeOf>[0]) => {
    const range = rangeOf(search, now)
    return range && [dayText(range.from), dayText(range.to)]
  }
  t.strictSame(daysOf({}), ['2026-11-01', '2026-11-23'])
  t.strictSame(daysOf({ range: 'last-month' }), ['2026-10-01', '2026-10-31'])
  t.strictSame(daysOf({ range: '7d' }), ['2026-11-17', '2026-11-23'])
  t.strictSame(daysOf({ range: '12m' }), ['2025-11-24', '2026-11-23'])
  t.strictSame(daysOf({ range: 'custom', from: '2026-02-01', to: '2026-02-28' }), [
    '2026-02-01',
    '2026-02-28',
  ])
  t.equal(daysOf({ range: 'custom', from: '2026-03-01', to: '2026-02-28' }), null)
  t.ok(daysOf({ range: 'custom', from: '2025-01-01', to: '2026-01-01' }), '366 days')
  t.equal(daysOf({ range: 'custom', from: '2025-01-01', to: '2026-01-02' }), null)
})

test('every day has a bar, and many days are put together by week', async t => {
  const rows = [
    { day: '2026-11-22', executions: 3, cu: 7 },
    { day: '2026-11-20', executions: 1, cu: 2 },
  ]
  t.strictSame(
    barsOf(rows, rangeOf({ range: '7d' }, now)!).map(({ executions, cu }) => [executions, cu]),
    [
      ...[
        [0, 0],
        [0, 0],
        [0, 0],
        [1, 2],
        [0, 0],
        [3, 7],
        [0, 0],
      ],
    ],
  )
  const weeks = barsOf(rows, rangeOf({ range: '12m' }, now)!)
  t.equal(weeks.length, 53)
  t.strictSame([weeks.at(-1)!.days, weeks.at(-1)!.day], [1, '2026-11-23'])
  t.equal(
    weeks.reduce((sum, { cu }) => sum + cu, 0),
    9,
  )
})

test('a refused payment is heard of once, another answer never', async t => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/full' ? 402 : 200).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let heard = 0
  onLimitReached(() => heard++)
  await (await watchedFetch(`${url}/fine`)).text()
  t.equal(heard, 0)
  t.equal(await (await watchedFetch(`${url}/full`)).text(), '{}')
  t.equal(heard, 1)
})
