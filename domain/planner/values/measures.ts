// What is said of a list: "the number of items", "the first item of the result", "the sum of ...".
import type { JsonSchema } from '../../json.ts'
import type { Environment } from '../environment.ts'
import type { Token } from '../text/tokens.ts'
import { articles, contentNouns } from '../text/words.ts'
import { antecedentValue, resultValue } from './fields.ts'
import { computed, isPluralOf, type Value, valueAt } from './values.ts'

interface Measure {
  readonly form: (list: string) => string
  readonly type?: string
}

const counted: Measure = { form: list => `size(${list})`, type: 'integer' }

/** What is said of a list, and the CEL for it. */
const measures: { readonly [noun: string]: Measure } = {
  number: counted,
  count: counted,
  length: counted,
  size: counted,
  sum: { form: list => `sum(${list})`, type: 'number' },
  average: { form: list => `sum(${list}) / size(${list})`, type: 'number' },
  mean: { form: list => `sum(${list}) / size(${list})`, type: 'number' },
  minimum: { form: list => `min(${list})` },
  smallest: { form: list => `min(${list})` },
  lowest: { form: list => `min(${list})` },
  maximum: { form: list => `max(${list})` },
  largest: { form: list => `max(${list})` },
  highest: { form: list => `max(${list})` },
}

/** "the number of X", "the first item of X" */
export function measured(tokens: readonly Token[], at: number, env: Environment): Value | null {
  const { lower } = tokens[at]!
  const measure = Object.hasOwn(measures, lower) ? measures[lower]! : null
  if (measure !== null && tokens[at + 1]?.lower === 'of') {
    const of = listAt(tokens, at + 2, env) ?? (measure === counted ? loopOf(tokens, at + 2, env) : null)
    const schema = measure.type === undefined ? null : { type: measure.type }
    return of && computed({ ...kept(of), expression: measure.form(of.expression), schema }, of.end)
  }
  if (lower !== 'first' && lower !== 'last') return null
  let next = at + 1
  if (['item', 'element', 'row', 'entry', 'one', 'record'].includes(tokens[next]?.lower ?? '')) next += 1
  else if (tokens[next]?.lower !== 'of') return null
  const isOf = tokens[next]?.lower === 'of' || tokens[next]?.lower === 'in'
  const of = isOf ? listAt(tokens, next + 1, env) : env.antecedent && antecedentValue(env.antecedent, next)
  const items = of?.schema?.['items']
  const schema = typeof items === 'object' && items !== null ? (items as JsonSchema) : null
  return of && computed({ ...kept(of), expression: `${lower}(${of.expression})`, schema }, of.end)
}

/** "the number of orders": a loop over them has as many results. */
function loopOf(tokens: readonly Token[], start: number, env: Environment): Value | null {
  const at = articles.has(tokens[start]?.lower ?? '') ? start + 1 : start
  const noun = tokens[at]
  const loop = env.results.findLast(
    ({ id }) => noun?.kind === 'word' && id.startsWith('each_') && isPluralOf(noun.lower, id.slice(5)),
  )
  return loop === undefined ? null : resultValue(loop, at + 1)
}

/** What must be said about a value stays with what is made of it. */
function kept({ assumption, unclear }: Value): Partial<Value> {
  return {
    ...(assumption === undefined ? {} : { assumption }),
    ...(unclear === undefined ? {} : { unclear }),
  }
}

/** A list, which after "the number of" may be said without an article: "items". */
function listAt(tokens: readonly Token[], at: number, env: Environment): Value | null {
  const value = valueAt(tokens, at, env)
  const isBare = tokens[at]?.kind === 'word' && contentNouns.has(tokens[at]!.lower)
  return value ?? (isBare && env.antecedent !== null ? antecedentValue(env.antecedent, at + 1) : null)
}
