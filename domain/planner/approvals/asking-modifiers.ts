// What may follow in an asking, in any order: until when, what silence means, a message, a condition, who may
// not decide.
import type { ApprovalPolicy, Argument } from '../../plan/plan.ts'
import type { Defect } from '../attempt.ts'
import type { Environment } from '../environment.ts'
import { literalOf } from '../text/literals.ts'
import { durationAt } from '../text/times.ts'
import type { Token } from '../text/tokens.ts'
import { type Condition, conditionAt, phraseAt } from '../values/conditions.ts'

type Tokens = readonly Token[]

export interface Modifiers {
  readonly policy: Partial<ApprovalPolicy>
  readonly timeoutMs: number | null
  readonly message: Argument | null
  readonly condition: Condition | null
  readonly defect: Defect | null
  readonly end: number
}

/** In any order: a limit, what silence means, a message, a condition, "not the one who started it". */
export function modifiersAt(tokens: Tokens, start: number, env: Environment): Modifiers {
  let read: Modifiers = {
    policy: {},
    timeoutMs: null,
    message: null,
    condition: null,
    defect: null,
    end: start,
  }
  for (;;) {
    let at = read.end
    while (['(', ',', 'and', 'but', ')', ':'].includes(tokens[at]?.lower ?? '')) at += 1
    const next =
      limitAt(tokens, at) ?? silenceAt(tokens, at) ?? messageAt(tokens, at, env) ?? otherAt(tokens, at, env)
    if (next === null) break
    const policy = { ...read.policy, ...next.policy }
    read = { ...read, ...next, policy, end: tokens[next.end]?.text === ')' ? next.end + 1 : next.end }
  }
  if (read.policy.onTimeout === undefined || read.timeoutMs !== null) return read
  const message = 'after how long? Say "within 2 hours, otherwise deny automatically"'
  return { ...read, defect: { code: 'UNREAD_WORDS', message } }
}

type Modifier = Partial<Modifiers> & { readonly end: number }

function limitAt(tokens: Tokens, at: number): Modifier | null {
  const from = firstOf(tokens, at, ['within', 'for up to', 'for at most', 'in at most'])
  const duration = from === null ? null : durationAt(tokens, from)
  return duration === null ? null : { timeoutMs: duration.ms, end: duration.end }
}

const silences = {
  deny: ['deny', 'refuse', 'reject'],
  approve: ['approve', 'allow'],
  fail: ['fail'],
} as const

/**
 * "otherwise deny automatically", "deny it automatically otherwise", "approve automatically after 2 hours"
 */
function silenceAt(tokens: Tokens, at: number): Modifier | null {
  const isOtherwise = ['otherwise', 'else'].includes(tokens[at]?.lower ?? '')
  let from = isOtherwise ? at + 1 : at
  if (tokens[from]?.text === ',') from += 1
  const word = tokens[from]?.lower ?? ''
  const found = Object.entries(silences).find(([, words]) => (words as readonly string[]).includes(word))
  if (found === undefined) return null
  let end = from + 1
  if (['it', 'this'].includes(tokens[end]?.lower ?? '')) end += 1
  const isAutomatic = tokens[end]?.lower === 'automatically'
  if (isAutomatic) end += 1
  const after = tokens[end]?.lower === 'after' ? durationAt(tokens, end + 1) : null
  const isClosed = tokens[end]?.lower === 'otherwise'
  if (!isOtherwise && !isClosed && after === null) return null
  const policy = { onTimeout: found[0] as 'approve' | 'deny' | 'fail' }
  if (after !== null) return { policy, timeoutMs: after.ms, end: after.end }
  return { policy, end: isClosed ? end + 1 : end }
}

function messageAt(tokens: Tokens, at: number, env: Environment): Modifier | null {
  const from = firstOf(tokens, at, ['with the message', 'with message', 'saying', 'that says']) ?? at
  const token = tokens[from]
  if (token?.kind !== 'text') return null
  return { message: literalOf(token, env)!.argument, end: from + 1 }
}

const otherThanStarter = [
  'not by the one who started it',
  'not the one who started it',
  'not whoever started it',
]

function otherAt(tokens: Tokens, at: number, env: Environment): Modifier | null {
  const starter = firstOf(tokens, at, otherThanStarter)
  if (starter !== null) return { policy: { notStarter: true }, end: starter }
  const word = tokens[at]?.lower
  if (word !== 'if' && word !== 'unless' && word !== 'when') return null
  const condition = conditionAt(tokens, at + 1, env)
  if (condition === null) return null
  const expression = word === 'unless' ? `!(${condition.expression})` : condition.expression
  return { condition: { ...condition, expression }, end: condition.end }
}

/** Where the first of some phrases that stands here ends. */
export function firstOf(tokens: Tokens, at: number, phrases: readonly string[]): number | null {
  return phrases.map(words => phraseAt(tokens, at, words)).find(end => end !== null) ?? null
}
