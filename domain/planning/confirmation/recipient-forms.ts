// Who or what a text leads to, by its form or by the argument in which it stands: addresses of mail, hosts,
// phone numbers, channels, names. Finds more than there is rather than less: each is only shown.
import type { MaybeKnown } from '../../schema/known.ts'

const mail = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const address = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>(){}[\]|\\^`]+/giu
const phone = /(?<![\w.])\+\d[\d\s().-]{6,18}\d/g
/** Whole texts: a channel. Within a text: a number after `#` is mostly no channel. */
const channel = /^#[\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*$/u
const mention = /(?<![\p{L}\p{N}_.])@\p{L}[\p{L}\p{N}_.-]*/gu

/** Parts of a text that are such, by their form. Of an address of the web, its host. */
export function recipientsIn(text: string): readonly string[] {
  const mails = matches(text, mail)
  const without = mails.reduce((rest, each) => rest.replaceAll(each, ' '), text)
  const hosts = matches(without, address).flatMap(hostOf)
  const called = channel.test(text.trim()) ? [text.trim()] : []
  return [
    ...new Set([...mails, ...hosts, ...matches(without, phone), ...called, ...matches(without, mention)]),
  ]
}

/** A name of an argument that says so: `to`, `cc`, `channel_id`, `recipientEmail`. */
export function isRecipientName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
  return words.join(' ') === 'to' || words.some(word => naming.has(word))
}

export function isRecipientFormat(known: MaybeKnown): boolean {
  const format = known?.schema['format']
  return typeof format === 'string' && formats.has(format)
}

/** No name of anybody: a day, a time, a plain number, a truth, a currency. */
export function isPlainValue(text: string): boolean {
  return /^[\d\s.,:/+TZ-]*$/.test(text) || /^[A-Z]{3}$/.test(text)
}

const naming: ReadonlySet<string> = new Set([
  ...['cc', 'bcc', 'recipient', 'recipients', 'channel', 'channels', 'email', 'emails', 'mail', 'phone'],
  ...['webhook', 'attendee', 'attendees', 'invitee', 'invitees', 'assignee', 'assignees', 'mailbox', 'chat'],
  ...['room', 'mention', 'mentions', 'subscriber', 'subscribers', 'endpoint'],
])
const formats: ReadonlySet<string> = new Set([
  ...['email', 'idn-email', 'uri', 'url', 'iri', 'hostname', 'idn-hostname', 'ipv4', 'ipv6'],
])

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => found.replace(/[.,;:!?-]+$/, ''))
}

function hostOf(url: string): readonly string[] {
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(url)?.[1] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return host === '' ? [] : [host]
}
