// Value phrases: literals, placeholders, and references to what came before ("the result", "its title", "step
// 2", "the total of the order"). Each gives a CEL expression, or a literal, and what is known of its type.
import type { JsonSchema } from '../../json.ts'
import type { Argument } from '../../plan/plan.ts'
import { stem } from '../../tools/tool-search.ts'
import { type Environment, itemOf, type Result, variableNamed } from '../environment.ts'
import { expressionOf, literalOf } from '../text/literals.ts'
import type { Token } from '../text/tokens.ts'
import { articles, contentNouns, possessives, pronouns, wholeNouns } from '../text/words.ts'
import {
  antecedentValue,
  content,
  contentCalled,
  fieldOf,
  follow,
  propertyOf,
  resultValue,
  schemaOfPath,
} from './fields.ts'
import { measured } from './measures.ts'

export interface Value {
  readonly argument: Argument
  /** The same as CEL. */
  readonly expression: string
  readonly schema: JsonSchema | null
  /** Index of the token after the phrase. */
  readonly end: number
  /** The quoted text as it was written, placeholders and all. */
  readonly quoted?: string
  /** The whole answer, where the expression is only its body. */
  readonly whole?: Omit<Value, 'end'>
  /** Said aloud when the reading was a choice: `read "the total" as order.total`. */
  readonly assumption?: string
  /** More than one thing could be meant; the reading is refused with this. */
  readonly unclear?: string
}

export type Reference = Omit<Value, 'end' | 'argument'>

/** The value phrase that begins at a token, or null. */
export function valueAt(tokens: readonly Token[], at: number, env: Environment): Value | null {
  const token = tokens[at]
  if (token === undefined) return null
  let first = at
  while (tokens[first]?.kind === 'word' && articles.has(tokens[first]!.lower)) first += 1
  const head = tokens[first]
  const literal = head === undefined ? null : literalOf(head, env)
  if (literal !== null) return withSuffixes({ ...literal, end: first + 1 }, tokens, env)
  if (token.kind !== 'word') return null
  const reference = referenceAt(tokens, at, env)
  return reference === null ? null : withSuffixes(reference, tokens, env)
}

/** A computed value. */
export function computed(reference: Reference, end: number): Value {
  return { ...reference, argument: { $: reference.expression }, end }
}

export function typeOf(schema: JsonSchema | null): readonly string[] {
  const type = schema?.['type']
  return typeof type === 'string' ? [type] : Array.isArray(type) ? (type as string[]) : []
}

function referenceAt(tokens: readonly Token[], start: number, env: Environment): Value | null {
  let at = start
  while (tokens[at]?.kind === 'word' && (articles.has(tokens[at]!.lower) || isDeterminer(tokens, at, env)))
    at += 1
  const token = tokens[at]
  if (token?.kind !== 'word') return null
  const isDefinite = at > start
  return (
    ownedField(tokens, at, env) ??
    numberedStep(tokens, at, env) ??
    errorMessage(tokens, at, env) ??
    measured(tokens, at, env) ??
    partOf(tokens, at, env) ??
    named(token, at, env) ??
    previous(tokens, at, { env, isDefinite }) ??
    (isDefinite ? fieldOfAntecedent(token, at, env) : null)
  )
}

/** "each order", "this order", "the previous result": the word before a noun that says which. */
function isDeterminer(tokens: readonly Token[], at: number, env: Environment): boolean {
  const next = tokens[at + 1]
  if (next?.kind !== 'word') return false
  const { lower } = tokens[at]!
  const isNoun = contentNouns.has(next.lower) || wholeNouns.has(next.lower)
  if (lower === 'last') return next.lower === 'result' || wholeNouns.has(next.lower)
  if (['previous', 'resulting', 'returned', 'whole', 'entire', 'parsed'].includes(lower)) return isNoun
  const isItem =
    variableNamed(env, next.lower.split('.')[0]!) !== null || (next.lower === 'item' && itemOf(env) !== null)
  if (lower === 'each' || lower === 'every') return isItem
  return ['this', 'that', 'current', 'these', 'those'].includes(lower) && (isItem || isNoun)
}

/** "its title" */
function ownedField(tokens: readonly Token[], at: number, env: Environment): Value | null {
  const field = tokens[at + 1]
  if (!possessives.has(tokens[at]!.lower) || field?.kind !== 'word' || env.antecedent === null) return null
  return fieldOf(antecedentValue(env.antecedent, at + 1), field.text, at + 2)
}

