// The functions of moments.
import { nextTimeOfDay } from '../clocks.ts'
import { addTime, datePart, formatDate, startOf, toMoment, weekOfYear } from '../dates.ts'
import { define, type FunctionTable } from './define.ts'

export const dateFunctions: FunctionTable = {
  date: define(
    'The moment of an ISO 8601 text, in Unix ms: date("2026-03-01", "Europe/Berlin")',
    ['any', 'text'],
    'number',
    toMoment,
    { required: 1 },
  ),
  formatDate: define(
    'A moment as text: formatDate(now, "d LLLL yyyy, HH:mm", "Europe/Berlin")',
    ['number', 'text', 'text'],
    'text',
    formatDate,
    { required: 2 },
  ),
  addTime: define(
    'A moment later, or earlier: addTime(now, -2, "weeks", "Europe/Berlin")',
    ['number', 'number', 'text', 'text'],
    'number',
    addTime,
    { required: 3 },
  ),
  startOf: define(
    'The beginning of the year, quarter, month, week, day or hour of a moment: startOf(now, "month")',
    ['number', 'text', 'text'],
    'number',
    startOf,
    { required: 2 },
  ),
  datePart: define(
    'A part of a moment: datePart(now, "weekday"), Monday is 1; or year, quarter, month, week, day, hour, minute, second',
    ['number', 'text', 'text'],
    'number',
    datePart,
    { required: 2 },
  ),
  nextClock: define(
    'When a clock of the time zone shows the time next, in Unix ms: nextClock(now, "17:00", "Europe/Berlin")',
    ['number', 'text', 'text'],
    'number',
    nextTimeOfDay,
  ),
  weekOfYear: define(
    'The week of ISO 8601 that a moment is in, 1 to 53: weekOfYear(now, "Europe/Berlin")',
    ['number', 'text'],
    'number',
    weekOfYear,
    { required: 1 },
  ),
}
