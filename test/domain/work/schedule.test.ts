// Times of schedules: the calendar, and the two nights a year on which clocks change.
import fc from 'fast-check'
import { test } from 'tap'
import {
  type KeptSchedule,
  keptAfter,
  nextTime,
  nextTimes,
  Schedule,
  show,
  timesBetween,
} from '../../../domain/work/schedule.ts'

const at = (iso: string) => Date.parse(iso)
const isoTimes = (times: readonly number[]) =>
  times.map(time => new Date(time).toISOString().replace(':00.000Z', 'Z'))
const next = (cron: string, timezone: string, after: string, count = 3) =>
  isoTimes(nextTimes({ cron, timezone }, at(after), count))

test('every weekday at nine skips the weekend', async t => {
  // 2026-03-06 is a Friday.
  t.strictSame(next('0 9 * * 1-5', 'UTC', '2026-03-06T08:59:59.999Z', 3), [
    '2026-03-06T09:00Z',
    '2026-03-09T09:00Z',
    '2026-03-10T09:00Z',
  ])
  t.strictSame(next('0 9 * * MON-FRI', 'UTC', '2026-03-06T09:00:00Z', 1), ['2026-03-09T09:00Z'])
})

test('a time that clocks leave out in spring becomes the first one that there is', async t => {
  t.strictSame(next('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00Z'), [
    '2026-03-28T01:30Z',
    '2026-03-29T01:00Z',
    '2026-03-30T00:30Z',
  ])
  t.strictSame(next('30 2 * * *', 'America/New_York', '2026-03-07T00:00Z'), [
    '2026-03-07T07:30Z',
    '2026-03-08T07:00Z',
    '2026-03-09T06:30Z',
  ])
  const several = ['2026-03-29T01:00Z', '2026-03-30T00:00Z', '2026-03-30T00:30Z']
  t.strictSame(next('0,30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z'), several, 'once for all of them')
})

test('a time that comes twice in autumn counts once', async t => {
  t.strictSame(next('30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00Z'), [
    '2026-10-24T00:30Z',
    '2026-10-25T00:30Z',
    '2026-10-26T01:30Z',
  ])
  t.strictSame(next('30 1 * * *', 'America/New_York', '2026-10-31T00:00Z'), [
    '2026-10-31T05:30Z',
    '2026-11-01T05:30Z',
    '2026-11-02T06:30Z',
  ])
})

test('what goes by the hour goes through changes of the clock hour by hour', async t => {
  const spring = ['2026-03-29T00:00Z', '2026-03-29T01:00Z', '2026-03-29T02:00Z']
  t.strictSame(next('0 * * * *', 'Europe/Berlin', '2026-03-28T23:30Z'), spring)
  const autumn = ['2026-11-01T05:00Z', '2026-11-01T06:00Z', '2026-11-01T07:00Z']
  t.strictSame(next('0 * * * *', 'America/New_York', '2026-11-01T04:30Z'), autumn)
})

test('days that a month lacks are left out, leap days come with leap years', async t => {
  t.strictSame(next('0 0 31 * *', 'UTC', '2026-03-31T00:00Z', 2), ['2026-05-31T00:00Z', '2026-07-31T00:00Z'])
  t.strictSame(next('0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', 2), ['2028-02-29T00:00Z', '2032-02-29T00:00Z'])
  t.strictSame(next('0 0 29 2 *', 'UTC', '2096-03-01T00:00Z', 1), ['2104-02-29T00:00Z'], '2100 is none')
  t.strictSame(next('0 0 L * *', 'UTC', '2028-02-01T00:00Z', 2), ['2028-02-29T00:00Z', '2028-03-31T00:00Z'])
})

