// Amounts and times as people say them: "3", "twice", "1 hour and 30 minutes", "17:00", "5 pm",
// "Europe/Berlin".
import { isTimeZone } from '../../moment.ts'
import { phraseAt } from '../values/conditions.ts'
import type { Token } from './tokens.ts'

type Tokens = readonly Token[]

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A whole number, in digits or in words up to ten. */
export function countAt(tokens: Tokens, at: number): number | null {
  const token = tokens[at]
  if (token?.kind === 'number') return Number.isInteger(token.value) ? Number(token.value) : null
  const index = token?.kind === 'word' ? numberWords.indexOf(token.lower) : -1
  return index === -1 ? null : index
}

/** "3 times", "once" */
export function timesAt(tokens: Tokens, at: number): { count: number; end: number } | null {
  const once = ['once', 'twice'].indexOf(tokens[at]?.lower ?? '')
  if (once !== -1) return { count: once + 1, end: at + 1 }
  const count = countAt(tokens, at)
  const end = phraseAt(tokens, at + 1, 'times') ?? phraseAt(tokens, at + 1, 'time')
  return count === null || end === null ? null : { count, end }
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(s|secs?|seconds?)$/, 1_000],
  [/^(mins?|minutes?)$/, 60_000],
  [/^(h|hrs?|hours?)$/, 3_600_000],
  [/^(d|days?)$/, 86_400_000],
  [/^(weeks?)$/, 7 * 86_400_000],
]

/** Milliseconds of a unit of fixed length; months and years have none. */
export function unitMsOf(word: string | undefined): number | null {
  return units.find(([pattern]) => pattern.test(word ?? ''))?.[1] ?? null
}

export interface Duration {
  readonly ms: number
  readonly end: number
}

/** As long as a plan lets anything take. */
const longestMs = 366 * 86_400_000

/** "2 hours", "an hour", "half an hour", "1 hour and 30 minutes", "90s" */
export function durationAt(tokens: Tokens, at: number): Duration | null {
  let sum = partAt(tokens, at)
  while (sum !== null) {
    const next: Duration | null = partAt(tokens, tokens[sum.end]?.lower === 'and' ? sum.end + 1 : sum.end)
    if (next === null) break
    sum = { ms: sum.ms + next.ms, end: next.end }
  }
  return sum === null || sum.ms < 1 || sum.ms > longestMs ? null : { ...sum, ms: Math.round(sum.ms) }
}

function partAt(tokens: Tokens, at: number): Duration | null {
  const token = tokens[at]
  if (token === undefined) return null
  const half = phraseAt(tokens, at, 'half an hour')
  if (half !== null) return { ms: 1_800_000, end: half }
  const [, digits, short] = /^(\d+)(s|min|h|d)$/.exec(token.lower) ?? []
  if (short !== undefined) return { ms: Number(digits) * unitMsOf(short)!, end: at + 1 }
  const isOne = token.lower === 'a' || token.lower === 'an'
  const amount = isOne ? 1 : token.kind === 'number' ? Number(token.value) : countAt(tokens, at)
  const unit = tokens[at + 1]?.kind === 'word' ? unitMsOf(tokens[at + 1]!.lower) : null
  return amount === null || unit === null ? null : { ms: amount * unit, end: at + 2 }
}

export interface Clock {
  /** HH:MM or HH:MM:SS */
  readonly clock: string
  readonly end: number
  /** Said aloud: a bare number was taken as an hour of the day. */
  readonly assumption?: string
}

/** "17:00", "5 pm", "9", "noon" */
export function clockAt(tokens: Tokens, at: number): Clock | null {
  const token = tokens[at]
  if (token?.lower === 'noon') return { clock: '12:00', end: at + 1 }
  if (token?.lower === 'midnight') return { clock: '00:00', end: at + 1 }
  const [, digits, rest = '', joined] = /^(\d{1,2})((?::\d\d){0,2})(am|pm)?$/.exec(token?.lower ?? '') ?? []
  if (digits === undefined) return null
  const after = tokens[at + 1]?.lower
  const half = joined ?? (after === 'am' || after === 'pm' ? after : undefined)
  const hour = hourOf(Number(digits), half)
  if (hour === null) return null
  const end = at + (half !== undefined && joined === undefined ? 2 : 1)
  const clock = `${String(hour).padStart(2, '0')}${rest === '' ? ':00' : rest}`
  if (rest !== '' || half !== undefined || hour > 12) return { clock, end }
  const closed = tokens[end]?.lower === "o'clock" ? end + 1 : end
  return { clock, end: closed, assumption: `read "${token!.text}" as ${clock}` }
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null
  return hour < 1 || hour > 12 ? null : (hour % 12) + (half === 'pm' ? 12 : 0)
}

/** "in Europe/Berlin", "UTC", "(Europe/Berlin time)" */
export function zoneAt(tokens: Tokens, start: number): { zone: string; end: number } | null {
  let at = tokens[start]?.text === '(' ? start + 1 : start
  if (tokens[at]?.lower === 'in') at += 1
  let zone = tokens[at]?.kind === 'word' ? tokens[at]!.text : ''
  let end = at + 1
  while (tokens[end]?.text === '/' && tokens[end + 1]?.kind === 'word') {
    zone += `/${tokens[end + 1]!.text}`
    end += 2
  }
  if ((!zone.includes('/') && zone !== 'UTC') || !isTimeZone(zone)) return null
  if (tokens[end]?.lower === 'time') end += 1
  return { zone, end: tokens[end]?.text === ')' ? end + 1 : end }
}
