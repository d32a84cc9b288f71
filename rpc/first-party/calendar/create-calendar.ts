// calendar__create_calendar
import { choice, flag, integer, list, object, text } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { fileOf, fileOutput } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { checkedZone } from '../locale.ts'
import type { NewEvent, WriterTask } from './calendar-writer.ts'

interface Arguments {
  readonly events: readonly NewEvent[]
  readonly method?: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  readonly timezone?: string
  readonly fileName?: string
}

const email = { format: 'email', maxLength: 254 }
const person = object(
  { email: text('E-mail', 'E-mail address', email), name: text('Name', 'Name', { maxLength: 200 }) },
  ['email'],
)

const event = object(
  {
    title: text('Title', 'Summary of the event', { minLength: 1, maxLength: 1_000 }),
    start: text('Start', 'ISO 8601; without an offset in the time zone; YYYY-MM-DD for whole days', {
      maxLength: 40,
    }),
    end: text('End', 'As start; of whole days the day after the last', { maxLength: 40 }),
    minutes: integer('Minutes', 'How long it takes, instead of an end', { minimum: 1, maximum: 525_600 }),
    location: text('Location', 'Where', { maxLength: 1_000 }),
    description: text('Description', 'Text', { maxLength: 100_000 }),
    url: text('Address', 'Web address', { format: 'uri', maxLength: 2_000 }),
    uid: text('UID', 'That of the event when it is changed or cancelled; made when absent', {
      pattern: '^[\\x21-\\x7e]+$',
      maxLength: 255,
    }),
    sequence: integer('Sequence', 'Larger at each change of an event', {
      default: 0,
      minimum: 0,
      maximum: 1_000_000,
    }),
    recurrence: text('Recurrence', 'Rule (RRULE), such as FREQ=WEEKLY;BYDAY=MO;COUNT=10', { maxLength: 500 }),
    organizer: { ...person, title: 'Organizer', description: 'Who invites' },
    attendees: list('Attendees', 'Who is invited', { items: person, maxItems: 200 }),
    reminderMinutes: integer('Reminder', 'Minutes before the start', { minimum: 0, maximum: 40_320 }),
    isTentative: flag('Tentative', 'Not certain yet'),
  },
  ['title', 'start'],
)

export const createCalendar = firstPartyTool<Arguments>({
  name: 'create_calendar',
  title: 'Create a calendar file',
  description:
    'Writes events as a calendar file (ICS): to import, to subscribe to, or to attach to an e-mail as an invitation or a ' +
    'cancellation. Every attempt of a step gives its events the same UIDs.',
  effect: 'read',
  keywords: [
    'create',
    'make',
    'write',
    'schedule',
    'invite',
    'calendar',
    'ics',
    'ical',
    'event',
    'invitation',
    'appointment',
  ],
  inputSchema: object(
    {
      events: list('Events', 'Events to write', {
        items: event,
        minItems: 1,
        maxItems: 1_000,
        'x-words': ['events', 'of', 'with'],
      }),
      method: choice(
        'Method',
        'What the file is for: PUBLISH to import, REQUEST to invite or change, CANCEL to cancel',
        { PUBLISH: ['publish'], REQUEST: ['invite', 'invitation'], CANCEL: ['cancel', 'cancellation'] },
        { default: 'PUBLISH' },
      ),
      timezone: text('Time zone', 'IANA name, of times without an offset', {
        default: 'UTC',
        maxLength: 100,
        'x-words': ['time zone', 'timezone'],
      }),
      fileName: text('File name', 'Name of the file', {
        default: 'calendar.ics',
        maxLength: 255,
        'x-words': ['named'],
      }),
    },
    ['events'],
  ),
  outputSchema: object(
    {
      file: fileOutput('File', 'The calendar'),
      text: text('Text', 'Its text'),
      uids: list('UIDs', 'Of the events, in order', { items: text('UID', 'UID') }),
    },
    ['file', 'text', 'uids'],
  ),
  examples: [
    {
      prompt: 'Create a calendar file with {{steps.events}}',
      args: {
        events: [{ title: 'Review', start: '2026-01-05T10:00:00', minutes: 30 }],
        timezone: 'Europe/Berlin',
      },
    },
  ],
  async run({ events, method = 'PUBLISH', timezone = 'UTC', fileName = 'calendar.ics' }, context) {
    const module = new URL('./calendar-writer.ts', import.meta.url).href
    const { idempotencyKey } = context
    const task = { events, method, timezone: checkedZone(timezone), idempotencyKey, now: Date.now() }
    const { text: written, uids } = await runConfined<WriterTask, { text: string; uids: string[] }>(
      module,
      task,
      context,
    )
    const type = `text/calendar; charset=utf-8; method=${method}`
    return { file: fileOf(Buffer.from(written), fileName, type), text: written, uids }
  },
})
