// Which fields the answer of a model has, for whoever corrects it: those of its schema, and what else it
// says. Pure.
import { own } from '../../../../domain/own.ts'
import { answerForm } from '../../../../domain/plan/answer-form.ts'
import type { Schema } from '../../../parts/schema-form/shape.ts'
import type { Step } from '../facts.ts'
import { type Arguments, isArguments } from './arguments.tsx'
import type { FieldSchema } from './value-fields.tsx'

export interface AnswerField {
  /** Empty for an answer that is one value. */
  readonly name: string
  readonly schema: FieldSchema
  readonly isNeeded: boolean
}

/** The form that the step wants of its answer; null for a text, or where the step is not known. */
export function formOf(step: Step | null, { choices }: Arguments): Schema | null {
  if (step?.kind !== 'ask') return null
  return answerForm(step as never, Array.isArray(choices) ? choices : undefined)
}

export function answerFields(form: Schema | null, answer: unknown): readonly AnswerField[] {
  if (!isArguments(answer)) return [{ name: '', schema: fieldOf(form ?? {}, answer), isNeeded: true }]
  const properties = isArguments(form?.['properties']) ? form['properties'] : {}
  const required = Array.isArray(form?.['required']) ? form['required'] : []
  const names = [...new Set([...Object.keys(properties), ...Object.keys(answer)])]
  return names.map(name => ({
    name,
    schema: fieldOf(own(properties, name), own(answer, name)),
    isNeeded: required.includes(name),
  }))
}

/** As the schema says it, where a field can show that; else by the kind of the value, or as JSON. */
function fieldOf(schema: unknown, value: unknown): FieldSchema {
  const { type, title, description, enum: choices, items, format } = isArguments(schema) ? schema : {}
  const said = {
    ...(typeof title === 'string' && title !== '' && { title }),
    ...(typeof description === 'string' && { description: description.slice(0, 300) }),
  }
  if (Array.isArray(choices)) return { ...said, enum: choices }
  const several = isArguments(items) ? items['enum'] : undefined
  if (type === 'array' && Array.isArray(several) && (value === undefined || Array.isArray(value)))
    return { ...said, type, items: { enum: several } }
  const kind = typeof type === 'string' ? type : value === undefined ? '' : typeof value
  if (kind === 'string' && (value === undefined || typeof value === 'string'))
    return { ...said, type: kind, format: typeof format === 'string' ? format : 'textarea' }
  const isPlain = kind === 'number' || kind === 'integer' || kind === 'boolean'
  return { ...said, type: isPlain ? kind : 'object' }
}

/** The answer with another value of a field. An optional text that was not there is not there when empty. */
export function corrected(
  asked: unknown,
  answer: unknown,
  { name, isNeeded }: AnswerField,
  value: unknown,
): unknown {
  if (name === '') return value
  const { [name]: _, ...rest } = answer as Arguments
  const isGone =
    value === undefined || (value === '' && !isNeeded && own(asked as Arguments, name) === undefined)
  if (isGone) return rest
  const next = { ...(answer as Arguments), [name]: value }
  // In the order that was asked, so that an answer that is as it was has not changed.
  const names = [...new Set([...Object.keys(asked as Arguments), ...Object.keys(next)])]
  return Object.fromEntries(
    names.filter(each => Object.hasOwn(next, each)).map(each => [each, own(next, each)]),
  )
}
