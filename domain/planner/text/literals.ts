// Values that stand in the prompt itself: texts, numbers, addresses, JSON, and placeholders.
import { escapeTemplate } from '../../expression/template.ts'
import type { Json, JsonObject, JsonSchema } from '../../json.ts'
import { type Environment, itemOf, type Result, resultNamed, variableNamed } from '../environment.ts'
import { propertyOf, schemaOfPath } from '../values/fields.ts'
import type { Value } from '../values/values.ts'
import type { Token } from './tokens.ts'

export function literalOf(token: Token, env: Environment): Omit<Value, 'end'> | null {
  switch (token.kind) {
    case 'text':
    case 'code':
      return textValue(token.text, env)
    case 'url':
      return { ...textValue(token.text, env), schema: { type: 'string', format: 'uri' } }
    case 'email':
      return literal(token.value, { type: 'string', format: 'email' })
    case 'date':
      return literal(token.value, { type: 'string', format: 'date' })
    case 'time':
      return literal(token.value, { type: 'string', format: 'time' })
    case 'number':
      return literal(token.value, { type: Number.isInteger(token.value) ? 'integer' : 'number' })
    case 'json':
      return jsonValue(token.value, env)
    case 'placeholder':
      return placeholder(token.text, env)
    case 'word':
      if (token.lower === 'true' || token.lower === 'false')
        return literal(token.lower === 'true', { type: 'boolean' })
      if (token.lower === 'null' || token.lower === 'nothing') return literal(null, { type: 'null' })
      return null
    default:
      return null
  }
}

function literal(value: Json, schema: JsonSchema): Omit<Value, 'end'> {
  return { argument: value, expression: JSON.stringify(value), schema }
}

const placeholderPattern = /\{\{([\s\S]{1,1000}?)\}\}/g

/** A quoted text; `{{...}}` inside of it is filled in when the step runs. */
export function textValue(text: string, env: Environment): Omit<Value, 'end'> {
  const parts = text.split(placeholderPattern)
  if (parts.length === 1) return { ...literal(text, { type: 'string' }), quoted: text }
  if (parts.length === 3 && parts[0] === '' && parts[2] === '')
    return { ...placeholder(parts[1]!, env), quoted: text }
  const isCode = (index: number) => index % 2 === 1
  const template = parts
    .map((part, i) => (isCode(i) ? `\${${expressionOf(part, env)}}` : escapeTemplate(part)))
    .join('')
  const sum = parts
    .map((part, i) => (isCode(i) ? `string(${expressionOf(part, env)})` : JSON.stringify(part)))
    .filter(part => part !== '""')
    .join(' + ')
  return { argument: { $t: template }, expression: sum, schema: { type: 'string' }, quoted: text }
}

/** JSON in the prompt; its texts may hold placeholders. */
function jsonValue(value: Json, env: Environment): Omit<Value, 'end'> {
  const argument = fill(value, env)
  const type = Array.isArray(value) ? 'array' : 'object'
  return { argument, expression: JSON.stringify(value), schema: { type } }
}

function fill(value: Json, env: Environment): Json {
  if (typeof value === 'string') return textValue(value, env).argument
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => fill(item, env))
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, item]) => [key, fill(item, env)]))
}

function placeholder(source: string, env: Environment): Omit<Value, 'end'> {
  const expression = expressionOf(source, env)
  return { argument: { $: expression }, expression, schema: schemaOfPath(expression, env) }
}

/**
 * The CEL of a placeholder: CEL itself, in which a step may also be called by its number (`step 2.body`), by
 * its verb or by the name that the prompt gave it.
 */
export function expressionOf(source: string, env: Environment): string {
  const byNumber = source.trim().replace(/\bstep (\d{1,3})\b/gi, (whole, digits: string) => {
    const id = env.numbered.get(Number(digits))
    return id === undefined ? whole : `steps.${id}`
  })
  const byName = byNumber.replace(/\bsteps\.([A-Za-z_]\w*)/g, (whole, name: string, at: number) => {
    const result = resultNamed(env, name)
    return result === null ? whole : placeOf(result, byNumber.slice(at + whole.length))
  })
  const [head] = /^[A-Za-z_]\w*/.exec(byName) ?? []
  if (head === undefined || head === 'steps' || head === 'inputs') return byName
  if (variableNamed(env, head) !== null) return byName
  const rest = byName.slice(head.length)
  const item = head === 'item' ? itemOf(env) : null
  if (item !== null) return `${item.name}${rest}`
  const result = /^\s*\(/.test(rest) ? null : resultNamed(env, head)
  return result === null ? byName : `${placeOf(result, rest)}${rest}`
}

/**
 * What a result is called in CEL when this follows: a name for the body of a web answer has the answer's
 * fields too.
 */
function placeOf({ id, answer }: Result, rest: string): string {
  const [, field] = /^\.([A-Za-z_]\w*)/.exec(rest) ?? []
  const isOfAnswer = answer !== undefined && field !== undefined && propertyOf(answer.schema, field) !== null
  return isOfAnswer ? answer.expression : `steps.${id}`
}
