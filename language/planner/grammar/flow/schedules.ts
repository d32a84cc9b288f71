// Schedules: when a workflow starts, said before, after or within what it does. What cron cannot say is none.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import { withParts } from '../packing.ts'
import type { Body, Statement, When } from '../terms.ts'
import type { WhenPart } from './clocks.ts'

const scheduled = (schedule: When, body: Body | null, at: Parameters<typeof spanOf>[0]): Statement => ({
  s: 'schedule',
  schedule,
  body,
  span: spanOf(at),
})

export const scheduleRules: readonly Rule[] = [
  rule('CONTROL', 'SCHEDULE ,|:? BODY', ([schedule, , body], at) => scheduled(schedule, body, at), [
    'every day at 9:00, stop',
    'every 15 minutes close A-1',
  ]),
  rule('CONTROL', 'CLAUSE ,|-|–? SCHEDULE', ([clause, , schedule], at) => scheduled(schedule, [clause], at), [
    'close A-1 every day at 9:00',
    'stop every monday at 8 am',
  ]),
  rule(
    'S',
    'BODY ,|-|–? SCHEDULE END*',
    ([body, , schedule], at): Body => [scheduled(schedule, body, at)],
    ['close A-1 and close A-2 every day at 9:00', 'Do it on the 1st of every month, at 09:00.'],
    1,
  ),
  // "remind #team every 2 hours: "Drink"": what belongs to the verb goes on after it.
  rule(
    'CONTROL',
    'CLAUSE ,? SCHEDULE ,? COMPL COMPL*',
    ([clause, , schedule, , first, more], at) => {
      if (clause.s !== 'call') return null
      const added = [first, ...more].flat().filter((part: unknown) => part !== 'void')
      const whole = withParts(clause, parts => [...parts, ...added])
      return whole === null ? null : scheduled(schedule, [whole], at)
    },
    [
      'send an email every day at 9:00 to {{inputs.to}}',
      'remind #doctors every 2 hours on the hour: "Wash your hands"',
    ],
    1,
  ),
  rule(
    'CONTROL',
    'run|do|start|execute|repeat this|it|that|the following|workflow? workflow? SCHEDULE',
    ([, , , , schedule], at) => scheduled(schedule, null, at),
    ['run this every 15 minutes', 'run it every day at 9:00'],
  ),
  rule(
    'CONTROL',
    'this|it|that|the workflow|automation|all? MODAL? be? run|start|happen|do|execute|repeat automatically? SCHEDULE',
    ([, , , , , , schedule], at) => scheduled(schedule, null, at),
    ['this should run every day at 9:00', 'the workflow runs every monday at 8 am'],
  ),
  rule(
    'CONTROL',
    'schedule|time|times|when|trigger|timing|starts|runs : SCHEDULE',
    ([, , schedule], at) => scheduled(schedule, null, at),
    ['schedule: every day at 9:00', 'Schedule: Monday to Friday, 08:00'],
  ),
  rule('CONTROL', 'run ,? SCHEDULE', ([, , schedule], at) => scheduled(schedule, null, at), [
    'run every 2 hours',
    'run every two hours',
  ]),
  rule(
    'CONTROL',
    'SCHEDULE',
    ([schedule], at) => scheduled(schedule, null, at),
    ['Fridays at five p.m', 'Fridays at five p.m.'],
    1,
  ),

  rule(
    'SCHEDULE',
    'WHENPART WHENMORE*',
    ([first, more]: [WhenPart, readonly WhenPart[]]) => whenOf([first, ...more]),
    ['every day at 9:00', 'at 6 pm on weekdays'],
  ),
  rule('WHENPART', 'DAYPART', ([part]) => part, ['each day', 'every day']),
  rule('WHENPART', 'TIMEPART', ([part]) => part, ['at 8', '9 am']),
  rule('WHENPART', 'OFTENPART', ([part]) => part, ['every 2 hours', 'every 15 minutes']),
  rule('WHENMORE', ',? always? WHENPART', ([, , part]) => part, ['each day', 'every day']),
  rule('WHENMORE', ',? ( WHENPART )', ([, , part]) => part, ['( each day )', '( every day )']),
  rule('WHENMORE', 'ZONE', ([zone]): WhenPart => ({ zone }), ['UTC', 'Paris']),
  rule(
    'WHENMORE',
    ',? always|exactly|right? on|at|to the full? hour',
    (): WhenPart => ({ onTheHour: true }),
    ['on the hour', 'on the full hour'],
  ),

  rule('OFTENPART', 'EVERY COUNT minute|min|mins', ([, step]) => each('minute', step), [
    'every 15 minutes',
    'each 3 minute',
  ]),
  rule('OFTENPART', 'EVERY COUNT hour|hr|hrs|h', ([, step]) => each('hour', step), [
    'every 2 hours',
    'each 3 hour',
  ]),
  rule('OFTENPART', 'EVERY minute', () => each('minute', 1), ['each minute', 'every minute']),
  rule('OFTENPART', 'EVERY full? hour', () => each('hour', 1), ['each hour', 'each full hour']),
  rule('OFTENPART', 'EVERY half an? hour', () => each('minute', 30), ['each half hour', 'each half an hour']),
  rule('OFTENPART', 'EVERY quarter of? an? hour', () => each('minute', 15), [
    'each quarter hour',
    'each quarter an hour',
  ]),
  rule('OFTENPART', 'EVERY other hour', () => each('hour', 2), ['each other hour', 'every other hour']),
  rule('OFTENPART', 'at|in intervals of COUNT minute', ([, , , step]) => each('minute', step), [
    'at intervals of 3 minute',
    'at intervals of 2 minute',
  ]),
  rule('OFTENPART', 'at|in intervals of COUNT hour', ([, , , step]) => each('hour', step), [
    'at intervals of 3 hour',
    'at intervals of 2 hour',
  ]),
  // "hourly rate": the word before a noun is no schedule.
  rule(
    'OFTENPART',
    'hourly',
    (_, at) =>
      at.tokens[at.end]?.text !== ',' && at.start === 0 && at.tokens.length > at.end ? null : each('hour', 1),
    ['hourly'],
  ),
]

