// Who or what a text leads to, by its form or by the argument in which it stands: addresses of mail, hosts,
// phone numbers, channels, names. Finds more than there is rather than less: each is only shown.
import type { MaybeKnown } from '../../domain/schema/known.ts'

// Each looks for the rare character first, and then to both sides: what looked from every letter would take
// the square of the length of a text.
const mail = /@(?<=([\p{L}\p{N}._%+'-]+)@)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const address = /(?<=[a-z0-9+.-]):\/\/[^\s"'<>(){}[\]|\\^`]+/giu
const phone = /(?<![\w.])\+\d[\d\s().-]{6,18}\d/g
/** Whole texts: a channel. Within a text: a number after `#` is mostly no channel. */
const channel = /^#(?=[\p{N}_-]*\p{L})[\p{L}\p{N}_-]+$/u
const mention = /(?<![\p{L}\p{N}_.])@\p{L}[\p{L}\p{N}_.-]*/gu

/** Parts of a text that are such, by their form. Of an address of the web, its host. */
export function recipientsIn(text: string): readonly string[] {
  const { mails, rest } = withoutMails(text)
  const hosts = matches(rest, address).flatMap(hostOf)
  const called = channel.test(text.trim()) ? [text.trim()] : []
  return [...new Set([...mails, ...hosts, ...matches(rest, phone), ...called, ...matches(rest, mention)])]
}

function withoutMails(text: string): { readonly mails: readonly string[]; readonly rest: string } {
  const mails: string[] = []
  let rest = ''
  let from = 0
  for (const { 0: behind, 1: local = '', index } of text.matchAll(mail)) {
    mails.push(withoutMarks(local + behind))
    rest += `${text.slice(from, Math.max(from, index - local.length))} `
    from = index + behind.length
  }
  return { mails, rest: rest + text.slice(from) }
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
  return [...text.matchAll(pattern)].map(([found]) => withoutMarks(found))
}

/** What ends a sentence behind it is no part of it. */
function withoutMarks(found: string): string {
  let end = found.length
  while (end > 0 && '.,;:!?-'.includes(found[end - 1]!)) end -= 1
  return found.slice(0, end)
}

/** @param rest of an address, behind its scheme */
function hostOf(rest: string): readonly string[] {
  const authority = /^:\/\/([^/?#]*)/.exec(rest)?.[1] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return host === '' ? [] : [host]
}
