// Loops: "for each order in the result, 5 at a time: ...".
import type { Step } from '../../plan/plan.ts'
import { type Attempt, diagnostic, failed, single, stepOf, withDiagnostics } from '../attempt.ts'
import { type Environment, freshId, leave, resultNamed, withVariable } from '../environment.ts'
import { withValues } from '../reading.ts'
import { readBody, type Where } from '../statements.ts'
import { countAt } from '../text/times.ts'
import type { Token } from '../text/tokens.ts'
import { articles, reservedNames } from '../text/words.ts'
import { phraseAt } from '../values/conditions.ts'
import { antecedentValue, fieldOf, propertyOf } from '../values/fields.ts'
import { isPluralOf, typeOf, type Value, valueAt } from '../values/values.ts'

export function readForeach(tokens: readonly Token[], start: number, { body, env }: Where): Attempt {
  const header = loopHeader(tokens, start, env)
  if (header === null) {
    const message =
      'not understood: say "for each <name> in <list>", for example "for each order in the result"'
    return failed(tokens, env, { code: 'UNREAD_WORDS', message })
  }
  const { name, over, concurrency } = header
  const types = typeOf(over.schema)
  const id = freshId(`each_${name}`, env)
  const outer = { ...env, takenIds: new Set([...env.takenIds, id]) }
  const items = over.schema?.['items']
  const schema =
    typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as Value['schema']) : null
  const inner = readBody(tokens.slice(header.end), body.items, withVariable(outer, { name, schema }))
  const block = { kind: 'foreach', over: over.expression, as: name, steps: inner.steps } as const
  const common = stepOf(id, tokens, env)
  const step: Step = concurrency === null ? { ...common, ...block } : { ...common, ...block, concurrency }
  const attempt = single(step, leave(env, inner.env), {
    result: { schema: { type: 'array' } },
    cost: inner.cost,
  })
  const known = withValues(withDiagnostics(attempt, inner.diagnostics), [over], tokens.slice(0, header.end))
  if (types.length === 0 || types.includes('array')) return known
  const message = `${over.expression} is not a list but ${types.join(' or ')}: a loop needs a list`
  return withDiagnostics(
    known,
    [diagnostic(tokens, { code: 'NOT_A_LIST', severity: 'error', path: id, message })],
    10,
  )
}

interface LoopHeader {
  readonly name: string
  readonly over: Value
  readonly concurrency: number | null
  readonly end: number
}

/** `order in the result`, `of the orders`, `order` alone; then `, 5 at a time`. */
function loopHeader(tokens: readonly Token[], start: number, env: Environment): LoopHeader | null {
  const isOf = tokens[start]?.lower === 'of'
  let at = isOf ? start + 1 : start
  while (articles.has(tokens[at]?.lower ?? '')) at += 1
  const noun = tokens[at]
  if (noun?.kind !== 'word') return null
  const link = tokens[at + 1]?.lower ?? ''
  const isLinked = !isOf && ['in', 'of', 'from', 'within'].includes(link)
  const over = isLinked
    ? valueAt(tokens, at + 2, env)
    : isOf
      ? valueAt(tokens, start + 1, env)
      : impliedList(noun, at + 1, env)
  if (over === null) return null
  const name = variableName(isOf ? singular(noun.text) : noun.text, env)
  const list =
    over.whole !== undefined && typeOf(over.whole.schema).includes('array')
      ? { ...over.whole, end: over.end }
      : (onlyListIn(over) ?? over)
  const rate = atATime(tokens, over.end)
  return { name, over: list, concurrency: rate?.count ?? null, end: rate?.end ?? over.end }
}

/** "for each order": the list that was called orders, or what came just before, which is said aloud. */
function impliedList(noun: Token, end: number, env: Environment): Value | null {
  const called = env.results.findLast(result =>
    [result.id, ...result.names].some(name => isPluralOf(name, noun.lower)),
  )
  const result = called === undefined ? null : resultNamed(env, called.id)
  if (result !== null) return { ...antecedentValue({ type: 'result', result }, end) }
  if (env.antecedent === null) return null
  const answer = antecedentValue(env.antecedent, end)
  const value = listIn(answer, noun.lower) ?? answer
  return { ...value, assumption: `took ${value.expression} as the list of "${noun.text}"` }
}

/** "for each entry" of an answer that has `entries`. */
function listIn(answer: Value, noun: string): Value | null {
  const properties = answer.schema?.['properties']
  if (typeof properties !== 'object' || properties === null) return null
  const plural = Object.keys(properties).find(name => isPluralOf(name, noun))
  return plural === undefined ? null : fieldOf(answer, plural, answer.end)
}

/**
 * "for each item in the feed", of which only the `entries` are a list: they are meant, and it is said aloud.
 */
function onlyListIn(answer: Value): Value | null {
  const properties = answer.schema?.['properties']
  if (typeof properties !== 'object' || properties === null) return null
  const lists = Object.keys(properties).filter(name =>
    typeOf(propertyOf(answer.schema, name)).includes('array'),
  )
  const list = lists.length === 1 ? fieldOf(answer, lists[0]!, answer.end) : null
  return list && { ...list, assumption: `took ${list.expression} as the list` }
}

function atATime(tokens: readonly Token[], from: number): { count: number; end: number } | null {
  let at = from
  while (['(', ',', 'at', 'most', 'up', 'to'].includes(tokens[at]?.lower ?? '')) at += 1
  const count = countAt(tokens, at)
  if (count === null || count < 1 || count > 1_000) return null
  const end = phraseAt(tokens, at + 1, 'at a time') ?? phraseAt(tokens, at + 1, 'in parallel')
  if (end === null) return null
  return { count, end: tokens[end]?.text === ')' ? end + 1 : end }
}

function variableName(word: string, env: Environment): string {
  const plain = freshId(word, { ...env, takenIds: new Set(env.variables.map(variable => variable.name)) })
  return reservedNames.has(plain) ? `${plain}_item` : plain
}

function singular(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y')
  return /(ss|us)$/i.test(word) ? word : word.replace(/s$/i, '')
}