test('the times between two moments are those that come one by one', async t => {
  const cron = fc.constantFrom(
    '30 2 * * *',
    '0,30 1-3 * * *',
    '*/30 2 * * *',
    '0 * * * *',
    '15 3 31 * *',
    '0 0 * * 0',
  )
  const timezone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'Australia/Lord_Howe')
  const from = fc.integer({ min: at('2026-01-01T00:00Z'), max: at('2028-12-31T00:00Z') })
  fc.assert(
    fc.property(cron, timezone, from, fc.integer({ min: 1, max: 40 }), (cron, timezone, from, count) => {
      const times = nextTimes({ cron, timezone }, from, count)
      const until = times.at(-1)!
      t.strictSame(timesBetween({ cron, timezone }, from + 1, until, 100), times)
      t.strictSame(timesBetween({ cron, timezone }, from + 1, until, 1), [until], 'the latest, both included')
      t.strictSame(timesBetween({ cron, timezone }, until + 1, until + 1, 1), [])
    }),
    { numRuns: 60 },
  )
})

test('a schedule has five fields that name a time, and a time zone by name', async t => {
  const accepts = (cron: string, timezone = 'UTC') => Schedule.safeParse({ cron, timezone }).success
  for (const cron of ['0 9 * * 1-5', ' 0  9 * * 1-5 ', '*/5 0-6,22 1 JAN,DEC *', '0 0 L * *', '0 8 * * 1#2'])
    t.ok(accepts(cron), cron)
  const refused = [
    '',
    '* * * *',
    '* * * * * *',
    '@daily',
    '60 * * * *',
    '5-1 * * * *',
    '*/0 * * * *',
    'a b c d e',
  ]
  for (const cron of [...refused, '0 0 30 2 *', '0 0 31 4,6 *', '0 9 ? * *', '0 0 1 1 * 2030'])
    t.notOk(accepts(cron), cron)
  for (const timezone of ['Europe/Berlin', 'America/New_York', 'UTC']) t.ok(accepts('0 9 * * *', timezone))
  for (const timezone of ['', 'Nowhere/Land', '+01:00', 'x'.repeat(65)])
    t.notOk(accepts('0 9 * * *', timezone))
  const filled = { overlap: 'skip', missed: 'last', inputs: {}, enabled: true }
  t.strictSame(Schedule.parse({ cron: ' 0  9 * * *', timezone: 'UTC' }), {
    ...{ cron: '0 9 * * *', timezone: 'UTC' },
    ...filled,
  })
})

test('texts that are too long are refused for their length alone', async t => {
  for (const text of ['*/1'.repeat(10_000), ' '.repeat(500_000), `${'1,'.repeat(50)}1 * * * *`]) {
    const { error } = Schedule.safeParse({ cron: text, timezone: text })
    t.strictSame(
      error?.issues.map(({ code }) => code),
      ['too_big', 'too_big'].slice(0, text.length > 64 ? 2 : 1),
    )
  }
})

test('a schedule that is not enabled has no next time', async t => {
  const schedule = Schedule.parse({ cron: '0 9 * * *', timezone: 'UTC', enabled: false })
  t.equal(nextTime(schedule, 0), null)
  t.equal(nextTime(null, 0), null)
  t.equal(nextTime({ ...schedule, enabled: true }, 0), 9 * 3_600_000)
  t.strictSame(show(schedule, { lastRunAt: 1, lastError: null }, 0).next, [])
  t.equal(show({ ...schedule, enabled: true }, { lastRunAt: 1, lastError: null }, 0).next.length, 5)
})

test('what somebody set stays until somebody sets or removes it, what a prompt said until the next prompt', async t => {
  const schedule = Schedule.parse({ cron: '0 9 * * *', timezone: 'UTC' })
  const set: KeptSchedule = { schedule, isFromPrompt: false, setBy: 'user_1' }
  const read: KeptSchedule = { ...set, isFromPrompt: true }
  const removed: KeptSchedule = { ...set, schedule: null }
  const unsaid: KeptSchedule = { ...read, schedule: null }
  t.equal(keptAfter(null, read), read)
  t.equal(keptAfter(null, removed), null)
  t.equal(keptAfter(read, set), set)
  t.equal(keptAfter(set, read), set)
  t.equal(keptAfter(set, unsaid), set)
  t.equal(keptAfter(set, removed), removed)
  t.equal(keptAfter(read, unsaid), unsaid)
  t.equal(keptAfter(removed, unsaid), removed)
  t.equal(keptAfter(removed, read), read)
})

