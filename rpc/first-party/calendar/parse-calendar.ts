// calendar__parse_calendar
import type { Json } from '../../../domain/json.ts'
import { list, object } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { nullableText } from '../foreign.ts'
import { checkedZone } from '../locale.ts'
import type { ReaderTask } from './calendar-reader.ts'
import { type CalendarArguments, calendarArguments, calendarText, eventSchema } from './event.ts'

export const parseCalendar = firstPartyTool<CalendarArguments>({
  name: 'parse_calendar',
  title: 'Parse a calendar',
  description:
    'Reads the events of a calendar file (ICS) as they stand in it, such as those of an invitation. A recurring event is ' +
    'one event with its rule; list_events gives its occurrences.',
  effect: 'read',
  keywords: ['parse', 'read', 'import', 'calendar', 'ics', 'ical', 'invitation', 'events', 'appointment'],
  inputSchema: object(calendarArguments, ['calendar']),
  outputSchema: object(
    {
      name: nullableText('Name', 'Name of the calendar'),
      method: nullableText('Method', 'PUBLISH, REQUEST, CANCEL, ... of an invitation'),
      events: list('Events', 'In the order of the file', { items: eventSchema }),
    },
    ['name', 'method', 'events'],
  ),
  examples: [
    {
      prompt: 'Parse the calendar invitation {{steps.mail.text}}',
      args: { calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
    },
  ],
  run(args, context) {
    const module = new URL('./calendar-reader.ts', import.meta.url).href
    const task = { text: calendarText(args), timezone: checkedZone(args.timezone ?? 'UTC'), range: null }
    return runConfined<ReaderTask, Json>(module, task, context)
  },
})
