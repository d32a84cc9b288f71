// What starts a plan, as weak models say it: a schedule beside the steps, one start in place of a list, an
// interval with its unit. A clock time without a zone stays wrong: nobody said where.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'
import { planKeys } from '../../../domain/plan/plan-schema.ts'
import { type Draft, plain, type Tell } from './draft.ts'
import { renameKeys } from './rename-keys.ts'
import { durationOf } from './steps/quantities.ts'
import { startWords } from './synonyms.ts'

const kinds: { readonly [word: string]: 'schedule' | 'hook' | 'completion' } = {
  schedule: 'schedule',
  scheduled: 'schedule',
  cron: 'schedule',
  timer: 'schedule',
  time: 'schedule',
  interval: 'schedule',
  recurring: 'schedule',
  hook: 'hook',
  webhook: 'hook',
  completion: 'completion',
}

/** Words that say that a person starts it. */
const byHand = ['manual', 'manually', 'none', 'byhand', 'ondemand', 'api']

/** @returns undefined where nothing starts it by itself */
export function mendedStart(sent: Json | undefined, tell: Tell): Json | undefined {
  if (sent === undefined || sent === null || sent === false) return undefined
  const list = Array.isArray(sent) ? (sent as readonly Json[]) : [sent]
  const starts = list.filter(each => !isByHand(each)).map(each => startOf(each, tell))
  if (starts.length === 0) return undefined
  if (!Array.isArray(sent)) tell('start', 'what starts it is taken as a list')
  return starts
}

function isByHand(sent: Json): boolean {
  const word = isObject(sent) ? ((sent as JsonObject)['kind'] ?? (sent as JsonObject)['type']) : sent
  return typeof word === 'string' && byHand.includes(plain(word))
}

function startOf(sent: Json, tell: Tell): Json {
  // A cron expression alone has no zone, and is told.
  if (typeof sent === 'string' && isCron(sent)) return { kind: 'schedule', cron: sent }
  if (!isObject(sent)) return sent
  const start: Draft = { ...(sent as JsonObject) }
  unwrap(start)
  const said = start['kind'] ?? start['type']
  const kind = typeof said === 'string' ? own(kinds, plain(said)) : byKeys(start)
  if (kind === undefined) return start
  if (start['kind'] !== kind) {
    delete start['type']
    start['kind'] = kind
    tell('start', `the start is taken as a ${kind}`)
  }
  if (kind === 'schedule') withCron(start, tell)
  renameKeys(start, planKeys.start(kind), startWords, 'start', tell)
  return start
}

/** `{"schedule": {"cron": ...}}` */
function unwrap(start: Draft): void {
  for (const key of ['schedule', 'cron', 'config', 'trigger'])
    if (isObject(start[key])) {
      const inner = start[key] as JsonObject
      delete start[key]
      for (const [name, value] of Object.entries(inner)) start[name] ??= value
      if (key === 'schedule' || key === 'cron') start['kind'] ??= 'schedule'
    }
}

function byKeys(start: Draft): 'schedule' | undefined {
  const keys = Object.keys(start).map(plain)
  return ['cron', 'cronexpression', 'every', 'interval'].some(key => keys.includes(key))
    ? 'schedule'
    : undefined
}

/** `{"every": "15m"}`: the same in any zone. */
function withCron(start: Draft, tell: Tell): void {
  const key = Object.keys(start).find(each => ['every', 'interval'].includes(plain(each)))
  if (key === undefined || start['cron'] !== undefined) return
  const cron = cronOf(durationOf(start[key]!))
  if (cron === null) return
  tell('start', `${JSON.stringify(start[key])} is taken as ${cron}`)
  delete start[key]
  start['cron'] = cron
  start['timezone'] ??= 'UTC'
}

/** Minutes that divide an hour, and the hour. */
function cronOf(ms: number | null): string | null {
  const minutes = (ms ?? 0) / 60_000
  if (minutes === 60) return '0 * * * *'
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 30 || 60 % minutes !== 0) return null
  return minutes === 1 ? '* * * * *' : `*/${minutes} * * * *`
}

function isCron(text: string): boolean {
  return /^[\d*/,A-Za-z-]+(?: [\d*/,A-Za-z-]+){4}$/.test(text.trim())
}
