import { test } from 'tap'
import { compileExpression, ExpressionError } from '../../domain/expression/expression.ts'
import { isoIn, isTimeZone, momentOf, nextClock } from '../../domain/moment.ts'

const next = (now: string, clock: string, zone: string) =>
  new Date(nextClock(Date.parse(now), clock, zone)).toISOString()

test('a clock shows a time next today or tomorrow, in its own zone', async t => {
  t.equal(next('2026-03-01T10:00:00Z', '17:00', 'UTC'), '2026-03-01T17:00:00.000Z')
  t.equal(next('2026-03-01T17:00:00Z', '17:00', 'UTC'), '2026-03-01T17:00:00.000Z')
  t.equal(next('2026-03-01T17:00:01Z', '17:00', 'UTC'), '2026-03-02T17:00:00.000Z')
  t.equal(next('2026-03-01T10:00:00Z', '17:00', 'Europe/Berlin'), '2026-03-01T16:00:00.000Z')
  t.equal(next('2026-07-01T10:00:00Z', '17:00:30', 'Europe/Berlin'), '2026-07-01T15:00:30.000Z')
})

test('a time that summer time leaves out or repeats is still one moment', async t => {
  t.equal(next('2026-03-28T22:00:00Z', '02:30', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z')
  t.equal(next('2026-10-24T22:00:00Z', '02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
})

test('no such time, zone or moment is said', async t => {
  t.throws(() => nextClock(0, '25:00', 'UTC'), RangeError)
  t.throws(() => nextClock(0, '5pm', 'UTC'), RangeError)
  t.throws(() => nextClock(0, '17:00', 'Europe/Atlantis'), RangeError)
  t.throws(() => nextClock(Number.MAX_VALUE, '17:00', 'UTC'), RangeError)
  t.same([isTimeZone('Europe/Berlin'), isTimeZone('UTC'), isTimeZone('Mars/Base')], [true, true, false])
})

test('expressions read the clock that they are given', async t => {
  const now = Date.parse('2026-03-01T10:00:00Z')
  t.equal(compileExpression('nextClock(now, "17:00", "UTC")').evaluate({ now }), now + 7 * 3_600_000)
  t.throws(() => compileExpression('nextClock(now, "17", "UTC")').evaluate({ now }), ExpressionError)
})

test('a moment is Unix ms or a text that says its time zone', async t => {
  t.equal(momentOf('2026-03-01T10:00:00+01:00'), Date.parse('2026-03-01T09:00:00Z'))
  t.equal(momentOf(5.7), 5)
  for (const value of ['2026-03-01T10:00:00', '2026-03-01', 'soon', null, Number.NaN, 9e15])
    t.equal(momentOf(value), null)
})

test('a local time is a moment once its zone is known', async t => {
  t.equal(isoIn('2026-03-01', 'UTC'), '2026-03-01T00:00:00Z')
  t.equal(isoIn('2026-03-01T09:00', 'Europe/Berlin'), '2026-03-01T08:00:00Z')
  t.equal(isoIn('2026-13-01', 'UTC'), null)
})
