// Numbers, and durations with their unit, in the fields of steps that are numbers.
import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import type { Around, Draft } from '../draft.ts'
import { plain } from '../draft.ts'

const numbers = [
  ...['timeoutMs', 'concurrency', 'most', 'everyMs', 'for', 'maxSteps', 'maxCu', 'quorum', 'irVersion'],
  ...['maxAttempts', 'pauseMs', 'backoffMs', 'maxBackoffMs', 'deadlineMs', 'everyWeeks', 'everyDays', 'ms'],
]
const truths = ['many', 'cache', 'review', 'notStarter', 'park', 'enabled']

/** By what others call it: the field of ours that is in ms. */
const durations: { readonly [word: string]: string } = {
  timeout: 'timeoutMs',
  every: 'everyMs',
  interval: 'everyMs',
  pause: 'pauseMs',
  delay: 'pauseMs',
  duration: 'for',
  time: 'for',
  wait: 'for',
}

/** By plain name: a number of these. */
const units: { readonly [unit: string]: number } = {
  ms: 1,
  millisecond: 1,
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
}

/** The step, and its policies. */
export function withQuantities(step: Draft, { tell }: Around): void {
  inFields(step, String(step['id']), tell)
  for (const key of ['retry', 'approval', 'review', 'cache', 'deadline']) {
    const policy = step[key]
    if (!isObject(policy)) continue
    const draft: Draft = { ...(policy as JsonObject) }
    inFields(draft, `${step['id']}.${key}`, tell)
    step[key] = draft
  }
}

function inFields(draft: Draft, path: string, tell: Around['tell']): void {
  for (const [key, value] of Object.entries(draft)) {
    const ms = durationOf(value)
    const field = durations[plain(key)]
    if (numbers.includes(key) && typeof value === 'string') set(draft, key, numberOf(value) ?? ms)
    else if (truths.includes(key) && (value === 'true' || value === 'false'))
      set(draft, key, value === 'true')
    else if (field !== undefined && ms !== null && draft[field] === undefined && isPlaced(draft, field)) {
      delete draft[key]
      set(draft, field, ms)
    } else if (draft['kind'] === 'wait' && draft['for'] === undefined) {
      const unit = units[plain(key).replace(/s$/, '')] ?? units[plain(key).replace(/^duration/, '')]
      if (unit === undefined || typeof value !== 'number') continue
      delete draft[key]
      set(draft, 'for', value * unit)
    }
    if (draft[key] !== value)
      tell(`${path}.${key}`, `${JSON.stringify(value).slice(0, 80)} is taken as a number`)
  }
}

/** A pause is one of a retry, an interval one of a loop, a duration one of a wait. */
function isPlaced({ kind }: Draft, field: string): boolean {
  if (field === 'for') return kind === 'wait'
  if (field === 'everyMs') return kind === 'repeat'
  return field === 'pauseMs' ? kind === undefined : true
}

function set(draft: Draft, key: string, value: Json): void {
  if (value !== null) draft[key] = value
}

/** Null: it is no number by its exact spelling. */
export function numberOf(text: string): number | null {
  if (!/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text)) return null
  return Number(text)
}

/** Of `30s`, `2 hours`, `500 ms`; null without a unit. */
export function durationOf(value: Json): number | null {
  if (typeof value !== 'string') return null
  const [, count = '', unit = ''] = /^\s*(\d{1,9})\s*([a-z]+)\s*$/i.exec(value) ?? []
  const word = unit.toLowerCase()
  const ms = units[word] ?? units[word.replace(/s$/, '')]
  return ms === undefined ? null : Number(count) * ms
}
