// What the brief answers about plans have in common: what starts them, what is wrong, and what a person would
// have to confirm.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { cut, filled, listOf, pick } from './brief.ts'

/** Entries of a confirmation, and the length of each in bytes; confirm_workflow shows them whole. */
const shownEntries = 10
const entryLength = 160

export function briefDiagnostic(diagnostic: JsonObject): JsonObject {
  const fields = ['code', 'severity', 'message', 'path', 'candidates', 'fixes']
  return filled(pick(diagnostic, fields))
}

/** What starts it, as the plan says it, or else a prompt or a person. */
export function briefStarts({ plan, start, schedule, triggers }: JsonObject): JsonObject {
  const said = listOf(start ?? (isObject(plan) ? (plan as JsonObject)['start'] : null))
  if (said.length > 0) return { start: said.map(briefStart) }
  return {
    ...(isObject(schedule) && { schedule: briefSchedule(schedule as JsonObject) }),
    ...(listOf(triggers).length > 0 && { triggers: triggers! }),
  }
}

function briefStart({ schedule, ...start }: JsonObject): JsonObject {
  return { ...start, ...(isObject(schedule) && briefSchedule(schedule as JsonObject)) }
}

function briefSchedule(schedule: JsonObject): JsonObject {
  return filled(
    pick(schedule, ['cron', 'timezone', 'everyWeeks', 'everyDays', 'from', 'inputs', 'enabled', 'next']),
  )
}

/**
 * `{confirmation: {required, entries}}`: what a person confirms; nothing where that is settled. An effect for
 * which no words of the request are quoted is `unquoted`. `page` in place of entries that could not be
 * listed.
 */
export function briefConfirmation(confirmation: Json | undefined): JsonObject {
  if (!isObject(confirmation)) return {}
  const { required = false, accepted, entries, page } = confirmation as JsonObject
  const all = listOf(entries)
  if (accepted === true || (all.length === 0 && required === false)) return {}
  if (page !== undefined) return { confirmation: { required, page } }
  const shown = all.slice(0, shownEntries).map(({ kind, severity = null, quote, says }) => ({
    ...(severity === 'tick' && { severity }),
    ...(kind === 'effect' && quote === undefined && { unquoted: true }),
    says: cut(String(says).replaceAll(/\s+/g, ' '), entryLength),
  }))
  const more = all.length - shown.length
  return { confirmation: { required, entries: shown, ...(more > 0 && { more }) } }
}

export function hasToBeConfirmed({ confirmation, acceptance }: JsonObject): boolean {
  if (isObject(confirmation)) {
    const { required, accepted } = confirmation as JsonObject
    return required === true && accepted !== true
  }
  return isObject(acceptance) && (acceptance as JsonObject)['acceptedAt'] === null
}
