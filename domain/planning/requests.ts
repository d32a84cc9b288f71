// The messages of a conversation about a plan. Texts of others stand in them as JSON; the last line of the
// first one says what changes from day to day, so that recorded answers can be found without it.
import { DateTime } from 'luxon'
import type { Diagnostic } from '../plan/plan.ts'

export interface WritingRequest {
  readonly request: string
  /** One line each. */
  readonly tools: readonly string[]
  /** Names. */
  readonly credentials: readonly string[]
}

export interface Today {
  /** Unix ms. */
  readonly now: number
  readonly timeZone: string
  /** E-mail address; null: unknown. */
  readonly author: string | null
}

export function writingRequest({ request, tools, credentials }: WritingRequest, today: Today): string {
  const parts = [
    `Request: ${JSON.stringify(request)}`,
    `Tools:\n${tools.join('\n')}`,
    ...(credentials.length === 0 ? [] : [`Credentials: ${JSON.stringify(credentials)}`]),
    todayLine(today),
  ]
  return parts.join('\n\n')
}

function todayLine({ now, timeZone, author }: Today): string {
  const date = DateTime.fromMillis(now, { zone: timeZone }).toFormat('cccc, yyyy-MM-dd')
  return `Today: ${date}, ${timeZone}, ${author ?? 'author unknown'}`
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
