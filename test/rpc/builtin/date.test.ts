import { test } from 'tap'
import { dateAdd, dateDifference, dateFormat, dateParse, timeNow } from '../../../rpc/builtin/date.ts'
import type { ToolContext } from '../../../rpc/builtin/tool.ts'

const timeZone = 'Europe/Berlin'

test('a day keeps the time of day over a change of the clock, 24 hours do not', async t => {
  const date = '2026-03-28T12:00:00+01:00'
  t.equal(dateAdd.run({ date, amount: 1, unit: 'days', timeZone }), '2026-03-29T12:00:00+02:00')
  t.equal(dateAdd.run({ date, amount: 24, unit: 'hours', timeZone }), '2026-03-29T13:00:00+02:00')
  t.equal(dateDifference.run({ from: date, to: '2026-03-29T12:00:00+02:00', timeZone }), 1)
  t.equal(dateDifference.run({ from: date, to: '2026-03-29T12:00:00+02:00', unit: 'hours' }), 23)
})

test('dates are read as ISO 8601, SQL, e-mail, HTTP and Unix milliseconds', async t => {
  const read = (text: string, format?: string) =>
    dateParse.run({ text, timeZone, ...(format ? { format } : {}) })
  t.equal(read('2026-01-02'), '2026-01-02T00:00:00+01:00')
  t.equal(read('2026-01-02T03:04:05.678Z'), '2026-01-02T04:04:05.678+01:00')
  t.equal(read('2026-01-02 03:04:05'), '2026-01-02T03:04:05+01:00')
  t.equal(read('Fri, 02 Jan 2026 03:04:05 +0000'), '2026-01-02T04:04:05+01:00')
  t.equal(read('Wed, 05 Aug 2026 10:00:00 CEST'), '2026-08-05T10:00:00+02:00')
  t.equal(read('Wed, 05 Aug 2026 10:00:00 EST'), '2026-08-05T17:00:00+02:00')
  t.equal(read('October 4, 1983', 'LLLL d, yyyy'), '1983-10-04T00:00:00+01:00')
  t.equal(dateFormat.run({ date: 0, format: 'datetime' }), '1970-01-01 00:00')
})

test('what would need the clock to be a date is refused', async t => {
  for (const text of ['12:30', 'now', 'tomorrow', '', '99', '2026-13-01', '2026-02-30', 'T12']) {
    t.throws(() => dateParse.run({ text }), { code: 'bad-date' }, text)
  }
  t.throws(() => dateParse.run({ text: '12:30', format: 'HH:mm' }), { code: 'bad-date', message: /no year/ })
  t.throws(() => dateParse.run({ text: '1700000000', format: 'X' }), { code: 'bad-date' })
  t.throws(() => dateParse.run({ text: '2026-01-01', timeZone: 'Mars/Base' }), { code: 'bad-time-zone' })
})

test('a date is written by name of a format, in a language', async t => {
  const date = '2026-12-24T23:30:00Z'
  t.equal(dateFormat.run({ date }), '2026-12-24')
  t.equal(dateFormat.run({ date, timeZone }), '2026-12-25')
  t.equal(dateFormat.run({ date, format: 'weekday', locale: 'de', timeZone }), 'Freitag')
  t.equal(dateFormat.run({ date, format: 'unix' }), '1798155000000')
  t.equal(dateFormat.run({ date, format: "'constructor'" }), 'constructor')
})

test('the end of a month stays in the month, and no date leaves the years 1 to 9999', async t => {
  t.equal(dateAdd.run({ date: '2024-02-29', amount: 1, unit: 'years' }), '2025-02-28T00:00:00Z')
  t.throws(() => dateAdd.run({ date: '9999-12-31', amount: 1 }), { code: 'bad-date' })
})

test('the current time is in the time zone asked for', async t => {
  const before = Math.floor(Date.now() / 1000) * 1000
  const now = (await timeNow.run({ timeZone: 'Asia/Kolkata' }, {} as ToolContext)) as string
  t.match(now, /\+05:30$/)
  t.ok(Date.parse(now) >= before && Date.parse(now) <= Date.now())
})
