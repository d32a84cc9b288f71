// calendar__list_events
import { DateTime } from 'luxon'
import type { Json } from '../../../domain/json.ts'
import { flag, integer, list, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { runConfined } from '../confined.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { checkedZone } from '../locale.ts'
import type { ReaderTask } from './calendar-reader.ts'
import { type CalendarArguments, calendarArguments, calendarText, eventSchema } from './event.ts'

interface Arguments extends CalendarArguments {
  readonly from: string
  readonly to: string
  readonly limit?: number
}

export const listEvents = firstPartyTool<Arguments>({
  name: 'list_events',
  title: 'List events of a calendar',
  description:
    'Lists what happens in a calendar (ICS) between two moments, in order: recurring events by their occurrences, with ' +
    'exceptions and time zones.',
  effect: 'read',
  keywords: [
    'list',
    'find',
    'events',
    'appointments',
    'meetings',
    'agenda',
    'schedule',
    'calendar',
    'ics',
    'between',
  ],
  inputSchema: object(
    {
      ...calendarArguments,
      from: text('From', 'Moment in ISO 8601, or a day', {
        'x-words': ['from', 'between', 'since', 'after'],
      }),
      to: text('To', 'Moment in ISO 8601, or a day, which is not included', {
        'x-words': ['to', 'until', 'and', 'before'],
      }),
      limit: integer('Limit', 'Most to give', {
        default: 200,
        minimum: 1,
        maximum: 2_000,
        'x-words': ['limit', 'most'],
      }),
    },
    ['calendar', 'from', 'to'],
  ),
  outputSchema: object(
    {
      events: list('Events', 'By their start', { items: eventSchema }),
      isCut: flag('Cut', 'There are more events than were asked for'),
    },
    ['events', 'isCut'],
  ),
  examples: [
    {
      prompt:
        'List the calendar events of {{steps.calendar.body}} from {{inputs.today}} to {{inputs.tomorrow}}',
      args: { calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', from: '2026-01-05', to: '2026-01-12' },
    },
  ],
  run(args, context) {
    const timezone = checkedZone(args.timezone ?? 'UTC')
    const range = { fromMs: momentMs('from', args.from, timezone), toMs: momentMs('to', args.to, timezone) }
    if (range.fromMs >= range.toMs) throw invalidArguments('to: expected a moment after from')
    const module = new URL('./calendar-reader.ts', import.meta.url).href
    const task = { text: calendarText(args), timezone, range: { ...range, limit: args.limit ?? 200 } }
    return runConfined<ReaderTask, Json>(module, task, context)
  },
})

/** The start of the day in that time zone. */
function momentMs(field: string, given: string, timezone: string): number {
  const moment = DateTime.fromISO(given, { zone: timezone })
  if (moment.isValid) return moment.toMillis()
  throw invalidArguments(
    `${field}: expected a moment in ISO 8601, received ${JSON.stringify(given.slice(0, 100))}`,
  )
}
