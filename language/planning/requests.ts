// The messages of a conversation about a plan. Texts of others stand in them as JSON; the last line of the
// first one says what changes from day to day, so that recorded answers can be found without it.
import { DateTime } from 'luxon'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import type { Diagnostic } from '../../domain/plan/plan.ts'
import type { Revision } from '../../domain/plan/planning.ts'
import { barePlan } from './bare-plan.ts'

export interface WritingRequest {
  readonly request: string
  /** One line each. */
  readonly tools: readonly string[]
  /** Names. */
  readonly credentials: readonly string[]
  readonly workflows?: readonly string[]
  readonly models?: readonly string[]
  /** Absent: a plan is made. */
  readonly revision?: Revision | null
}

export interface Today {
  /** Unix ms. */
  readonly now: number
  readonly timeZone: string
  /** E-mail address; null: unknown. */
  readonly author: string | null
}

export function writingRequest(writing: WritingRequest, today: Today): string {
  const { request, tools, credentials, workflows = [], models = [], revision = null } = writing
  const parts = [
    `Request: ${JSON.stringify(request)}`,
    `Tools:\n${tools.join('\n')}`,
    ...named('Credentials', credentials),
    ...named('Workflows', workflows),
    ...named('Models', models),
    ...(revision === null ? [] : revisionLines(revision)),
    todayLine(today),
  ]
  return parts.join('\n\n')
}

function named(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${what}: ${JSON.stringify(names)}`]
}

function revisionLines({ plan, change, answers }: Revision): readonly string[] {
  const changing =
    'Answer with the whole plan as it is to be. Leave ids, and what the change does not speak of, as they are.'
  return [
    ...(plan === null ? [] : [`The plan that is there: ${JSON.stringify(barePlan(plan))}`]),
    ...(Object.keys(answers).length === 0 ? [] : [`Answers to questions: ${JSON.stringify(answers)}`]),
    ...(change === null ? [] : [`Change: ${JSON.stringify(change)}`]),
    ...(plan === null ? [] : [changing]),
  ]
}

function todayLine({ now, timeZone, author }: Today): string {
  const date = DateTime.fromMillis(now, { zone: timeZone }).toFormat('cccc, yyyy-MM-dd')
  return `Today: ${date}, ${timeZone}, ${author ?? 'author unknown'}`
}

/** @param names one line each */
export function choosingRequest(request: string, names: readonly string[]): string {
  return `Request: ${JSON.stringify(request)}\n\nTools:\n${names.join('\n')}`
}

const mostChosen = 100

export const chosenSchema: JsonSchema = {
  type: 'object',
  properties: { tools: { type: 'array', items: { type: 'string' } } },
  required: ['tools'],
}

/** What a model answered to it, read leniently. */
export function chosenNames(value: Json): readonly string[] {
  const list = isObject(value) ? (value as JsonObject)['tools'] : value
  if (!Array.isArray(list)) return []
  return (list as readonly Json[]).filter(each => typeof each === 'string').slice(0, mostChosen)
}

/** Of one repair. */
const mostProblems = 40

/** @param wrong null: nothing could be read */
export function repairRequest(wrong: readonly Diagnostic[] | null): string {
  if (wrong === null)
    return 'That is no JSON object with a plan. Answer again with the whole object, and nothing else.'
  const problems = wrong.slice(0, mostProblems).map(({ path, message, candidates }) => ({
    ...{ at: path ?? 'the plan', problem: message.slice(0, 600) },
    ...(candidates && candidates.length > 0 && { candidates: candidates.slice(0, 5) }),
  }))
  return `The plan has problems:\n${JSON.stringify(problems)}\nAnswer again with the whole object, mended.`
}
