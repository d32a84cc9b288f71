// The schema of an event in outputs, and of a calendar in arguments.
import { flag, list, object, text } from '../../builtin/schema.ts'
import { decodedText } from '../../builtin/web/decoded-text.ts'
import { contentOfFile, type FileArgument, fileArgument } from '../file.ts'
import { nullableText } from '../foreign.ts'

const person = object(
  {
    name: nullableText('Name', 'Name'),
    email: nullableText('E-mail', 'E-mail address'),
    status: nullableText('Status', 'ACCEPTED, DECLINED, TENTATIVE, NEEDS-ACTION, ...'),
  },
  ['name', 'email', 'status'],
)

export const eventSchema = object(
  {
    uid: text('UID', 'The same in every copy of the event'),
    title: nullableText('Title', 'Its summary'),
    start: text('Start', 'ISO 8601 in UTC; YYYY-MM-DD of an event of whole days'),
    end: text('End', 'As start; of whole days the day after the last'),
    isAllDay: flag('All day', 'It takes whole days'),
    timezone: nullableText('Time zone', 'In which the event was written'),
    location: nullableText('Location', 'Where'),
    description: nullableText('Description', 'Its text'),
    url: nullableText('Address', 'Web address'),
    status: nullableText('Status', 'CONFIRMED, TENTATIVE or CANCELLED'),
    organizer: { ...person, type: ['object', 'null'], title: 'Organizer', description: 'Who invites' },
    attendees: list('Attendees', 'Who is invited', { items: person }),
    categories: list('Categories', 'Words', { items: text('Category', 'Word') }),
    recurrence: nullableText('Recurrence', 'The rule (RRULE) of a recurring event'),
    recurrenceId: nullableText(
      'Recurrence id',
      'Which occurrence this is, by the start that the rule gives it',
    ),
  },
  ['uid', 'title', 'start', 'end', 'isAllDay', 'timezone', 'attendees', 'recurrence', 'recurrenceId'],
)

export const calendarArguments = {
  calendar: fileArgument('Calendar', 'A calendar file (ICS), or its text beginning with BEGIN:VCALENDAR', {
    'x-words': ['in', 'of', 'calendar', 'file', 'text'],
  }),
  timezone: text('Time zone', 'IANA name, of whole days and of times that name no known zone', {
    default: 'UTC',
    maxLength: 100,
    'x-words': ['time zone', 'timezone'],
  }),
}

export interface CalendarArguments {
  readonly calendar: FileArgument
  readonly timezone?: string
}

/** @throws {ToolFailure} `invalid-arguments`: neither a calendar nor base64 */
export function calendarText({ calendar }: CalendarArguments): string {
  if (typeof calendar === 'string' && /^\ufeff?\s*BEGIN:/i.test(calendar)) return calendar
  return decodedText(contentOfFile(calendar).bytes)
}
