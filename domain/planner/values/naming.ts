// "set total to ...", "save the result as orders": a value under a name of the author's choice.
import type { Step } from '../../plan/plan.ts'
import { type Attempt, type Defect, failed, single, stepOf } from '../attempt.ts'
import { type Environment, freshId } from '../environment.ts'
import { isRead, withUnread, withValues } from '../reading.ts'
import type { Token } from '../text/tokens.ts'
import { articles } from '../text/words.ts'
import { phraseAt } from './conditions.ts'
import { type Value, valueAt } from './values.ts'

/** `set <name> to <value>` */
export function readSet(rest: readonly Token[], tokens: readonly Token[], env: Environment): Attempt | null {
  const at = articles.has(rest[0]?.lower ?? '') ? 1 : 0
  const name = rest[at]
  const from = ['to', 'be', '=', 'as'].map(word => phraseAt(rest, at + 1, word)).find(after => after !== null)
  if (name?.kind !== 'word' || from === undefined) return null
  const value = valueAt(rest, from, env)
  if (value === null) return withUnread(failed(tokens, env, unreadValue(rest.slice(from))), [])
  return named(name.text, value, { tokens, env, unread: rest.slice(value.end).filter(isRead) })
}

/** `save <value> as <name>`, `call it <name>` */
export function readSave(rest: readonly Token[], tokens: readonly Token[], env: Environment): Attempt | null {
  const value = valueAt(rest, 0, env)
  if (value === null || typeof value.argument !== 'object') return null
  // "Save the orders as XLSX" asks for a file.
  if (rest[value.end]?.lower === 'as' && fileFormats.has(rest[value.end + 1]?.lower ?? '')) return null
  const link = phraseAt(rest, value.end, 'as') ?? phraseAt(rest, value.end, 'under the name') ?? value.end
  const at = articles.has(rest[link]?.lower ?? '') ? link + 1 : link
  const name = rest[at]
  if (name?.kind !== 'word' && name?.kind !== 'text' && name?.kind !== 'code') return null
  return named(name.text, value, { tokens, env, unread: rest.slice(at + 1).filter(isRead) })
}

const fileFormats: ReadonlySet<string> = new Set([
  'csv',
  'xlsx',
  'excel',
  'pdf',
  'html',
  'json',
  'yaml',
  'xml',
  'ics',
])

function named(
  name: string,
  value: Value,
  { tokens, env, unread }: { tokens: readonly Token[]; env: Environment; unread: readonly Token[] },
): Attempt {
  const step: Step = { ...stepOf(freshId(name, env), tokens, env), kind: 'set', value: value.argument }
  const about = { names: ['', name.toLowerCase()], schema: value.schema }
  const result = value.whole === undefined ? about : { ...about, answer: value.whole }
  const attempt = single(step, env, { result })
  return withUnread(withValues(attempt, [value], tokens), unread)
}

function unreadValue(tokens: readonly Token[]): Defect {
  const words = tokens.map(token => token.text).join(' ')
  return { code: 'UNREAD_WORDS', message: `not understood as a value: "${words}"; put texts in quotes` }
}