/** "step 2", "the result of step 2" comes here through partOf. */
function numberedStep(tokens: readonly Token[], at: number, env: Environment): Value | null {
  const number = tokens[at + 1]
  if (tokens[at]!.lower !== 'step' || number?.kind !== 'number') return null
  const id = env.numbered.get(Number(number.value))
  const result = env.results.find(each => each.id === id)
  return result === undefined ? null : content(result, at + 2)
}

/** "the error message", where there is an error */
function errorMessage(tokens: readonly Token[], at: number, env: Environment): Value | null {
  const isSaid = tokens[at]!.lower === 'error' && tokens[at + 1]?.lower === 'message'
  if (!isSaid || !variableNamed(env, 'error')?.isError) return null
  return computed({ expression: 'error.message', schema: { type: 'string' } }, at + 2)
}

/** "the title of the page", "the output of step 2" */
function partOf(tokens: readonly Token[], at: number, env: Environment): Value | null {
  const [noun, of] = [tokens[at]!, tokens[at + 1]]
  if (of?.lower !== 'of') return null
  const whole = valueAt(tokens, at + 2, env)
  if (whole === null || typeof whole.argument !== 'object') return null
  if (contentNouns.has(noun.lower)) return contentCalled(noun.lower, whole)
  if (wholeNouns.has(noun.lower))
    return whole.whole === undefined ? whole : { ...whole.whole, end: whole.end }
  return fieldOf(whole, noun.text, whole.end)
}

/** The name of a result, of a loop's item, or of an input; a path may follow it. */
function named(token: Token, at: number, env: Environment): Value | null {
  const [head = '', ...path] = token.text.split('.')
  const variable = variableNamed(env, head) ?? (head.toLowerCase() === 'item' ? itemOf(env) : null)
  if (variable !== null) {
    return follow(computed({ expression: variable.name, schema: variable.schema }, at + 1), path)
  }
  if (head === 'inputs' && path.length > 0)
    return follow(computed({ expression: 'inputs', schema: null }, at + 1), path)
  if (head === 'steps' && path.length > 0) {
    const expression = expressionOf(token.text, env)
    return computed({ expression, schema: schemaOfPath(expression, env) }, at + 1)
  }
  const result = env.results.findLast(each => each.id === head.toLowerCase() || isCalled(each, head))
  if (result === undefined || (path.length === 0 && contentNouns.has(head.toLowerCase()))) return null
  return follow(content(result, at + 1), path)
}

/** Was it the author who gave the name? The verb of a step is a name only inside of placeholders. */
function isCalled(result: Result, word: string): boolean {
  return result.names.slice(1).includes(word.toLowerCase())
}

/** "it", "the result", "the response" */
function previous(
  tokens: readonly Token[],
  at: number,
  where: { env: Environment; isDefinite: boolean },
): Value | null {
  const { lower } = tokens[at]!
  const { env, isDefinite } = where
  const isPronoun = pronouns.has(lower) && !isDefinite
  const isNoun = isDefinite && (contentNouns.has(lower) || wholeNouns.has(lower))
  const isBare = !isDefinite && ['result', 'results', 'response'].includes(lower)
  if ((!isPronoun && !isNoun && !isBare) || env.antecedent === null) return null
  const value = antecedentValue(env.antecedent, at + 1)
  if (isNoun && contentNouns.has(lower)) return contentCalled(lower, value)
  return wholeNouns.has(lower) && value.whole !== undefined ? { ...value.whole, end: at + 1 } : value
}

/** "the status": a field that the last result is known to have, or a field of the loop's item. */
function fieldOfAntecedent(token: Token, at: number, env: Environment): Value | null {
  const field = token.text
  if (env.antecedent?.type === 'result' && !env.antecedent.result.isUnclear) {
    const whole = resultValue(env.antecedent.result, at + 1)
    if (propertyOf(whole.schema, field) !== null) return fieldOf(whole, field, at + 1)
  }
  const variable = itemOf(env)
  if (variable === null) return null
  const owner = computed({ expression: variable.name, schema: variable.schema }, at + 1)
  const value = fieldOf(owner, field, at + 1)
  return value && { ...value, assumption: `read "the ${field}" as ${value.expression}` }
}

/** `'s title`, after any value that is computed. */
function withSuffixes(value: Value, tokens: readonly Token[], env: Environment): Value {
  const [mark, field] = [tokens[value.end], tokens[value.end + 1]]
  if (mark?.kind !== 'possessive' || field?.kind !== 'word') return value
  const next = fieldOf(value, field.text, value.end + 2)
  return next === null ? value : withSuffixes(next, tokens, env)
}

/** The plural that a loop's variable comes from: "order" for "orders". */
export function isPluralOf(plural: string, singular: string): boolean {
  return plural !== singular && stem(plural) === stem(singular)
}