/** Of steps that go into an hour or a day without a rest. */
function each(unit: 'minute' | 'hour', step: number): WhenPart | null {
  const whole = unit === 'minute' ? 60 : 24
  return step >= 1 && step <= whole && whole % step === 0 ? { each: { unit, step } } : null
}

/** The parts together, when they say one time and cron can say it. */
function whenOf(parts: readonly WhenPart[]): When | null {
  const all: Record<string, unknown> = {}
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      const known = all[key]
      if (known === undefined) all[key] = value
      else if (key === 'days') {
        const days = narrower(known as readonly number[], value as readonly number[])
        if (days === null) return null
        all[key] = days
      } else if (!/^(zone|unit)$/.test(key) || known !== value) return null
    }
  }
  return cronOf(all as WhenPart)
}

/** "every day, Monday to Friday", "on weekdays (Monday to Friday)": the same days, or some of all. */
function narrower(a: readonly number[], b: readonly number[]): readonly number[] | null {
  const [few, many] = a.length < b.length ? [a, b] : [b, a]
  return many.length === 7 || String(few) === String(many) ? few : null
}

function cronOf(all: WhenPart): When | null {
  const zone = all.zone ?? null
  const days = all.days === undefined || all.days.length === 7 ? '*' : weekdaysOf(all.days)
  if (all.each !== undefined) {
    if (all.times ?? all.date ?? all.part ?? all.count ?? all.unit) return null
    const { unit, step } = all.each
    if (all.onTheHour && unit === 'minute' && step < 60) return null
    const time =
      unit === 'minute' && step < 60
        ? `${step === 1 ? '*' : `*/${step}`} *`
        : unit === 'hour' && step > 1
          ? step === 24
            ? '0 0'
            : `0 */${step}`
          : '0 *'
    return { cron: `${time} * * ${days}`, zone }
  }
  if (all.times === undefined || all.onTheHour) return null
  if (all.days === undefined && all.date === undefined) return null
  if (all.days !== undefined && (all.date ?? all.unit) !== undefined) return null
  if ((all.date === undefined) !== (all.unit === undefined)) return null
  if (all.unit === 'year' && all.months === undefined) return null
  if (all.unit === 'month' && all.months !== undefined) return null
  if (all.count !== undefined && all.count !== all.times.length) return null
  const clocks = all.times.map(time => time.split(':').map(Number) as [number, number])
  // One cron has the same minutes in each of its hours.
  if (new Set(clocks.map(([, minute]) => minute)).size > 1) return null
  const hours = clocks.map(([hour]) => hourIn(all.part, hour))
  if (hours.includes(null)) return null
  const sorted = [...new Set(hours as number[])].sort((a, b) => a - b)
  if (sorted.length < hours.length) return null
  return {
    cron: `${clocks[0]![1]} ${sorted.join(',')} ${all.date ?? '*'} ${all.months ?? '*'} ${days}`,
    zone,
  }
}

function weekdaysOf(days: readonly number[]): string {
  return String(days) === '1,2,3,4,5' ? '1-5' : [...days].sort((a, b) => a - b).join(',')
}

function hourIn(part: string | undefined, hour: number): number | null {
  switch (part) {
    case 'morning':
      return hour <= 12 ? hour : null
    case 'night':
      return hour < 6 || hour > 17 ? hour : hour === 12 ? 0 : hour < 12 ? hour + 12 : null
    case undefined:
      return hour
    default:
      return hour < 12 ? hour + 12 : hour > 12 ? hour : null
  }
}
