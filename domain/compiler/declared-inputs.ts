// The inputs that a plan declares itself (`inputs`, a JSON Schema of an object): they are the workflow's, in
// place of those that follow from what the plan reads. Called by compiler.ts.
import { nearestName } from '../distance.ts'
import { isObject, type JsonObject, type JsonSchema } from '../json.ts'
import type { Step } from '../plan/plan.ts'
import { defaultsIn } from '../schema/defaults.ts'
import { fieldOf, knownOf, type MaybeKnown } from '../schema/known.ts'
import { compileProperty, compileSchema, defectUnder } from '../schema/schema-check.ts'
import { SchemaError } from '../schema/schema-error.ts'
import type { Pass } from './compiler.ts'
import type { ReadSource } from './scope.ts'

/** Reports a schema that cannot be used, and defaults that do not fit. */
export function checkDeclared({ declared, report }: Pass): void {
  if (declared === null) return
  const tell = (field: string, message: string) => report(null, 'BAD_INPUTS', field, `${field}: ${message}`)
  const { type = 'object', properties = {} } = declared
  if (type !== 'object')
    return tell('inputs.type', `expected object, received ${JSON.stringify(type).slice(0, 80)}`)
  if (!isObject(properties)) return tell('inputs.properties', 'expected an object, a schema for each input')
  try {
    compileSchema(declared)
    for (const [name, value] of defaultsIn(declared)) {
      const defect = compileProperty(declared, name)?.(value) ?? null
      if (defect !== null) tell(`inputs.properties.${name}.default`, defectUnder('default', defect))
    }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    tell('inputs', error.message)
  }
}

/** Reports inputs that the step reads and the plan does not declare. */
export function checkInputReads(step: Step, read: readonly ReadSource[], { declared, report }: Pass): void {
  const names = declaredNames(declared)
  if (names === null) return
  for (const name of new Set(read.flatMap(({ computed }) => computed.inputs))) {
    if (names.includes(name)) continue
    const near = nearestName(name, names)
    const known = names.length === 0 ? 'it declares none' : `it declares ${names.join(', ')}`
    const hint = near === null ? known : `did you mean ${near}?`
    const message = `${step.id} reads inputs.${name}, which the plan does not declare; ${hint}`
    report(step, 'UNKNOWN_INPUT', '', message, near === null ? names : [near])
  }
}

/**
 * The schema of the workflow's inputs, as it is declared; null where nothing is. What has a default is not
 * required, and where the plan does not say what is, that is what it cannot do without.
 */
export function declaredInputs({ declared, inputs }: Pass): JsonSchema | null {
  if (declared === null) return null
  const properties = propertiesOf(declared)
  const filled = new Set(defaultsIn(declared).map(([name]) => name))
  const said = Array.isArray(declared['required']) ? (declared['required'] as readonly string[]) : null
  const required = said ?? inputs.required().filter(name => Object.hasOwn(properties, name))
  return { ...declared, type: 'object', properties, required: required.filter(name => !filled.has(name)) }
}

/** What is known of each, by name. */
export function declaredTypes(declared: JsonSchema | null): { readonly [name: string]: MaybeKnown } {
  const known = knownOf(declared)
  if (known === null || declared === null) return {}
  const names = Object.keys(propertiesOf(declared))
  return Object.fromEntries(names.map(name => [name, fieldOf(known, name)?.known ?? null]))
}

/** Null: it allows others by word, or declares nothing. */
export function declaredNames(declared: JsonSchema | null): readonly string[] | null {
  if (declared === null) return null
  const { additionalProperties: others, patternProperties } = declared
  const isOpen = others === true || isObject(others) || isObject(patternProperties)
  return isOpen ? null : Object.keys(propertiesOf(declared))
}

function propertiesOf({ properties }: JsonSchema): JsonObject {
  return isObject(properties) ? (properties as JsonObject) : {}
}
