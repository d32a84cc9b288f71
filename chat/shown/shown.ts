// What others wrote, as people see it before they decide: arguments of a call, messages, names. Every place
// that asks somebody uses these, so the same value looks the same everywhere. Pure.
// 1. A value is JSON in lines, one for each field or item; JSON.parse of it gives the value back.
// 2. A text stands in quotes on one line, so nothing in it looks like a line of ours.
import { escaped, escapes } from './characters.ts'
import { type FoundHost, hostsIn } from './hosts.ts'
import { lookAlikes } from './look-alikes.ts'

/** Deeper levels stand on the line of the one around them: lines would be nothing but blanks. */
const deepest = 60

/** A text in quotes, on one line. */
export function shownText(text: string): string {
  return `"${withHosts(text, part => escaped(part, true))}"`
}

/** A text in one line within a sentence, without quotes: what is hidden or breaks lines is escaped. */
export function shownLine(text: string): string {
  return withHosts(text, part => escaped(part, false))
}

/** The name of a field, in quotes. */
export function shownKey(name: string): string {
  return `"${alternating(lookAlikes(name), part => escaped(part, true))}"`
}

/** A name as it is when it is a plain one; else in quotes. */
export function shownName(name: string): string {
  return /^[\w.:/@-]+$/.test(name) ? name : shownKey(name)
}

/** A text in its own lines, for a place that has a frame of its own around it. */
export function shownBlock(text: string): string {
  return text.split(/\r?\n/).map(shownLine).join('\n')
}

/** A line of a value. */
export interface ShownLine {
  readonly depth: number
  /** Of the field, in quotes; null for an item, and for what closes a list or an object. */
  readonly name: string | null
  /** A scalar, or brackets. */
  readonly text: string
  /** A comma, when more follows. */
  readonly end: '' | ','
}

/** A value of JSON as lines. Numbers are as JSON has them; -0 keeps its sign. */
export function shownLines(value: unknown): readonly ShownLine[] {
  const lines: ShownLine[] = []
  write(lines, value, { depth: 0, name: null, end: '' })
  return lines
}

/** For places that show plain text: a name from right to left would change sides with its value. */
export function shownJson(value: unknown): string {
  return shownLines(value)
    .map(({ depth, name, text, end }) => {
      const named = name === null ? '' : `${leftToRight(name)}: `
      return `${'  '.repeat(depth)}${named}${text}${end}`
    })
    .join('\n')
}

const rtl = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'
const fromRight = new RegExp(`[${rtl}][${rtl}\\p{M}\\u200c\\u200d]*`, 'gu')

/** Letters that are written from right to left are escaped, with the marks and joiners on them. */
function leftToRight(text: string): string {
  return text.replace(fromRight, escapes)
}

function write(lines: ShownLine[], value: unknown, line: Omit<ShownLine, 'text'>): void {
  const { depth, end } = line
  const list = depth < deepest ? itemsOf(value) : null
  if (list === null) {
    lines.push({ ...line, text: inOneLine(value) })
    return
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  lines.push({ ...line, text: open!, end: '' })
  for (const [at, [name, each]] of list.entries()) {
    write(lines, each, { depth: depth + 1, name, end: at === list.length - 1 ? '' : ',' })
  }
  lines.push({ depth, name: null, text: close!, end })
}

/** Null for what is no list or object, or an empty one. */
function itemsOf(value: unknown): readonly (readonly [name: string | null, value: unknown])[] | null {
  if (typeof value !== 'object' || value === null) return null
  const items = Array.isArray(value)
    ? value.map(each => [null, each] as const)
    : Object.entries(value).map(([name, each]) => [shownKey(name), each] as const)
  return items.length === 0 ? null : items
}

function inOneLine(value: unknown): string {
  if (typeof value === 'string') return shownText(value)
  if (Object.is(value, -0)) return '-0'
  const items = itemsOf(value)
  if (items === null) return JSON.stringify(value) ?? 'null'
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const texts = items.map(([name, each]) => `${name === null ? '' : `${name}: `}${inOneLine(each)}`)
  return leftToRight(`${open}${texts.join(', ')}${close}`)
}

const mostNotes = 20

/** Where addresses in a value lead that look as if they led elsewhere: hosts, as machines write them. */
export function hostNotes(value: unknown): readonly string[] {
  const notes = new Set<string>()
  collect(value, host => {
    const leads = host.ascii === null ? 'is no valid host' : `leads to ${host.ascii}`
    notes.add(`"${shownHost(host, part => escaped(part, true))}" ${leads}`)
  })
  const left = notes.size - mostNotes
  return [...[...notes].slice(0, mostNotes), ...(left > 0 ? [`${left} more addresses of this kind`] : [])]
}

function collect(value: unknown, take: (host: FoundHost) => void): void {
  if (typeof value === 'string') for (const host of [...hostsIn(value), ...hostsInBroken(value)]) take(host)
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (!Array.isArray(value)) collect(name, take)
    collect(each, take)
  }
}

/** Machines take line breaks and tabs out of an address. */
function hostsInBroken(text: string): readonly FoundHost[] {
  if (!/^\w+:[^ ]*[\t\r\n][^ ]*$/.test(text)) return []
  return hostsIn(text.replace(/[\t\r\n]/g, ''))
}

function withHosts(text: string, show: (part: string) => string): string {
  let shown = ''
  let from = 0
  for (const host of hostsIn(text)) {
    shown += show(text.slice(from, host.start)) + shownHost(host, show)
    from = host.start + host.text.length
  }
  return shown + show(text.slice(from))
}

/** In a host that mixes letters, all but ASCII is escaped. */
function shownHost({ text, isOdd }: FoundHost, show: (part: string) => string): string {
  return isOdd ? alternating(text.split(/([^\x21-\x7e]+)/), show) : show(text)
}

/** Every second part is escaped as a whole. */
function alternating(parts: readonly string[], show: (part: string) => string): string {
  return parts.map((part, at) => (at % 2 === 1 ? escapes(part) : show(part))).join('')
}
