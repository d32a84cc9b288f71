// "return ...": one value, several fields, or an object put together from named values.
import type { Argument, Step } from '../../plan/plan.ts'
import { type Attempt, ending, stepOf } from '../attempt.ts'
import { type Environment, freshId } from '../environment.ts'
import { isRead, isWords, withUnread, withValues } from '../reading.ts'
import type { Token } from '../text/tokens.ts'
import { articles, weighty } from '../text/words.ts'
import { prepositions } from '../tools/tool-words.ts'
import { phraseAt } from './conditions.ts'
import { type Value, valueAt } from './values.ts'

export function readReturn(rest: readonly Token[], tokens: readonly Token[], env: Environment): Attempt {
  const { argument, values, unread } = readResult(rest, env)
  const step: Step = { ...stepOf(freshId('return', env), tokens, env), kind: 'return', value: argument }
  return withUnread(withValues(ending(step, env), values, tokens), unread)
}

interface ReadResult {
  readonly argument: Argument
  readonly values: readonly Value[]
  readonly unread: readonly Token[]
}

/**
 * One value, several fields ("its status and its body"), or named ones ("name <value> and total <value>").
 */
function readResult(tokens: readonly Token[], env: Environment): ReadResult {
  const from = ['an object with', 'object with', 'a map with']
    .map(words => phraseAt(tokens, 0, words))
    .find(at => at !== null)
  const start = from ?? 0
  if (!isWords(tokens.slice(start))) return { argument: null, values: [], unread: [] }
  const value = valueAt(tokens, start, env)
  if (value !== null && from === undefined && !isWords(tokens.slice(value.end))) {
    return { argument: value.argument, values: [value], unread: [] }
  }
  const fields: [string, Value][] = []
  let isNamed = from !== undefined
  let at = start
  while (at < tokens.length) {
    while (['and', ','].includes(tokens[at]?.lower ?? '')) at += 1
    const field = fieldAt(tokens, at, env)
    if (field === null) break
    fields.push([field.name, field.value])
    isNamed ||= field.isNamed
    at = field.value.end
  }
  // One word before one value is more likely a word that was not understood than a name.
  if (!isNamed && fields.length < 2)
    return { argument: null, values: [], unread: tokens.slice(start).filter(isRead) }
  const joint = tokens.find(token => token.lower === 'and')
  if (from === undefined && fields.length === 1 && joint !== undefined)
    return { argument: null, values: [], unread: [joint] }
  const argument = Object.fromEntries(fields.map(([name, each]) => [name, each.argument]))
  const unread = tokens.slice(at).filter(isRead)
  return { argument: fields.length === 0 ? null : argument, values: fields.map(([, each]) => each), unread }
}

interface Field {
  readonly name: string
  readonly value: Value
  /** It is plain which word is the name: a link follows, or it is the field's own. */
  readonly isNamed: boolean
}

function fieldAt(tokens: readonly Token[], start: number, env: Environment): Field | null {
  let at = start
  while (articles.has(tokens[at]?.lower ?? '')) at += 1
  const key = tokens[at]
  const own = valueAt(tokens, start, env)
  // A field is called as it is where it comes from.
  const [, last] = /[.]([A-Za-z_]\w*)$/.exec(own?.expression ?? '') ?? []
  const isEnd = own !== null && [undefined, ',', 'and', '.'].includes(tokens[own.end]?.lower)
  if (own !== null && last !== undefined && isEnd) return { name: last, value: own, isNamed: true }
  if ((key?.kind !== 'word' && key?.kind !== 'text') || weighty.has(key.lower) || prepositions.has(key.lower))
    return null
  const link = [':', '=', 'as', 'is', 'set to']
    .map(words => phraseAt(tokens, at + 1, words))
    .find(after => after !== null)
  const value = valueAt(tokens, link ?? at + 1, env)
  return value === null ? null : { name: key.text, value, isNamed: link !== undefined }
}
