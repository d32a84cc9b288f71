// Calendars as files (iCalendar, RFC 5545), which every calendar program exports, subscribes to, and sends as
// invitations.
import type { FirstPartyServer } from '../first-party-server.ts'
import { createCalendar } from './create-calendar.ts'
import { listEvents } from './list-events.ts'
import { parseCalendar } from './parse-calendar.ts'

export const calendarServer: FirstPartyServer = {
  slug: 'calendar',
  name: 'Calendar',
  description:
    'Reads calendar files (ICS) with recurring events and time zones, and writes events and invitations to attach.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['calendar', 'files'],
  credential: null,
  settings: null,
  tools: [parseCalendar, listEvents, createCalendar],
}
