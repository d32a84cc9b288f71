// "run the workflow "Billing" with amount {{inputs.amount}}": another workflow as a step.
import type { Step } from '../../plan/plan.ts'
import { type Attempt, single, stepOf } from '../attempt.ts'
import { type Environment, freshId } from '../environment.ts'
import { isRead, withUnread, withValues } from '../reading.ts'
import type { Token } from '../text/tokens.ts'
import { articles, joints, weighty } from '../text/words.ts'
import { namedValuesAt } from '../values/argument-values.ts'
import { phraseAt } from '../values/conditions.ts'

/** @param rest what follows "run", "start", "execute" or "call" */
export function readRun(rest: readonly Token[], tokens: readonly Token[], env: Environment): Attempt | null {
  const name = nameAt(rest)
  if (name === null) return null
  const links = ['with the inputs', 'with inputs', 'with', 'using', 'for']
  const from = links.map(words => phraseAt(rest, name.end, words)).find(at => at !== undefined && at !== null)
  const given = from === undefined ? null : namedValuesAt(rest, from, env)
  const id = freshId(`run_${name.workflow}`, env)
  const inputs = Object.fromEntries((given?.fields ?? []).map(([key, value]) => [key, value.argument]))
  const step: Step = { ...stepOf(id, tokens, env), kind: 'workflow', workflow: name.workflow, inputs }
  const values = (given?.fields ?? []).map(([, value]) => value)
  const attempt = withValues(single(step, env, { result: { names: ['run'] } }), values, tokens)
  return withUnread(attempt, rest.slice(given?.end ?? name.end).filter(isRead))
}

/** `the workflow "Billing"`, `the "Billing" workflow`, `the workflow Monthly report` */
function nameAt(tokens: readonly Token[]): { workflow: string; end: number } | null {
  const isQuoted = (token: Token | undefined) => token?.kind === 'text' || token?.kind === 'code'
  const start = articles.has(tokens[0]?.lower ?? '') ? 1 : 0
  if (isQuoted(tokens[start]) && tokens[start + 1]?.lower === 'workflow')
    return { workflow: tokens[start]!.text, end: start + 2 }
  const from = ['workflow called', 'workflow named', 'workflow']
    .map(words => phraseAt(tokens, start, words))
    .find(at => at !== null)
  if (from === undefined) return null
  if (isQuoted(tokens[from])) return { workflow: tokens[from]!.text, end: from + 1 }
  let end = from
  const stops = [joints, weighty, links]
  while (tokens[end]?.kind === 'word' && !stops.some(words => words.has(tokens[end]!.lower))) end += 1
  const words = tokens.slice(from, end).map(token => token.text)
  return words.length === 0 ? null : { workflow: words.join(' '), end }
}

const links: ReadonlySet<string> = new Set(['with', 'using', 'for', 'on', 'in', 'to', 'at', 'from', 'by'])
