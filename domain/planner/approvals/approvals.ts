// "ask ops@acme.com to approve before ...", "after approval by an admin, ...": who is asked, what they see,
// until when. What follows in the sentence, or the next one, is what they approve; a sentence of its own is a
// step of its own.
import type { ApprovalPolicy, Step } from '../../plan/plan.ts'
import { stem } from '../../tools/tool-search.ts'
import { type Attempt, failed, join, single, stepOf } from '../attempt.ts'
import { type Environment, freshId, type PendingApproval } from '../environment.ts'
import { withUnread, withValues } from '../reading.ts'
import { withoutOpeners } from '../sentence.ts'
import { readSentence } from '../statements.ts'
import { baseVerbs } from '../text/gerunds.ts'
import { textValue } from '../text/literals.ts'
import type { Token } from '../text/tokens.ts'
import { articles, joints, pronouns } from '../text/words.ts'
import { type Asking, askingAt } from './asking.ts'

/** What a decision gives. The planner knows approvals by this very object. */
export const decisionSchema = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    by: { type: ['string', 'null'] },
    note: { type: ['string', 'null'] },
    form: {},
  },
  additionalProperties: false,
}

export function readApproval(tokens: readonly Token[], env: Environment): Attempt | null {
  const asking = askingAt(tokens, env)
  if (asking === null) {
    if (tokens[0]?.lower !== 'ask' || !tokens.some(({ lower }) => lower.startsWith('approv'))) return null
    const message = 'not understood: say "ask ops@acme.com to approve, then ...", or "... before sending ..."'
    return failed(tokens, env, { code: 'UNREAD_WORDS', message })
  }
  if (asking.defect !== null) return failed(tokens, env, asking.defect)
  const own = tokens.slice(0, asking.end)
  const rest = tokens.slice(asking.next)
  const isTool = rest[0] !== undefined && rest[0].lower !== 'if'
  if (asking.link === 'before' && asking.condition === null)
    return beforehand(asking, { tokens, own, rest }, env)
  if (asking.link === 'then' && asking.condition === null && isTool)
    return approved(readSentence(rest, env), { asking, own }, env)
  const alone = withUnread(standalone(asking, own, env), asking.unread)
  return rest.length === 0 ? alone : join(alone, readSentence(rest, alone.env))
}

interface Parts {
  readonly tokens: readonly Token[]
  readonly own: readonly Token[]
  /** What follows "before". */
  readonly rest: readonly Token[]
}

/** "before sending the mail": the step itself, unless the next sentence says it. */
function beforehand(asking: Asking, { tokens, own, rest }: Parts, env: Environment): Attempt {
  const clause = rest.filter(token => !['you', 'we', 'i'].includes(token.lower))
  const [verb, ...others] = clause
  if (verb === undefined)
    return failed(tokens, env, { code: 'UNREAD_WORDS', message: 'before what? Say the step' })
  const bases = baseVerbs(verb.lower, env)
  const following = withoutOpeners(env.following)
  const isNext = ['it', 'this', 'that'].includes(verb.lower) || phraseIsNextStep(clause)
  if (isNext || bases.some(base => stem(base) === stem(following[0]?.lower ?? ''))) {
    const pending: PendingApproval = {
      policy: asking.policy,
      timeoutMs: asking.timeoutMs,
      message: asking.message,
    }
    const unread = isNext ? [] : others.filter(token => !isRepeated(token, following))
    const waiting = { ...nothingBut(env), pending: following.length === 0 ? null : pending }
    const attempt: Attempt = { steps: [], diagnostics: [], cost: 0, env: waiting }
    if (following.length === 0)
      return failed(tokens, env, { code: 'UNREAD_WORDS', message: 'no step follows that could be approved' })
    return withUnread(attempt, unread)
  }
  const readings = bases.map(base => {
    const statement = [{ ...verb, text: base, lower: base, value: base }, ...others]
    return readSentence(statement, env)
  })
  const [best] = readings.sort((a, b) => a.cost - b.cost)
  if (best === undefined) {
    const message = `not understood: "before ${verb.text}"; say it as "before sending ...", or "then send ..."`
    return failed(tokens, env, { code: 'UNREAD_WORDS', message })
  }
  return approved(best, { asking, own }, env)
}

function nothingBut(env: Environment): Environment {
  return { ...env, before: null }
}

function phraseIsNextStep(tokens: readonly Token[]): boolean {
  const said = tokens.map(token => token.lower).join(' ')
  return ['the next step', 'the next one', 'going on', 'continuing', 'proceeding'].includes(said)
}

/** The clause may only repeat what the step says. */
function isRepeated({ kind, lower }: Token, following: readonly Token[]): boolean {
  if (kind === 'mark' || articles.has(lower) || joints.has(lower) || pronouns.has(lower)) return true
  return following.some(
    token => token.lower === lower || stem(token.lower) === stem(lower) || token.lower.endsWith(lower),
  )
}

/**
 * The first step of what was read is approved: its own policy when it is a tool call, else a step before it.
 */
export function withApproval(read: Attempt, pending: PendingApproval, env: Environment): Attempt {
  const [first, ...others] = read.steps
  if (first?.kind !== 'tool') return read
  const { policy, timeoutMs } = pending
  const message = pending.message ?? textValue(first.title, env).argument
  const approval: ApprovalPolicy = { ...policy, message, ...(timeoutMs === null ? {} : { timeoutMs }) }
  const step: Step = { ...first, approval }
  return { ...read, steps: [step, ...others] }
}

function approved(
  read: Attempt,
  { asking, own }: { asking: Asking; own: readonly Token[] },
  env: Environment,
): Attempt {
  if (read.steps[0]?.kind === 'tool') return withApproval(read, asking, env)
  const alone = standalone(asking, own, { ...env, takenIds: read.env.takenIds })
  return {
    ...join(alone, read),
    env: { ...read.env, results: [...read.env.results, ...alone.env.results.slice(-1)] },
  }
}

function standalone(asking: Asking, own: readonly Token[], env: Environment): Attempt {
  const id = freshId('approval', env)
  const { policy, timeoutMs, condition } = asking
  const common = stepOf(id, own, env)
  const when = condition === null ? {} : { when: condition.expression }
  const message = asking.message ?? textValue(common.title, env).argument
  const limit = timeoutMs === null ? {} : { timeoutMs }
  const step: Step = { ...common, ...when, ...limit, kind: 'approval', ...policy, message }
  const result = {
    names: ['', 'approval', 'decision'],
    schema: decisionSchema,
    isUnclear: condition !== null,
  }
  const read = single(step, env, { result })
  // What was approved is still what "it" means.
  const attempt = { ...read, env: { ...read.env, antecedent: env.antecedent } }
  return withValues(attempt, condition?.values ?? [], own)
}
