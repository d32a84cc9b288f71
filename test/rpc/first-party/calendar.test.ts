import { test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import { calendarServer } from '../../../rpc/first-party/calendar/index.ts'
import { install } from './installed.ts'

const range = { from: '2026-03-23', to: '2026-04-06' }

test('a recurring event has its occurrences at the same time of day, also where the clocks change', async t => {
  const { list } = calendar(t)
  const weekly = event(
    'DTSTART;TZID=Europe/Berlin:20260105T093000',
    'DURATION:PT45M',
    'RRULE:FREQ=WEEKLY;BYDAY=MO',
    'SUMMARY:Stand-up',
  )
  t.match(await list(weekly), [
    {
      title: 'Stand-up',
      start: '2026-03-23T08:30:00Z',
      end: '2026-03-23T09:15:00Z',
      timezone: 'Europe/Berlin',
    },
    {
      start: '2026-03-30T07:30:00Z',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO',
      recurrenceId: '2026-03-30T07:30:00Z',
    },
  ])
  t.equal((await list(weekly)).length, 2)
})

test('occurrences are left out, added and moved by exceptions', async t => {
  const { list } = calendar(t)
  const daily = event(
    ...[
      'UID:a',
      'DTSTART:20260323T100000Z',
      'DTEND:20260323T110000Z',
      'RRULE:FREQ=DAILY;COUNT=4',
      'SUMMARY:Daily',
    ],
    ...['EXDATE:20260324T100000Z', 'RDATE:20260401T100000Z'],
  )
  const moved = event(
    'UID:a',
    'RECURRENCE-ID:20260325T100000Z',
    'DTSTART:20260325T150000Z',
    'DTEND:20260325T160000Z',
    'SUMMARY:Moved',
  )
  const found = await list(daily + moved)
  t.same(
    found.map(({ title, start, recurrenceId }) => [title, start, recurrenceId]),
    [
      ['Daily', '2026-03-23T10:00:00Z', '2026-03-23T10:00:00Z'],
      ['Moved', '2026-03-25T15:00:00Z', '2026-03-25T10:00:00Z'],
      ['Daily', '2026-03-26T10:00:00Z', '2026-03-26T10:00:00Z'],
      ['Daily', '2026-04-01T10:00:00Z', '2026-04-01T10:00:00Z'],
    ],
  )
})

test('an override stands where it says, wherever its occurrence was and whether its event is there', async t => {
  const { list, call } = calendar(t)
  const weekly = event('UID:a', 'DTSTART:20260105T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=12', 'SUMMARY:Weekly')
  const override = (id: string, start: string, ...lines: string[]) =>
    event('UID:a', `RECURRENCE-ID:${id}`, `DTSTART:${start}`, ...lines)
  const starts = async (text: string) =>
    (await list(text)).map(({ start, recurrenceId }) => [start, recurrenceId])
  const inside = ['2026-03-23T10:00:00Z', '2026-03-23T10:00:00Z']
  t.same(await starts(weekly), [inside])
  t.same(await starts(weekly + override('20260316T100000Z', '20260324T090000Z')), [
    inside,
    ['2026-03-24T09:00:00Z', '2026-03-16T10:00:00Z'],
  ])
  const endless = weekly.replace(';COUNT=12', '')
  t.same(await starts(override('20260420T100000Z', '20260402T090000Z') + endless), [
    inside,
    ['2026-03-30T10:00:00Z', '2026-03-30T10:00:00Z'],
    ['2026-04-02T09:00:00Z', '2026-04-20T10:00:00Z'],
  ])
  t.same(
    await starts(weekly + override('20260323T100000Z', '20260410T090000Z')),
    [],
    'moved out of the range',
  )
  const moved = override('20260323T100000Z', '20260324T090000Z', 'SUMMARY:Alone')
  t.match(await list(moved), [{ title: 'Alone', recurrenceId: '2026-03-23T10:00:00Z' }])
  t.match((await call('parse_calendar', { calendar: wrapped(moved) }))['events'], [{ title: 'Alone' }])
  const left = weekly.replace('SUMMARY:', 'EXDATE:20260323T100000Z\r\nSUMMARY:')
  t.same(await starts(left + moved), [['2026-03-24T09:00:00Z', '2026-03-23T10:00:00Z']], 'an EXDATE as well')
  const older = override('20260323T100000Z', '20260325T090000Z', 'SEQUENCE:1')
  const newer = override('20260323T100000Z', '20260326T090000Z', 'SEQUENCE:2')
  for (const text of [older + newer, newer + older]) {
    t.same(await starts(weekly + text), [['2026-03-26T09:00:00Z', '2026-03-23T10:00:00Z']])
  }
})

test('an override for this and all later occurrences moves them all', async t => {
  const { list } = calendar(t)
  const weekly = event(
    ...['UID:a', 'DTSTART;TZID=Europe/Berlin:20260302T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'],
    'SUMMARY:Old',
  )
  const later = (day: string) =>
    event(
      ...['UID:a', 'RECURRENCE-ID;RANGE=ThisAndFuture;TZID=Europe/Berlin:20260316T100000', 'SUMMARY:New'],
      ...[`DTSTART;TZID=Europe/Berlin:${day}T140000`, 'DURATION:PT30M'],
    )
  const moved = await list(weekly + later('20260317'))
  t.match(moved, [
    { title: 'New', start: '2026-03-24T13:00:00Z', end: '2026-03-24T13:30:00Z' },
    { title: 'New', start: '2026-03-31T12:00:00Z', recurrenceId: '2026-03-30T08:00:00Z' },
  ])
  t.equal(moved.length, 2)
  const back = await list(weekly + later('20260313'))
  t.match(back, [{ start: '2026-03-27T13:00:00Z' }, { start: '2026-04-03T12:00:00Z' }], 'back into the range')
  t.equal(back.length, 2)
})

test('dates that are listed one by one are occurrences beside the first start, each once', async t => {
  const { list } = calendar(t)
  const times = async (...lines: string[]) =>
    (await list(event(...lines, 'SUMMARY:x'))).map(({ start, end }) => [start, end])
  const first = ['DTSTART:20260323T100000Z', 'DTEND:20260323T103000Z']
  t.same(await times(...first, 'RDATE:20260325T100000Z,20260324T120000Z', 'RDATE:20260323T100000Z'), [
    ['2026-03-23T10:00:00Z', '2026-03-23T10:30:00Z'],
    ['2026-03-24T12:00:00Z', '2026-03-24T12:30:00Z'],
    ['2026-03-25T10:00:00Z', '2026-03-25T10:30:00Z'],
  ])
  t.same(await times('DTSTART:20260101T100000Z', 'RDATE:20260325T100000Z'), [
    ['2026-03-25T10:00:00Z', '2026-03-25T10:00:00Z'],
  ])
  t.same(
    await times(...first, 'RDATE;VALUE=PERIOD:20260324T080000Z/PT2H,20260325T080000Z/20260325T081500Z'),
    [
      ['2026-03-23T10:00:00Z', '2026-03-23T10:30:00Z'],
      ['2026-03-24T08:00:00Z', '2026-03-24T10:00:00Z'],
      ['2026-03-25T08:00:00Z', '2026-03-25T08:15:00Z'],
    ],
  )
  t.same(await times('DTSTART;VALUE=DATE:20260323', 'RDATE;VALUE=DATE:20260325'), [
    ['2026-03-23', '2026-03-24'],
    ['2026-03-25', '2026-03-26'],
  ])
  t.same(await times(...first, 'RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20260324T100000Z,20260401T090000Z'), [
    ['2026-03-23T10:00:00Z', '2026-03-23T10:30:00Z'],
    ['2026-03-24T10:00:00Z', '2026-03-24T10:30:00Z'],
    ['2026-04-01T09:00:00Z', '2026-04-01T09:30:00Z'],
  ])
})

test('exceptions and the end of a rule are moments, in whatever zone they are written', async t => {
  const { list } = calendar(t)
  const days = async (...lines: string[]) =>
    (await list(event('UID:a', ...lines) + moved)).map(({ start }) => String(start).slice(8, 10))
  const moved = event('UID:a', 'RECURRENCE-ID:20260326T130000Z', 'DTSTART:20260401T100000Z')
  // No VTIMEZONE, as many programs write it: 09:00 in New York is 13:00 in UTC.
  const daily = ['DTSTART;TZID=America/New_York:20260323T090000', 'DURATION:PT1H']
  t.same(await days(...daily, 'RRULE:FREQ=DAILY;UNTIL=20260327T130000Z'), ['23', '24', '25', '27', '01'])
  t.same(await days(...daily, 'RRULE:FREQ=DAILY;UNTIL=20260327T090000'), ['23', '24', '25', '27', '01'])
  t.same(
    await days(...daily, 'RRULE:FREQ=DAILY;UNTIL=20260327'),
    ['23', '24', '25', '27', '01'],
    'the last day',
  )
  const four = [...daily, 'RRULE:FREQ=DAILY;COUNT=5']
  t.same(await days(...four, 'EXDATE:20260324T130000Z'), ['23', '25', '27', '01'])
  t.same(await days(...four, 'EXDATE;VALUE=DATE:20260324,20260325'), ['23', '27', '01'])
  const none = ['EXDATE:20260324T010000Z,20260324T020000Z,20260324T030000Z', 'EXDATE:20260324T130000Z']
  t.same(await days(...four, ...none), ['23', '25', '27', '01'], 'some of which are no occurrences')
  const whole = ['DTSTART;VALUE=DATE:20260323', 'RRULE:FREQ=DAILY;UNTIL=20260326T000000Z']
  t.same(await days(...whole, 'EXDATE:20260324T000000'), ['23', '25', '26', '01'], 'of whole days')
  t.same(await days(...daily, 'RRULE:FREQ=DAILY;UNTIL=20260325', 'RRULE:FREQ=WEEKLY;COUNT=2'), [
    ...['23', '24', '25', '30', '01'],
  ])
})

test('a zone is known by the name that Windows or another program has for it', async t => {
  const { list } = calendar(t)
  const start = async (zone: string) =>
    (await list(event(`DTSTART;TZID=${zone}:20260330T100000`)))[0]?.['start']
  t.equal(await start('W. Europe Standard Time'), '2026-03-30T08:00:00Z')
  t.equal(await start('"Eastern Standard Time"'), '2026-03-30T14:00:00Z')
  t.equal(await start('India Standard Time'), '2026-03-30T04:30:00Z')
  t.equal(await start('/mozilla.org/20070129_1/Europe/Berlin'), '2026-03-30T08:00:00Z')
  t.equal(await start('/citadel.org/20210210_1/America/Argentina/Buenos_Aires'), '2026-03-30T13:00:00Z')
  t.equal(await start('GMT+0200'), '2026-03-30T08:00:00Z')
  t.equal(await start('"UTC-05:30"'), '2026-03-30T15:30:00Z')
  t.equal(await start('constructor'), '2026-03-30T10:00:00Z', 'one that nobody knows is that of the step')
  const flight = event(
    ...[
      'DTSTART;TZID=Romance Standard Time:20260324T100000',
      'DTEND;TZID=Tokyo Standard Time:20260325T060000',
    ],
    'RRULE:FREQ=WEEKLY',
  )
  t.match(await list(flight), [
    { start: '2026-03-24T09:00:00Z', end: '2026-03-24T21:00:00Z' },
    { start: '2026-03-31T08:00:00Z', end: '2026-03-31T20:00:00Z' },
  ])
})

test('a calendar is text in any encoding, and an event without a start is in no range', async t => {
  const { call } = calendar(t)
  const text = wrapped(
    event('DTSTART:20260323T100000Z', 'SUMMARY:Größe') + event('UID:2', 'SUMMARY:Cancelled'),
  )
  const files = [
    Buffer.from(text, 'latin1'),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
  ]
  for (const file of files) {
    const calendarFile = { base64: file.toString('base64') }
    t.match((await call('list_events', { calendar: calendarFile, ...range }))['events'], [{ title: 'Größe' }])
    t.match((await call('parse_calendar', { calendar: calendarFile }))['events'], [
      { title: 'Größe' },
      { title: 'Cancelled', start: '', end: '' },
    ])
  }
})

test('a rule that makes no sense is an error that names its event', async t => {
  const { list } = calendar(t)
  const broken = event('DTSTART:20260323T100000Z', 'RRULE:FREQ=MONTHLY;BYDAY=9MO', 'SUMMARY:Broken')
  await t.rejects(list(broken), {
    code: 'bad-text',
    message: /"Broken" recurs by a rule that makes no sense/,
  })
})

test('whole days and times without a zone are those of the time zone of the step', async t => {
  const { list } = calendar(t)
  const day = event('DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260408', 'SUMMARY:Holiday')
  const floating = event('DTSTART:20260405T233000', 'DTEND:20260405T234500', 'SUMMARY:Late')
  t.same(await list(day), [], 'the end of the range is not in it')
  t.match(await list(day, { to: '2026-04-07' }), [
    { start: '2026-04-06', end: '2026-04-08', isAllDay: true, timezone: null },
  ])
  t.match(await list(day, { from: '2026-04-07', to: '2026-04-08' }), [{ title: 'Holiday' }])
  t.same(await list(day, { from: '2026-04-08', to: '2026-04-09' }), [])
  t.match(await list(floating), [{ start: '2026-04-05T23:30:00Z' }])
  t.match(await list(floating, { timezone: 'America/New_York' }), [{ start: '2026-04-06T03:30:00Z' }])
  await t.rejects(list(day, { timezone: 'Europe/Nowhere' }), { code: 'invalid-arguments' })
  await t.rejects(list(day, { from: '2026-05-01' }), { code: 'invalid-arguments', message: /^to:/ })
  await t.rejects(list(day, { from: 'soon' }), { code: 'invalid-arguments', message: /^from:/ })
})

test('a zone that the calendar describes itself is used under its own name', async t => {
  const { list } = calendar(t)
  const zone = [
    ...['BEGIN:VTIMEZONE', 'TZID:W. Europe Standard Time', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
    ...[
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
    ],
    ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE', ''],
  ].join('\r\n')
  const meeting = event(
    'DTSTART;TZID=W. Europe Standard Time:20260330T100000',
    'DTEND;TZID=W. Europe Standard Time:20260330T110000',
  )
  t.match(await list(zone + meeting), [
    { start: '2026-03-30T08:00:00Z', timezone: 'W. Europe Standard Time' },
  ])
})

test('an invitation is parsed with its people, as it stands', async t => {
  const { call } = calendar(t)
  const text = `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nX-WR-CALNAME:Work\r\n${event(
    ...[
      'UID:x@y',
      'DTSTART:20260105T100000Z',
      'DTEND:20260105T110000Z',
      'RRULE:FREQ=DAILY',
      'SUMMARY:A\\, b\\; c\\nd',
    ],
    ...[
      'ORGANIZER;CN="Ada; L":mailto:ada@example.com',
      'ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:MAILTO:bob@example.com',
    ],
    ...[
      'ATTENDEE:urn:uuid:1',
      'CATEGORIES:one,two',
      'STATUS:TENTATIVE',
      'DESCRIPTION:folded',
      ' \u0020text',
      'LOCATION:Räum 7',
    ],
  )}END:VCALENDAR\r\n`
  const parsed = await call('parse_calendar', { calendar: { base64: Buffer.from(text).toString('base64') } })
  t.match(parsed, { name: 'Work', method: 'REQUEST' })
  t.match(parsed['events'], [
    {
      ...{
        uid: 'x@y',
        title: 'A, b; c\nd',
        recurrence: 'FREQ=DAILY',
        recurrenceId: null,
        status: 'TENTATIVE',
      },
      ...{ description: 'folded text', location: 'Räum 7', categories: ['one', 'two'] },
      organizer: { name: 'Ada; L', email: 'ada@example.com' },
      attendees: [
        { name: 'Bob', email: 'bob@example.com', status: 'ACCEPTED' },
        { name: null, email: null },
      ],
    },
  ])
})

test('what is no calendar is refused, and a rule without end comes to one', async t => {
  const { call, list } = calendar(t)
  const bad = event('DTSTART:2026-03-24T10:00:00Z')
  await t.rejects(list(bad), { code: 'bad-text', message: /not a calendar: Could not extract integer/ })
  for (const text of ['', 'hello', 'BEGIN:VCALENDAR', 'BEGIN:VCARD\r\nEND:VCARD', '{"a":1}']) {
    await t.rejects(call('parse_calendar', { calendar: text }), { code: /bad-text|invalid-arguments/ }, text)
  }
  const seconds = event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:Tick')
  await t.rejects(list(seconds), { code: /too-large|timeout/ })
  const never = event(
    'DTSTART:20260101T000000Z',
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'SUMMARY:Never',
  )
  const outcome = await list(never).catch(error => error.code)
  t.match(JSON.stringify(outcome), /\[\]|too-large|timeout|tool-failed|bad-text|Never/)
  const { isCut, events } = await call('list_events', {
    calendar: wrapped(event('DTSTART:20260323T000000Z', 'RRULE:FREQ=HOURLY')),
    ...range,
    limit: 5,
  })
  t.equal(isCut, true)
  t.equal((events as unknown[]).length, 5)
})

test('created events are read back as they were meant, with the same UIDs at every attempt', async t => {
  const { call } = calendar(t)
  const events = [
    {
      ...{
        title: 'Review; all, of\nit',
        start: '2026-03-23T10:00:00',
        minutes: 30,
        location: 'Räum "7"',
        reminderMinutes: 15,
      },
      recurrence: 'FREQ=WEEKLY;COUNT=3',
      organizer: { email: 'ada@example.com', name: 'Ada "x"' },
      attendees: [{ email: 'bob@example.com', name: 'Bob' }],
    },
    { title: 'Trip', start: '2026-03-24', end: '2026-03-26' },
    {
      title: 'Call',
      start: '2026-03-25T10:00:00+09:00',
      end: '2026-03-25T11:00:00+09:00',
      uid: 'mine@example.com',
    },
  ]
  const make = (changes: JsonObject = {}) =>
    call('create_calendar', { events, timezone: 'Europe/Berlin', method: 'REQUEST', ...changes })
  const made = await make()
  t.same(made['uids'], (await make())['uids'])
  t.equal((made['uids'] as string[])[2], 'mine@example.com')
  const text = String(made['text'])
  t.ok(
    text.split('\r\n').every(line => Buffer.byteLength(line) <= 75),
    'lines are folded',
  )
  t.match(text, /BEGIN:VTIMEZONE\r\nTZID:Europe\/Berlin\r\n/)
  t.match(text, /BEGIN:DAYLIGHT\r\nDTSTART:20260329T020000\r\nTZOFFSETFROM:\+0100\r\nTZOFFSETTO:\+0200\r\n/)
  t.match(text, /TRIGGER:-PT15M/)
  t.match(made['file'], { mediaType: 'text/calendar; charset=utf-8; method=REQUEST', name: 'calendar.ics' })
  const read = await call('list_events', { calendar: text, ...range, timezone: 'Europe/Berlin' })
  t.match(read['events'], [
    {
      title: 'Review; all, of\nit',
      start: '2026-03-23T09:00:00Z',
      end: '2026-03-23T09:30:00Z',
      location: 'Räum "7"',
    },
    { title: 'Trip', start: '2026-03-24', end: '2026-03-26', isAllDay: true },
    { title: 'Call', start: '2026-03-25T01:00:00Z', status: 'CONFIRMED' },
    {
      title: 'Review; all, of\nit',
      start: '2026-03-30T08:00:00Z',
      attendees: [{ email: 'bob@example.com' }],
    },
  ])
  t.match((await make({ method: 'CANCEL' }))['text'], /METHOD:CANCEL[\s\S]*STATUS:CANCELLED/)
})

test('an event that makes no sense is refused, and names no property of its own', async t => {
  const { call } = calendar(t)
  const make = (event: JsonObject) =>
    call('create_calendar', { events: [{ title: 'x', start: '2026-01-05', ...event }] })
  const bad = { code: 'invalid-arguments' }
  for (const event of [
    { start: 'soon' },
    { start: '2026-13-01' },
    { end: '2026-01-05' },
    { end: '2026-01-06T10:00:00' },
    { start: '2026-01-05T10:00:00', end: '2026-01-05T09:00:00' },
    { start: '2026-01-05T10:00:00', end: '2026-01-05T11:00:00', minutes: 5 },
    { recurrence: 'every day' },
    { recurrence: 'FREQ=SOMETIMES' },
    { recurrence: 'FREQ=DAILY\r\nATTACH:x' },
    { uid: 'a\r\nX-EVIL:1' },
  ]) {
    await t.rejects(make(event), bad, JSON.stringify(event))
  }
  const injected = 'x\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nX-EVIL:1'
  const { text } = await make({
    title: injected,
    description: injected,
    organizer: { email: 'a@example.com', name: 'A"\r\nX-EVIL:1' },
  })
  t.notMatch(text, /^X-EVIL|^BEGIN:VALARM/m)
})

function calendar(t: Parameters<typeof install>[0]) {
  const call = install(t, calendarServer)
  const list = async (events: string, args: JsonObject = {}) =>
    (await call('list_events', { calendar: wrapped(events), ...range, ...args }))['events'] as JsonObject[]
  return { call, list }
}

function event(...lines: string[]): string {
  const uid = lines.some(line => line.startsWith('UID:')) ? [] : ['UID:1']
  return ['BEGIN:VEVENT', ...uid, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT', ''].join('\r\n')
}

function wrapped(events: string): string {
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n${events}END:VCALENDAR\r\n`
}
