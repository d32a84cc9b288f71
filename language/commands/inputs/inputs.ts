// The inputs of a run, as a message gives them: "orders = a, b and amount 5", JSON, or the one value that is
// missing. Called by actors/chat/words/ with the inputsSchema of the workflow.
// 1. A value that does not fit is never used; it is asked for again.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../domain/json.ts'
import { readJson } from '../../../domain/numerals.ts'
import { compileProperty } from '../../../domain/schema/schema-check.ts'
import { SchemaError } from '../../../domain/schema/schema-error.ts'
import { expectedOf } from './expected.ts'
import { labelledParts } from './labels.ts'
import { readValue } from './values.ts'

export interface Input {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

export interface Misfit {
  readonly name: string
  readonly said: string
  readonly expected: string
}

export interface ReadInputs {
  readonly values: JsonObject
  readonly misfits: readonly Misfit[]
  /** What belongs to no input; null: everything does. */
  readonly unplaced: string | null
}

/** Required ones first, in the order of the schema. */
export function inputsOf(schema: JsonSchema): readonly Input[] {
  const { properties, required } = schema
  if (!isObject(properties)) return []
  const names = Array.isArray(required) ? required : []
  const inputs = Object.entries(properties).map(
    ([name, property]): Input => ({
      name,
      schema: isObject(property) ? (property as JsonObject) : {},
      isRequired: names.includes(name),
    }),
  )
  return [...inputs.filter(({ isRequired }) => isRequired), ...inputs.filter(({ isRequired }) => !isRequired)]
}

/** The required inputs that have no value yet. */
export function missingIn(schema: JsonSchema, values: JsonObject): readonly Input[] {
  return inputsOf(schema).filter(({ name, isRequired }) => isRequired && !Object.hasOwn(values, name))
}

/** @param known values that were given before */
export function readInputs(message: string, schema: JsonSchema, known: JsonObject = {}): ReadInputs {
  const text = withoutThanks(message)
  const inputs = inputsOf(schema)
  const object = objectIn(text, inputs)
  if (object !== null) return checked(object, schema, inputs)
  const { parts, before, strange } = labelledParts(
    text,
    inputs.map(({ name }) => name),
  )
  if (strange !== null && inputs.length > 0) return { values: {}, misfits: [], unplaced: strange }
  const read = parts.map(({ name, said }) =>
    readInput(inputs.find(each => each.name === name)!, said, schema),
  )
  const labelled = new Set(parts.map(({ name }) => name))
  const alone =
    before === ''
      ? null
      : aloneIn(inputs, { ...known, ...Object.fromEntries([...labelled].map(name => [name, null])) })
  if (before !== '' && alone === null) return { ...gathered(read), unplaced: before }
  return gathered(alone === null ? read : [...read, readInput(alone, before, schema)])
}

/** The value of one input, as a message gives it. */
export function readInput(input: Input, said: string, schema: JsonSchema): Misfit | readonly [string, Json] {
  const candidates = [said, withoutSigns(withoutThanks(said))]
  for (const each of candidates) {
    const value = readValue(each, input.schema)
    if (value !== undefined && defectOf(value, input.name, schema) === null) return [input.name, value]
  }
  const value = readValue(said, input.schema)
  const defect = value === undefined ? null : defectOf(value, input.name, schema)
  const isPlain =
    defect === null || /^expected (?:a |an )?(?:string|number|integer|boolean|array|object)/.test(defect)
  return {
    name: input.name,
    said,
    expected: isPlain ? expectedOf(input.schema) : defect.replace(/^expected /, ''),
  }
}

function gathered(read: readonly (Misfit | readonly [string, Json])[]): ReadInputs {
  const isFit = (each: Misfit | readonly [string, Json]): each is readonly [string, Json] =>
    Array.isArray(each)
  return {
    values: Object.fromEntries(read.filter(isFit)),
    misfits: read.filter((each): each is Misfit => !isFit(each)),
    unplaced: null,
  }
}

/** Where only one input can be meant: the only one without a value that is required, or the only one. */
function aloneIn(inputs: readonly Input[], known: JsonObject): Input | null {
  const open = inputs.filter(({ name }) => !Object.hasOwn(known, name))
  const required = open.filter(({ isRequired }) => isRequired)
  if (required.length === 1) return required[0]!
  return required.length === 0 && inputs.length === 1 ? inputs[0]! : null
}

/** `{"orders": [...]}` as a whole. */
function objectIn(text: string, inputs: readonly Input[]): JsonObject | null {
  try {
    const value = readJson(text.replace(/^```[^\n`]*\n([\s\S]*?)\n?```$/, '$1'))
    if (!isObject(value)) return null
    const names = Object.keys(value)
    return names.length > 0 && names.every(name => inputs.some(each => each.name === name))
      ? (value as JsonObject)
      : null
  } catch {
    return null
  }
}

function checked(values: JsonObject, schema: JsonSchema, inputs: readonly Input[]): ReadInputs {
  const read = Object.entries(values).map(([name, value]): Misfit | readonly [string, Json] => {
    const input = inputs.find(each => each.name === name)!
    const defect = defectOf(value, name, schema)
    if (defect === null) return [name, value]
    return { name, said: JSON.stringify(value), expected: expectedOf(input.schema) }
  })
  return gathered(read)
}

/** What is wrong with a value; null: it fits, or the schema is for the service to judge. */
function defectOf(value: Json, name: string, schema: JsonSchema): string | null {
  try {
    const defect = compileProperty(schema, name)?.(value) ?? null
    return defect === null ? null : defect.replace(/^[^:]*: /, '')
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return null
  }
}

const thanksLength = 30

/** "5 please", "a, b. Thanks!" */
function withoutThanks(said: string): string {
  const end = said
    .slice(-thanksLength)
    .replace(/[\s,.!;]+(?:please|pls|plz|thanks|thank you|thx|for me)[\s.!?]*$/i, '')
  return said.slice(0, -thanksLength) + end
}

/** "5." */
function withoutSigns(said: string): string {
  return said.slice(0, -thanksLength) + said.slice(-thanksLength).replace(/[\s.!?;,]+$/, '')
}
