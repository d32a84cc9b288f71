// Conditions: `<value> is more than 100 and <value> contains "x" or ...`. Gives CEL. `or` binds weaker than
// `and`.
import { decisionAt } from '../approvals/denials.ts'
import type { Environment } from '../environment.ts'
import type { Token } from '../text/tokens.ts'
import { articles } from '../text/words.ts'
import { typeOf, type Value, valueAt } from './values.ts'

export interface Condition {
  readonly expression: string
  readonly end: number
  /** What was assumed, or is unclear, on the way. */
  readonly values: readonly Value[]
}

/** The condition that begins at a token and goes on as far as it can, or null. */
export function conditionAt(tokens: readonly Token[], at: number, env: Environment): Condition | null {
  return chain(tokens, at, 'or', (from: number) =>
    chain(tokens, from, 'and', from2 => comparisonAt(tokens, from2, env)),
  )
}

function chain(
  tokens: readonly Token[],
  at: number,
  word: 'and' | 'or',
  part: (at: number) => Condition | null,
): Condition | null {
  const first = part(at)
  if (first === null) return null
  const parts = [first]
  let end = first.end
  while (tokens[end]?.lower === word) {
    const next = part(end + 1)
    if (next === null) break
    parts.push(next)
    end = next.end
  }
  if (parts.length === 1) return first
  const joined = parts.map(each => `(${each.expression})`).join(word === 'and' ? ' && ' : ' || ')
  return { expression: joined, end, values: parts.flatMap(each => each.values) }
}

type Form = (left: string, right: string) => string

/** Comparisons with a value after them, the longest first. `number()` reads the numbers of CSV cells. */
const binary: readonly (readonly [string, Form, 'number'?])[] = [
  ['is not equal to', (a, b) => `${a} != ${b}`],
  ['does not equal', (a, b) => `${a} != ${b}`],
  ['is equal to', (a, b) => `${a} == ${b}`],
  ['are equal to', (a, b) => `${a} == ${b}`],
  ['is greater than or equal to', (a, b) => `${a} >= ${b}`, 'number'],
  ['is less than or equal to', (a, b) => `${a} <= ${b}`, 'number'],
  ['is greater than', (a, b) => `${a} > ${b}`, 'number'],
  ['is more than', (a, b) => `${a} > ${b}`, 'number'],
  ['is larger than', (a, b) => `${a} > ${b}`, 'number'],
  ['is higher than', (a, b) => `${a} > ${b}`, 'number'],
  ['is over', (a, b) => `${a} > ${b}`, 'number'],
  ['is above', (a, b) => `${a} > ${b}`, 'number'],
  ['exceeds', (a, b) => `${a} > ${b}`, 'number'],
  ['is less than', (a, b) => `${a} < ${b}`, 'number'],
  ['is fewer than', (a, b) => `${a} < ${b}`, 'number'],
  ['is smaller than', (a, b) => `${a} < ${b}`, 'number'],
  ['is lower than', (a, b) => `${a} < ${b}`, 'number'],
  ['is under', (a, b) => `${a} < ${b}`, 'number'],
  ['is below', (a, b) => `${a} < ${b}`, 'number'],
  ['is at least', (a, b) => `${a} >= ${b}`, 'number'],
  ['is at most', (a, b) => `${a} <= ${b}`, 'number'],
  ['is one of', (a, b) => `${a} in ${b}`],
  ['does not contain', (a, b) => `!contains(${a}, ${b})`],
  ['does not include', (a, b) => `!contains(${a}, ${b})`],
  ["doesn't contain", (a, b) => `!contains(${a}, ${b})`],
  ["doesn't include", (a, b) => `!contains(${a}, ${b})`],
  ['contains', (a, b) => `contains(${a}, ${b})`],
  ['includes', (a, b) => `contains(${a}, ${b})`],
  ['starts with', (a, b) => `startsWith(${a}, ${b})`],
  ['begins with', (a, b) => `startsWith(${a}, ${b})`],
  ['ends with', (a, b) => `endsWith(${a}, ${b})`],
  ['is not', (a, b) => `${a} != ${b}`],
  ["isn't", (a, b) => `${a} != ${b}`],
  ['are not', (a, b) => `${a} != ${b}`],
  ['equals', (a, b) => `${a} == ${b}`],
  ['>=', (a, b) => `${a} >= ${b}`, 'number'],
  ['<=', (a, b) => `${a} <= ${b}`, 'number'],
  ['!=', (a, b) => `${a} != ${b}`],
  ['==', (a, b) => `${a} == ${b}`],
  ['=', (a, b) => `${a} == ${b}`],
  ['>', (a, b) => `${a} > ${b}`, 'number'],
  ['<', (a, b) => `${a} < ${b}`, 'number'],
  ['is', (a, b) => `${a} == ${b}`],
  ['are', (a, b) => `${a} == ${b}`],
]