const counted = (more: object, after: string, count = 3) =>
  isoTimes(nextTimes({ cron: '0 9 * * 1', timezone: 'Europe/Berlin', ...more }, at(after), count))

test('every other week is counted from a date in the zone, also when clocks change between', async t => {
  const biweekly = { everyWeeks: 2, from: '2026-03-09' }
  t.strictSame(counted(biweekly, '2026-01-01T00:00Z', 4), [
    '2026-03-09T08:00Z',
    '2026-03-23T08:00Z',
    '2026-04-06T07:00Z',
    '2026-04-20T07:00Z',
  ])
  t.strictSame(counted({ ...biweekly, cron: '0 9 * * 1,5' }, '2026-03-09T08:00Z'), [
    '2026-03-13T08:00Z',
    '2026-03-23T08:00Z',
    '2026-03-27T08:00Z',
  ])
  t.strictSame(counted({ everyWeeks: 2, from: '2026-03-11' }, '2026-03-11T00:00Z', 2), [
    '2026-03-16T08:00Z',
    '2026-03-30T07:00Z',
  ])
})

test('so is every third day, by the date where the schedule is', async t => {
  const third = { cron: '30 0 * * *', everyDays: 3, from: '2026-10-23' }
  t.strictSame(counted(third, '2026-10-01T00:00Z'), [
    '2026-10-22T22:30Z',
    '2026-10-25T23:30Z',
    '2026-10-28T23:30Z',
  ])
  t.strictSame(counted({ ...third, timezone: 'Pacific/Auckland' }, '2026-10-01T00:00Z', 2), [
    '2026-10-22T11:30Z',
    '2026-10-25T11:30Z',
  ])
})

test('a date alone is the first day', async t => {
  t.strictSame(counted({ from: '2026-12-08' }, '2026-01-01T00:00Z', 2), [
    '2026-12-14T08:00Z',
    '2026-12-21T08:00Z',
  ])
})

test('the counted times between two moments are those that come one by one', async t => {
  const cron = fc.constantFrom('30 2 * * *', '0 9 * * 1,3', '*/30 0-3 * * *', '15 3 28 * *')
  const timezone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'UTC')
  const every = fc.oneof(
    fc.record({ everyWeeks: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ everyDays: fc.integer({ min: 1, max: 11 }) }),
  )
  const after = fc.integer({ min: at('2025-12-01T00:00Z'), max: at('2027-12-31T00:00Z') })
  fc.assert(
    fc.property(
      cron,
      timezone,
      every,
      after,
      fc.integer({ min: 1, max: 12 }),
      (cron, timezone, every, after, count) => {
        const schedule = { cron, timezone, from: '2026-02-02', ...every }
        const times = nextTimes(schedule, after, count)
        if (times.length === 0) return
        t.strictSame(timesBetween(schedule, after + 1, times.at(-1)!, 100), times)
        const [first] = times
        t.ok(first! >= at('2026-02-01T00:00Z'))
      },
    ),
    { numRuns: 40 },
  )
})

test('days are counted from a date, by weeks or by days, and one of them comes', async t => {
  const told = (more: object) =>
    Schedule.safeParse({ cron: '0 9 * * 1', timezone: 'UTC', ...more }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )
  t.equal(told({ everyWeeks: 2, from: '2026-12-07' }), undefined)
  t.same(told({ everyWeeks: 2 }), ['from: expected the date from which the weeks are counted'])
  t.same(told({ everyDays: 2, everyWeeks: 2, from: '2026-12-07' }), [
    'everyDays: expected everyWeeks or everyDays, received both',
  ])
  t.match(told({ from: '2026-02-30' }), [/^from: expected a day that there is/])
  t.match(told({ from: 'tomorrow' }), [/^from: expected a date/])
  // Mondays, and every seventh day from a Tuesday.
  t.match(told({ everyDays: 7, from: '2026-12-08' }), [/^cron: expected a pattern that comes/])
})
