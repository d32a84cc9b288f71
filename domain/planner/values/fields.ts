// What a result carries, and its fields: "its title" is a field of the body, "its status" one of the answer.
import type { JsonSchema } from '../../json.ts'
import type { Antecedent, Environment, Result } from '../environment.ts'
import { computed, type Reference, type Value } from './values.ts'

/** The schema that a plain path leads to, as far as it is known. */
export function schemaOfPath(expression: string, env: Environment): JsonSchema | null {
  const [, id, rest] = /^steps\.(\w+)((?:\.\w+)*)$/.exec(expression) ?? []
  if (id === undefined) return null
  let schema = env.results.find(result => result.id === id)?.schema ?? null
  for (const name of (rest ?? '').split('.').slice(1)) schema = propertyOf(schema, name)
  return schema
}

export function antecedentValue(antecedent: Antecedent, end: number): Value {
  if (antecedent.type === 'variable') {
    const { name, schema } = antecedent.variable
    return computed({ expression: name, schema }, end)
  }
  return content(antecedent.result, end)
}

export function resultValue(result: Result, end: number): Value {
  return computed({ expression: `steps.${result.id}`, schema: result.schema }, end)
}

/** What a result carries: the body of an answer that has a status and a body, else the result. */
export function content(result: Result, end: number): Value {
  const whole = resultValue(result, end)
  if (result.isUnclear) {
    const message = `it is unclear what the result of ${result.id} is: name a step, as in "the result of step 1"`
    return { ...whole, unclear: message }
  }
  if (result.answer !== undefined) return { ...whole, whole: computed(result.answer, end) }
  if (propertyOf(result.schema, 'status') === null || propertyOf(result.schema, 'body') === null) return whole
  return {
    ...computed({ expression: `${whole.expression}.body`, schema: propertyOf(result.schema, 'body') }, end),
    whole,
  }
}

/** "the rows": a field, of what is known to have one of that name; else all that it carries. */
export function contentCalled(noun: string, value: Value): Value {
  const owner = value.whole ?? value
  return propertyOf(owner.schema, noun) === null ? value : (fieldOf(value, noun, value.end) ?? value)
}

export function follow(value: Value, path: readonly string[]): Value | null {
  return path.length === 0 ? value : fieldOf(value, path.join('.'), value.end)
}

/**
 * A field, of the whole answer where that is known to have it, else of what it carries; null when there is
 * none.
 */
export function fieldOf(owner: Value, field: string, end: number): Value | null {
  if (owner.unclear !== undefined) return { ...owner, end }
  const first = field.split('.')[0]!
  if (owner.whole !== undefined && propertyOf(owner.whole.schema, first) !== null) {
    return fieldOf({ ...owner.whole, end }, field, end)
  }
  const isClosed = owner.schema?.['additionalProperties'] === false
  if (isClosed && propertyOf(owner.schema, first) === null) return null
  let { expression, schema } = owner as Reference
  for (const name of field.split('.')) {
    expression += /^\d+$/.test(name)
      ? `[${name}]`
      : /^[A-Za-z_]\w*$/.test(name)
        ? `.${name}`
        : `[${JSON.stringify(name)}]`
    schema = propertyOf(schema, name)
  }
  return computed({ expression, schema }, end)
}

export function propertyOf(schema: JsonSchema | null, name: string): JsonSchema | null {
  const properties = schema?.['properties']
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, name)) return null
  return (properties as { readonly [key: string]: JsonSchema })[name] ?? null
}