/** Questions about one value. A value that is not there counts as empty and missing. */
const unary: readonly (readonly [string, (value: string) => string])[] = [
  ['is not empty', value => `size(default(${value}, "")) > 0`],
  ["isn't empty", value => `size(default(${value}, "")) > 0`],
  ['are not empty', value => `size(default(${value}, "")) > 0`],
  ['is empty', value => `size(default(${value}, "")) == 0`],
  ['are empty', value => `size(default(${value}, "")) == 0`],
  ['is blank', value => `size(default(${value}, "")) == 0`],
  ['is missing', value => `default(${value}, null) == null`],
  ['is not set', value => `default(${value}, null) == null`],
  ['does not exist', value => `default(${value}, null) == null`],
  ['is set', value => `default(${value}, null) != null`],
  ['is present', value => `default(${value}, null) != null`],
  ['exists', value => `default(${value}, null) != null`],
]

function comparisonAt(tokens: readonly Token[], start: number, env: Environment): Condition | null {
  const decision = decisionAt(tokens, start, env)
  if (decision !== null) return decision
  const at = tokens[start]?.lower === 'there' ? start + 1 : start
  const left = valueAt(tokens, at, env)
  if (left === null) return null
  for (const [words, form] of unary) {
    const end = phraseAt(tokens, left.end, words)
    if (end !== null) return { expression: form(left.expression), end, values: [left] }
  }
  for (const [words, form, operand] of binary) {
    const from = phraseAt(tokens, left.end, words)
    const right = from === null ? null : rightOf(tokens, from, words, env)
    if (right === null) continue
    const isNumber =
      operand === 'number' && typeOf(right.schema).some(type => type === 'number' || type === 'integer')
    const subject = isNumber && !isNumeric(left) ? `number(${left.expression})` : left.expression
    return { expression: form(subject, right.expression), end: right.end, values: [left, right] }
  }
  const isQuestion = typeof left.argument === 'object' && left.argument !== null
  return isQuestion ? { expression: `${left.expression} == true`, end: left.end, values: [left] } : null
}

function rightOf(tokens: readonly Token[], at: number, words: string, env: Environment): Value | null {
  if (words !== 'is one of') return valueAt(tokens, at, env)
  const first = valueAt(tokens, at, env)
  if (first === null) return null
  const values = [first]
  let end = first.end
  for (;;) {
    let next = end
    while (tokens[next]?.lower === ',' || tokens[next]?.lower === 'or' || tokens[next]?.lower === 'and')
      next += 1
    const value = next > end && tokens[next]?.kind !== 'word' ? valueAt(tokens, next, env) : null
    if (value === null) break
    values.push(value)
    end = value.end
  }
  if (values.length === 1 && typeof first.argument === 'object') return first
  const list = `[${values.map(value => value.expression).join(', ')}]`
  return { argument: { $: list }, expression: list, schema: { type: 'array' }, end }
}

function isNumeric(value: Value): boolean {
  const types = typeOf(value.schema)
  return types.length > 0 && types.every(type => type === 'number' || type === 'integer')
}

/** Index after the words of a phrase, or null when they do not stand there. */
export function phraseAt(tokens: readonly Token[], at: number, phrase: string): number | null {
  let index = at
  for (const word of phrase.split(' ')) {
    while (tokens[index] !== undefined && articles.has(tokens[index]!.lower) && tokens[index]!.lower !== word)
      index += 1
    const token = tokens[index]
    if (token === undefined || token.lower !== word || (token.kind !== 'word' && token.kind !== 'mark'))
      return null
    index += 1
  }
  return index
}
