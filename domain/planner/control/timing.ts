// The schedule in a prompt: before its first statement ("Every weekday at 9, fetch ..."), after it, or in a
// sentence of its own ("Run this every hour"). There is one, and it is about the whole workflow.
import { type Attempt, diagnostic, nothing, withDiagnostics } from '../attempt.ts'
import type { Environment } from '../environment.ts'
import type { Token } from '../text/tokens.ts'
import { phraseAt } from '../values/conditions.ts'
import { type ScheduleWords, scheduleAt } from './schedules.ts'

export interface Timing {
  /** Nothing to do, but the schedule is known in its environment. */
  readonly attempt: Attempt
  /** The sentence without it. */
  readonly rest: readonly Token[]
}

const leads = [
  'run this workflow',
  'run the workflow',
  'run it',
  'run this',
  'run',
  'start',
  'do this',
  'schedule :',
]

export function timingOf(tokens: readonly Token[], env: Environment): Timing | null {
  const lead = leads.map(words => phraseAt(tokens, 0, words)).find(at => at !== null) ?? 0
  for (const at of new Set([0, lead])) {
    const words = scheduleAt(tokens, at, env)
    if (words === null) continue
    const rest = tokens.slice(words.end)
    // "run every weekday at 9 the report" is about something else.
    if (at > 0 && rest.some(token => token.kind !== 'mark')) continue
    return timed(words, { own: tokens.slice(0, words.end), rest: restAfter(tokens, words), env })
  }
  return env.results.length > 0 ? null : timingAtEnd(tokens, env)
}

/** "Fetch ... every day at 9": where nothing has been said before. */
function timingAtEnd(tokens: readonly Token[], env: Environment): Timing | null {
  for (let at = 1; at < tokens.length; at++) {
    const words = scheduleAt(tokens, at, env)
    const after = words === null ? [] : tokens.slice(words.end)
    if (words === null || after.some(token => token.text !== ':')) continue
    const rest = tokens.slice(0, tokens[at - 1]!.text === ',' ? at - 1 : at)
    return timed(words, { own: tokens.slice(at, words.end), rest: [...rest, ...after], env })
  }
  return null
}

function timed(
  words: ScheduleWords,
  { own, rest, env }: { own: readonly Token[]; rest: readonly Token[]; env: Environment },
): Timing {
  const { schedule, assumptions } = words
  const isSecond = env.schedule !== null
  if (schedule === null || isSecond || env.isInside) {
    const why = env.isInside
      ? 'a schedule is about the whole workflow: say it at the beginning of the prompt'
      : isSecond
        ? 'the workflow has a schedule already: one is all it can have'
        : words.defect
    const about = { code: 'BAD_SCHEDULE', severity: 'error', path: null, message: why } as const
    return { attempt: withDiagnostics(nothing(env), [diagnostic(own, about)], 10), rest }
  }
  const said = assumptions.map(message =>
    diagnostic(own, { code: 'ASSUMED', severity: 'info', path: null, message }),
  )
  return { attempt: withDiagnostics(nothing({ ...env, schedule }), said), rest }
}

/**
 * What follows a schedule. After one that is refused, what belongs to it up to the comma is refused with it.
 */
function restAfter(tokens: readonly Token[], { end, schedule }: ScheduleWords): readonly Token[] {
  const isComma = (token: Token | undefined) => token?.text === ',' || token?.text === ':'
  if (schedule !== null) return tokens.slice(isComma(tokens[end]) ? end + 1 : end)
  const comma = tokens.findIndex((token, at) => at >= end && isComma(token))
  return comma === -1 ? [] : tokens.slice(comma + 1)
}
