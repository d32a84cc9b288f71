// Dates and times: parse, format, add, compare, and the current time.

import type { DateTime } from 'luxon'
import type { Json } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { checkLength } from './bounds.ts'
import {
  checked,
  dateInFormat,
  dateOf,
  dateSchema,
  isoOf,
  type Unit,
  unitSchema,
  zoneSchema,
} from './date-values.ts'
import { number, object, text } from './schema.ts'
import { pureTool, worldTool } from './tool.ts'

const point = text('Date', 'ISO 8601, with the offset of the time zone')

export const timeNow = worldTool<{ timeZone?: string }>({
  name: 'time_now',
  title: 'Current time',
  description: 'What date and time it is now.',
  effect: 'read',
  keywords: ['now', 'current time', 'today', 'clock', 'current date', 'what time'],
  inputSchema: object({ timeZone: zoneSchema }),
  outputSchema: point,
  examples: [{ prompt: 'Get the current time', args: { timeZone: 'Europe/Berlin' } }],
  run: async ({ timeZone = 'UTC' }) => isoOf(dateOf(Date.now(), timeZone)),
})

export const dateParse = pureTool<{ text: string; format?: string; timeZone?: string }>({
  name: 'date_parse',
  title: 'Read a date',
  description:
    'Reads a date from text and gives it in ISO 8601. Understands ISO 8601, e-mail and HTTP dates; ' +
    'others by a format such as dd.MM.yyyy HH:mm or LLLL d, yyyy.',
  keywords: ['parse date', 'read date', 'interpret date', 'date from text', 'format'],
  inputSchema: object(
    {
      text: text('Text', 'Date as text', { maxLength: 200, 'x-words': ['from', 'text'] }),
      format: text('Format', 'Luxon tokens: yyyy MM dd HH mm ss, LLLL (month), cccc (weekday)', {
        maxLength: 100,
        'x-words': ['format'],
      }),
      timeZone: zoneSchema,
    },
    ['text'],
  ),
  outputSchema: point,
  examples: [
    {
      prompt: 'Parse the date {{inputs.due}} in the format "dd.MM.yyyy"',
      args: { text: '24.12.2026', format: 'dd.MM.yyyy', timeZone: 'Europe/Berlin' },
      output: '2026-12-24T00:00:00+01:00',
    },
  ],
  run: args => {
    const { format, timeZone = 'UTC' } = args
    return isoOf(
      format === undefined ? dateOf(args.text, timeZone) : dateInFormat(args.text, format, timeZone),
    )
  },
})

/** Names of common formats, as Luxon tokens. */
const namedFormats: Readonly<Record<string, string>> = {
  date: 'yyyy-MM-dd',
  time: 'HH:mm',
  datetime: 'yyyy-MM-dd HH:mm',
  long: 'LLLL d, yyyy',
  weekday: 'cccc',
  month: 'LLLL yyyy',
  unix: 'x',
}

export const dateFormat = pureTool<{ date: Json; format?: string; timeZone?: string; locale?: string }>({
  name: 'date_format',
  title: 'Write a date',
  description:
    'Writes a date the way people read it: date, time, datetime, long, weekday, month, unix (milliseconds), ' +
    'or a format such as dd.MM.yyyy.',
  keywords: ['format date', 'write date', 'display date', 'show date', 'weekday', 'long date'],
  inputSchema: object(
    {
      date: dateSchema('Date', 'Date to write', ['date', 'of']),
      format: text(
        'Format',
        'One of the names, or Luxon tokens: yyyy MM dd HH mm ss, LLLL (month), cccc (weekday)',
        {
          default: 'date',
          maxLength: 100,
          'x-words': ['as', 'format'],
        },
      ),
      timeZone: zoneSchema,
      locale: text('Language', 'Language of names, such as en-US or de', {
        default: 'en-US',
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
        'x-words': ['language', 'locale'],
      }),
    },
    ['date'],
  ),
  outputSchema: text('Text', 'The date as text'),
  examples: [
    {
      prompt: 'Format the date {{inputs.due}} as "cccc, d LLLL yyyy"',
      args: { date: '2026-12-24T18:00:00Z', format: 'cccc, d LLLL yyyy' },
      output: 'Thursday, 24 December 2026',
    },
  ],
  run: args => {
    const { format = 'date', timeZone = 'UTC', locale = 'en-US' } = args
    const pattern = own(namedFormats, format) ?? format
    const written = dateOf(args.date, timeZone).setLocale(locale).toFormat(pattern)
    checkLength(written.length)
    return written
  },
})

export const dateAdd = pureTool<{ date: Json; amount: number; unit?: Unit; timeZone?: string }>({
  name: 'date_add',
  title: 'Add to a date',
  description:
    'Moves a date by a number of years, months, weeks, days, hours, minutes or seconds; a negative number moves it ' +
    'back. Days and longer units keep the time of day in the time zone; the end of a month stays in the month.',
  keywords: ['add days', 'later', 'move date', 'postpone', 'subtract days', 'deadline', 'shift'],
  inputSchema: object(
    {
      date: dateSchema('Date', 'Date to begin from', ['to', 'after', 'from']),
      amount: number('Amount', 'How many units', { minimum: -1e9, maximum: 1e9, 'x-words': ['add', 'by'] }),
      unit: unitSchema('What to add'),
      timeZone: zoneSchema,
    },
    ['date', 'amount'],
  ),
  outputSchema: point,
  examples: [
    {
      prompt: 'Add 1 months to {{inputs.due}}',
      args: { date: '2026-01-31T09:00:00Z', amount: 1, unit: 'months' },
      output: '2026-02-28T09:00:00Z',
    },
  ],
  run: args => {
    const { amount, unit = 'days', timeZone = 'UTC' } = args
    return isoOf(checked(dateOf(args.date, timeZone).plus({ [unit]: amount }), `${amount} ${unit} later`))
  },
})

export const dateDifference = pureTool<{ from: Json; to: Json; unit?: Unit; timeZone?: string }>({
  name: 'date_difference',
  title: 'Time between dates',
  description:
    'How long it is from one date to another, in one unit, with fractions; negative when it is backwards.',
  keywords: ['difference', 'between', 'duration', 'elapsed', 'how long', 'days between', 'age'],
  inputSchema: object(
    {
      from: dateSchema('From', 'First date', ['from', 'between', 'since']),
      to: dateSchema('To', 'Second date', ['to', 'and', 'until']),
      unit: unitSchema('What to count'),
      timeZone: zoneSchema,
    },
    ['from', 'to'],
  ),
  outputSchema: number('Difference', 'Number of units'),
  examples: [
    {
      prompt: 'Compute the difference between {{inputs.start}} and {{inputs.end}} in hours',
      args: { from: '2026-03-01T09:00:00Z', to: '2026-03-02T10:30:00Z', unit: 'hours' },
      output: 25.5,
    },
  ],
  run: args => {
    const { unit = 'days', timeZone = 'UTC' } = args
    const [from, to]: DateTime[] = [dateOf(args.from, timeZone), dateOf(args.to, timeZone)] as const
    return to!.diff(from!, unit).as(unit)
  },
})
