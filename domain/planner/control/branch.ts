// Conditions with steps: "if ..., ..., otherwise ...", in one sentence or over several lines.
import type { Step } from '../../plan/plan.ts'
import { type Attempt, failed, nothing, single, stepOf, unreadWords, withDiagnostics } from '../attempt.ts'
import { type Environment, freshId, leave } from '../environment.ts'
import type { Item } from '../outline.ts'
import { withValues } from '../reading.ts'
import { isStatementVerb } from '../simple.ts'
import { type Body, readBody, type Where } from '../statements.ts'
import type { Token } from '../text/tokens.ts'
import { conditionAt } from '../values/conditions.ts'
import type { Value } from '../values/values.ts'

export function readIf(tokens: readonly Token[], { body, env }: Where): Attempt {
  const chain = caseChain(tokens, body)
  const ownId = freshId('check', env)
  let attempt: Attempt = nothing({ ...env, takenIds: new Set([...env.takenIds, ownId]) })
  const cases: { when: string; steps: readonly Step[] }[] = []
  let otherwise: readonly Step[] | undefined
  const values: Value[] = []
  for (const part of chain) {
    const condition = part.isElse ? null : conditionAt(part.tokens, 1, env)
    if (!part.isElse && condition === null) {
      const message = `the condition is not understood: "${wordsUntilComma(part.tokens, env)}"; say "<value> is more than 100", for example`
      return failed(tokens, env, { code: 'UNREAD_WORDS', message })
    }
    const from = condition?.end ?? 1
    const { unread, start } = afterCondition(part.tokens, from, attempt.env)
    const inner = readBody(part.tokens.slice(start), part.items, { ...env, takenIds: attempt.env.takenIds })
    if (condition === null) otherwise = inner.steps
    else cases.push({ when: condition.expression, steps: inner.steps })
    values.push(...(condition?.values ?? []))
    const problems = [...inner.diagnostics, ...unreadWords(unread, env, ownId)]
    attempt = withDiagnostics(
      { ...attempt, env: leave(attempt.env, inner.env) },
      problems,
      inner.cost + unread.length * 10,
    )
  }
  const common = stepOf(ownId, tokens, env)
  const step: Step =
    otherwise === undefined
      ? { ...common, kind: 'if', cases }
      : { ...common, kind: 'if', cases, else: otherwise }
  const after = single(step, leave(env, attempt.env), { result: { isUnclear: true }, cost: attempt.cost })
  // A guard ("if ..., fail") gives nothing: what came before it is still what "it" means.
  const isGuard = cases.every(each => isEnd(each.steps.at(-1))) && otherwise === undefined
  const whole = isGuard ? { ...after, env: { ...after.env, antecedent: env.antecedent } } : after
  return withValues(withDiagnostics(whole, attempt.diagnostics), values, tokens)
}

function isEnd(step: Step | undefined): boolean {
  return step?.kind === 'fail' || step?.kind === 'return'
}

interface Case {
  /** From `if` or `otherwise` on. */
  readonly tokens: readonly Token[]
  readonly items: readonly Item[]
  readonly isElse: boolean
}

/** The cases of one `if`: those in its own sentence, and those of the sentences after it. */
function caseChain(tokens: readonly Token[], body: Body): readonly Case[] {
  const sentences = [
    { tokens, items: body.items },
    ...body.otherwise.map(unit => ({ tokens: unit.tokens, items: unit.children })),
  ]
  return sentences.flatMap(sentence => {
    const parts: Token[][] = [[]]
    for (const [at, token] of sentence.tokens.entries()) {
      if (at > 0 && token.kind === 'word' && (token.lower === 'otherwise' || token.lower === 'else'))
        parts.push([])
      parts.at(-1)!.push(token)
    }
    return parts.map((part, index) => {
      const items = index === parts.length - 1 ? sentence.items : []
      if (part[0]!.lower === 'if' || part[0]!.lower === 'when') return { tokens: part, items, isElse: false }
      const next = part[1]?.text === ',' ? 2 : 1
      if (part[next]?.lower === 'if') return { tokens: part.slice(next), items, isElse: false }
      return { tokens: part, items, isElse: true }
    })
  })
}

/** Where the statements after a condition begin; words between its end and the comma were not understood. */
function afterCondition(
  tokens: readonly Token[],
  from: number,
  env: Environment,
): { unread: readonly Token[]; start: number } {
  const next = tokens[from]
  if (next === undefined || isSeparator(next)) return { unread: [], start: from + 1 }
  if (next.kind === 'word' && (isStatementVerb(next.lower) || env.search.isVerb(next.lower)))
    return { unread: [], start: from }
  const separator = tokens.findIndex((token, at) => at > from && isSeparator(token))
  const end = separator === -1 ? tokens.length : separator
  return { unread: tokens.slice(from, end), start: end + 1 }
}

export function isSeparator(token: Token): boolean {
  return token.text === ',' || token.text === ':' || token.lower === 'then'
}

function wordsUntilComma(tokens: readonly Token[], env: Environment): string {
  const end = tokens.findIndex((token, at) => at > 0 && isSeparator(token))
  const own = tokens.slice(1, end === -1 ? tokens.length : end)
  return own.length === 0 ? '' : env.prompt.slice(own[0]!.start, own.at(-1)!.end)
}
