// The formats of texts that are checked. Each takes a time that is linear in the text: an expression here
// either has an end that is near, or no two ways to read a text. Called by texts.ts.
import { spend } from '../../budgets/budget.ts'

/** Whether a text is of a format. Pays for itself. */
export type FormatTest = (text: string) => boolean

/** Each with units for a text of usual length. */
export const formats: Readonly<Record<string, FormatTest>> = {
  date: paid(10, isDate),
  time: paid(20, isTime),
  'date-time': paid(30, isDateTime),
  duration: paid(20, isDuration),
  uri: paid(50, text => isUri(text, true)),
  'uri-reference': paid(50, text => isUri(text, false)),
  email: paid(30, isEmail),
  hostname: paid(15, isHostname),
  ipv4: paid(20, isIpv4),
  ipv6: paid(35, isIpv6),
  uuid: paid(8, text => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)),
  'json-pointer': paid(8, text => text === '' || (text.startsWith('/') && !/~(?![01])/.test(text))),
}

function paid(cost: number, isFit: FormatTest): FormatTest {
  return text => {
    spend(cost + text.length / 4)
    return isFit(text)
  }
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0)
  return day >= 1 && day <= days
}

/** With a time zone. A second 60 is one in UTC only at the end of a day. */
function isTime(text: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text)
  if (parts === null) return false
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const [zoneHour, zoneMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false
  if (second < 60) return true
  const offset = (zoneHour * 60 + zoneMinute) * (parts[4] === '-' ? -1 : 1)
  const day = 24 * 60
  return (hour * 60 + minute - offset + day) % day === day - 1
}

/** The date and the time may also be parted by a space. */
function isDateTime(text: string): boolean {
  return /^[t\s]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

const dates = '\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D'
const times = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)'
const durationPattern = new RegExp(`^P(?:(?:${dates})(?:${times})?|${times})$`)

function isDuration(text: string): boolean {
  if (/^P\d+W$/.test(text)) return true
  return durationPattern.test(text)
}

/** RFC 3986, as far as it can be told from the characters. */
function isUri(text: string, isAbsolute: boolean): boolean {
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0] ?? ''
  // Before the first slash a colon would end a scheme.
  if (scheme === '' && (isAbsolute || /^[^/?#]*:/.test(text))) return false
  const [beforeFragment, fragment] = parted(text.slice(scheme.length), '#')
  const [beforeQuery, query] = parted(beforeFragment, '?')
  const rest = beforeQuery
  const end = rest.indexOf('/', 2)
  const authority = !rest.startsWith('//') ? '' : rest.slice(2, end < 0 ? undefined : end)
  const path = !rest.startsWith('//') ? rest : end < 0 ? '' : rest.slice(end)
  const isOfPath = (part: string) => isEscaped(part) && !/[^a-z\d\-._~!$&'()*+,;=:@/%]/i.test(part)
  const isOfQuery = (part: string) => isOfPath(part.replaceAll('?', ''))
  return isAuthority(authority) && isOfPath(path) && isOfQuery(query) && isOfQuery(fragment)
}

/** What stands before the mark, and behind it. */
function parted(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Every % begins two hexadecimal digits. */
function isEscaped(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text)
}

function isAuthority(text: string): boolean {
  const [user, rest] = text.includes('@') ? parted(text, '@') : ['', text]
  if (!isEscaped(text) || /[^a-z\d\-._~!$&'()*+,;=:%]/i.test(user)) return false
  if (rest.startsWith('[')) {
    const [address, port] = parted(rest.slice(1), ']')
    const isAddress = isIpv6(address) || /^v[\da-f]+\.[a-z\d\-._~!$&'()*+,;=:]+$/i.test(address)
    return rest.includes(']') && isAddress && /^(?::\d*)?$/.test(port)
  }
  const [host, port] = parted(rest, ':')
  return !/[^a-z\d\-._~!$&'()*+,;=%]/i.test(host) && /^\d*$/.test(port)
}

function isEmail(text: string): boolean {
  // Quoted, the name itself may have an @.
  const at = text.startsWith('"') ? text.lastIndexOf('@') : text.indexOf('@')
  const [name, host] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  if (name === '' || name.length > 64 || host.length > 253) return false
  const isQuoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(name)
  if (!isQuoted && !/^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i.test(name))
    return false
  if (!(host.startsWith('[') && host.endsWith(']'))) return isHostname(host)
  const address = host.slice(1, -1)
  return /^ipv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address)
}

const hostnamePattern = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

function isHostname(text: string): boolean {
  return text.length <= 253 && hostnamePattern.test(text)
}

function isIpv4(text: string): boolean {
  if (text.length > 15) return false
  const parts = text.split('.')
  return parts.length === 4 && parts.every(part => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
}

/** Eight groups, or fewer with :: for those that are zero; the last two may be an IPv4 address. */
function isIpv6(text: string): boolean {
  if (text.length > 45) return false
  const [before, after, ...more] = text.split('::')
  if (more.length > 0) return false
  const count = countGroups(before!, after === undefined) + countGroups(after ?? '', true)
  return after === undefined ? count === 8 : count < 8
}

/** NaN when they are none. */
function countGroups(text: string, isEnd: boolean): number {
  if (text === '') return 0
  const groups = text.split(':')
  const last = groups.at(-1)!
  const hasIpv4 = isEnd && last.includes('.') && isIpv4(last)
  const isValid = (hasIpv4 ? groups.slice(0, -1) : groups).every(group => /^[\da-f]{1,4}$/i.test(group))
  return isValid ? groups.length + (hasIpv4 ? 1 : 0) : Number.NaN
}
