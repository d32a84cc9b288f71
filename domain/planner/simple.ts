// Statements without statements inside: return, fail, stop, set, save, and tools. A condition may end each of
// them: "send it to ... if the total is more than 100".

import type { Step } from '../plan/plan.ts'
import { type Attempt, ending, single, stepOf } from './attempt.ts'
import { readIgnore } from './control/failures.ts'
import { readRetry } from './control/retries.ts'
import { readRun } from './control/runs.ts'
import { readWait } from './control/waits.ts'
import { type Environment, freshId, withUnclear } from './environment.ts'
import { isRead, isWords, unreadCost, withUnread, withValues } from './reading.ts'
import type { Token } from './text/tokens.ts'
import { readToolStatement } from './tools/tool-statement.ts'
import { conditionAt, phraseAt } from './values/conditions.ts'
import { readSave, readSet } from './values/naming.ts'
import { readReturn } from './values/returning.ts'
import { valueAt } from './values/values.ts'

/** Reads the words as one statement; what it cannot read is in the diagnostics. */
export function readSimple(tokens: readonly Token[], env: Environment): Attempt {
  for (let at = tokens.length - 2; at > 0; at--) {
    const { lower, kind } = tokens[at]!
    if (kind !== 'word' || (lower !== 'if' && lower !== 'when' && lower !== 'unless')) continue
    const condition = conditionAt(tokens, at + 1, env)
    if (condition === null || isWords(tokens.slice(condition.end))) continue
    const attempt = readStatement(withoutComma(tokens.slice(0, at)), env)
    const [step] = attempt.steps
    if (step === undefined) continue
    const when = lower === 'unless' ? `!(${condition.expression})` : condition.expression
    const conditional = { ...step, when, ...stepOf(step.id, tokens, env) } as Step
    const after = { ...attempt, steps: [conditional], env: withUnclear(attempt.env, step.id) }
    return withValues(after, condition.values, tokens)
  }
  return readStatement(tokens, env)
}

type Reader = (rest: readonly Token[], tokens: readonly Token[], env: Environment) => Attempt | null

/** How the built-in statements begin. */
const statements: readonly (readonly [string, Reader])[] = [
  ['return', readReturn],
  ['give back', readReturn],
  ['respond with', readReturn],
  ['answer with', readReturn],
  ['output', readReturn],
  ['stop with an error', readFail],
  ['stop with error', readFail],
  ['raise an error', readFail],
  ['fail', readFail],
  ['abort', readFail],
  ['stop', readStop],
  ['finish', readStop],
  ['end', readStop],
  ['do nothing', readNothing],
  ['wait', readWait],
  ['pause', readWait],
  ['sleep', readWait],
  ['try', readRetry],
  ['retry', readRetry],
  ['retrying', readRetry],
  ['trying', readRetry],
  ['ignore', readIgnore],
  ['ignoring', readIgnore],
  ['run', readRun],
  ['start', readRun],
  ['execute', readRun],
  ['call', readRun],
  ['set', readSet],
  ['let', readSet],
  ['save', readSave],
  ['store', readSave],
  ['remember', readSave],
  ['keep', readSave],
  ['call', readSave],
  ['name', readSave],
]

/** May a statement begin with this word? */
export function isStatementVerb(word: string): boolean {
  return (
    statements.some(([words]) => words.split(' ')[0] === word) ||
    ['if', 'for', 'in', 'unless', 'ask'].includes(word)
  )
}

function readStatement(tokens: readonly Token[], env: Environment): Attempt {
  for (const [words, read] of statements) {
    const after = phraseAt(tokens, 0, words)
    const attempt = after === null ? null : read(tokens.slice(after), tokens, env)
    if (attempt === null) continue
    if (attempt.cost < unreadCost) return attempt
    const asTool = readToolStatement(tokens, env)
    return asTool.cost < attempt.cost ? asTool : attempt
  }
  return readToolStatement(tokens, env)
}

function readFail(rest: readonly Token[], tokens: readonly Token[], env: Environment): Attempt {
  const links = ['with the message', 'with message', 'with an error', 'with', 'saying', 'because', ':']
  const start = links.map(words => phraseAt(rest, 0, words)).find(at => at !== null) ?? 0
  const value = valueAt(rest, rest[start]?.lower === ':' ? start + 1 : start, env)
  const message = value === null ? 'The workflow failed here.' : value.argument
  const step: Step = { ...stepOf(freshId('fail', env), tokens, env), kind: 'fail', message }
  const unread = rest.slice(value === null ? 0 : value.end).filter(isRead)
  return withUnread(withValues(ending(step, env), value === null ? [] : [value], tokens), unread)
}

function readStop(rest: readonly Token[], tokens: readonly Token[], env: Environment): Attempt {
  const after = phraseAt(rest, 0, 'here') ?? phraseAt(rest, 0, 'the workflow') ?? 0
  const step: Step = { ...stepOf(freshId('stop', env), tokens, env), kind: 'return', value: null }
  return withUnread(ending(step, env), rest.slice(after).filter(isRead))
}

function readNothing(rest: readonly Token[], tokens: readonly Token[], env: Environment): Attempt {
  const step: Step = { ...stepOf(freshId('nothing', env), tokens, env), kind: 'set', value: null }
  return withUnread(single(step, env), rest.filter(isRead))
}

function withoutComma(tokens: readonly Token[]): readonly Token[] {
  return tokens.at(-1)?.text === ',' ? tokens.slice(0, -1) : tokens
}
